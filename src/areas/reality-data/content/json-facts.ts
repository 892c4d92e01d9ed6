import { boundedJson } from '../../../std/json-bounds.ts';
import { isRecord, membersOf } from '../../../std/records.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a JSON document is that may be the root of reality data. */
export type JsonFacts =
  /** `points`: whether its contents are point clouds; undefined where it names other tilesets only. */
  { readonly is: 'tileset'; readonly points: boolean | undefined } | { readonly is: 'geo' } | { readonly is: 'other' };

const geoTypes = [
  'FeatureCollection',
  'Feature',
  'GeometryCollection',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
];

/** What of JSON is read: some 200 MB at most when it is parsed, where the smallest values could make it a gigabyte. */
const mostSigns = 4_000_000;

/** What a text is; also one that is no JSON, or has more values than are read, is something other. */
export function factsOf(text: string): JsonFacts {
  const { asset, root, geometricError, type } = membersOf(boundedJson(text, mostSigns)?.value);
  if (isRecord(asset) && isRecord(root) && geometricError !== undefined) {
    return { is: 'tileset', points: hasPoints(root) };
  }
  return { is: geoTypes.includes(String(type)) ? 'geo' : 'other' };
}

/** Whether the contents of a tileset end in `.pnts`. */
function hasPoints(root: Members): boolean | undefined {
  const waiting: Members[] = [root];
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    const contents = [tile.content, ...(Array.isArray(tile.contents) ? tile.contents : [])].filter(isRecord);
    const ends = contents.map(({ uri, url }) => String(uri ?? url ?? '').split('?')[0] ?? '');
    const last = ends.find((end) => end !== '' && !end.toLowerCase().endsWith('.json'));
    if (last !== undefined) return last.toLowerCase().endsWith('.pnts');
    if (Array.isArray(tile.children)) for (const child of tile.children) if (isRecord(child)) waiting.push(child);
  }
  return undefined;
}
