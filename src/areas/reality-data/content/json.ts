import type { PlacedFile } from '../../../kernel/ports/files.ts';
import { type Source, withExtension } from './source.ts';

/** Larger JSON is not read to find a type. */
const largest = 16 * 2 ** 20;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object in a file. */
export async function jsonIn(source: Source, file: PlacedFile): Promise<JsonObject | undefined> {
  if (file.size > largest) return undefined;
  try {
    const value: unknown = JSON.parse((await source.read(file, 0, largest)).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const geoTypes = [
  ...['FeatureCollection', 'Feature', 'GeometryCollection', 'Point', 'MultiPoint', 'LineString', 'MultiLineString'],
  ...['Polygon', 'MultiPolygon'],
];

/** What the JSON files of some content are that are found by what is in them: `tileset.json` is looked at first. */
export interface JsonFinds {
  readonly tileset?: { readonly file: PlacedFile; readonly points: boolean };
  readonly geo?: PlacedFile;
}

export async function findJson(source: Source): Promise<JsonFinds> {
  const found = withExtension(source, ['json']);
  const isFirst = ({ name }: PlacedFile) => name.toLowerCase() === 'tileset.json';
  let geo: PlacedFile | undefined;
  for (const file of [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))]) {
    const json = await jsonIn(source, file);
    if (json === undefined) continue;
    if (isObject(json.asset) && isObject(json.root) && json.geometricError !== undefined) {
      return { tileset: { file, points: hasPoints(json.root, source) } };
    }
    if (geo === undefined && geoTypes.includes(String(json.type))) geo = file;
  }
  return geo === undefined ? {} : { geo };
}

/** Whether the contents of a tileset end in `.pnts`; those of further tilesets it names are files beside it. */
function hasPoints(root: JsonObject, { files }: Source): boolean {
  const waiting: JsonObject[] = [root];
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    const contents = [tile.content, ...(Array.isArray(tile.contents) ? tile.contents : [])].filter(isObject);
    const ends = contents.map(({ uri, url }) => String(uri ?? url ?? '').split('?')[0] ?? '');
    const last = ends.find((end) => end !== '' && !end.toLowerCase().endsWith('.json'));
    if (last !== undefined) return last.toLowerCase().endsWith('.pnts');
    if (Array.isArray(tile.children)) waiting.push(...tile.children.filter(isObject));
  }
  return files.some(({ name }) => name.toLowerCase().endsWith('.pnts'));
}
