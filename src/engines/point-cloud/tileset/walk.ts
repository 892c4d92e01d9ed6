import { readFileSync, statSync } from 'node:fs';
import { endingOf, fileBeside } from '../../conversion/files.ts';
import type { InputFile } from '../../conversion/params.ts';
import { unreadable } from '../../formats/unreadable.ts';
import { identity, type Matrix, multiply, transpose } from '../../matrix.ts';
import { dracoExtension } from './draco.ts';

/** Content of a tile, and where it stands: row-major, to the coordinates of the whole. */
export interface TileContent {
  readonly file: InputFile;
  readonly transform: Matrix;
}

export interface WalkedTileset {
  readonly contents: readonly TileContent[];
  /** The system that a tileset of ours remembers of its input. */
  readonly home: string | undefined;
  /** Its coordinates are earth-centred. */
  readonly onGlobe: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const mostJson = 256 * 2 ** 20;
const deepest = 200;
/** Metres from the middle of the earth: nothing local is so far away, nothing on earth is nearer. */
const nearEarth = 6_000_000;

/** The contents with full detail of a tileset and of those that it names. Its files must be among the inputs. */
export function walkTileset(root: InputFile, inputs: readonly InputFile[]): WalkedTileset {
  const contents: TileContent[] = [];
  const seen = new Set<string>();
  let home: string | undefined;
  const walkFile = (file: InputFile, transform: Matrix, depth: number) => {
    if (seen.has(file.path) || depth > deepest) throw unreadable(root.name, 'its tilesets name each other in a circle');
    seen.add(file.path);
    const json = readTileset(file);
    requireKnown(json, file);
    const extras = isNode(json.asset) ? json.asset.extras : undefined;
    if (home === undefined && isNode(extras) && typeof extras.crs === 'string') home = extras.crs;
    walkTile(json.root, file, transform, 'REPLACE', depth);
  };
  const walkTile = (tile: unknown, file: InputFile, above: Matrix, refineAbove: string, depth: number) => {
    if (!isNode(tile) || depth > deepest) throw unreadable(file.name, 'a tile of it is none');
    const transform = multiply(above, matrixOf(tile.transform, file));
    const refine = typeof tile.refine === 'string' ? tile.refine.toUpperCase() : refineAbove;
    const children = listIn(tile.children);
    for (const uri of urisOf(tile)) {
      const content = fileBeside(inputs, file, decoded(uri));
      if (content === undefined) throw unreadable(file.name, `the tile '${uri}' is not there`);
      if (endingOf(content.name) === 'json') walkFile(content, transform, depth + 1);
      // where children replace their parent, it only repeats what they have
      else if (refine === 'ADD' || children.length === 0) contents.push({ file: content, transform });
    }
    for (const child of children) walkTile(child, file, transform, refine, depth + 1);
  };
  walkFile(root, identity, 0);
  return { contents, home, onGlobe: contents.some(({ transform }) => isOnGlobe(transform)) };
}

/** Whether what stands at its origin is near the surface of the earth. */
export const isOnGlobe = (m: Matrix): boolean => Math.hypot(m[3] ?? 0, m[7] ?? 0, m[11] ?? 0) > nearEarth;

/** Extensions without which a tileset cannot be understood, and that are. */
const knownExtensions = new Set([
  '3DTILES_content_gltf',
  '3DTILES_multiple_contents',
  '3DTILES_metadata',
  dracoExtension,
]);

/** Names of `extensionsRequired`; what is not known here would be read as something else. */
function requireKnown(json: Node, file: InputFile): void {
  const unknown = listIn(json.extensionsRequired).find((name) => !knownExtensions.has(String(name)));
  if (unknown !== undefined)
    throw unreadable(file.name, `it needs the extension '${unknown}', which is not known here`);
}

function readTileset(file: InputFile): Node {
  if (statSync(file.path).size > mostJson) throw unreadable(file.name, 'it is too long');
  try {
    const json: unknown = JSON.parse(readFileSync(file.path, 'utf8'));
    if (isNode(json) && isNode(json.root)) return json;
  } catch {
    throw unreadable(file.name, 'its JSON is wrong');
  }
  throw unreadable(file.name, 'it is no tileset');
}

const urisOf = (tile: Node): string[] =>
  [tile.content, ...listIn(tile.contents)].flatMap((content) => {
    const uri = isNode(content) ? (content.uri ?? content.url) : undefined;
    return typeof uri === 'string' ? [uri.replace(/[?#].*$/, '')] : [];
  });

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function matrixOf(value: unknown, file: InputFile): Matrix {
  if (value === undefined) return identity;
  const numbers = listIn(value).filter((one) => typeof one === 'number' && Number.isFinite(one));
  if (numbers.length !== 16) throw unreadable(file.name, 'a transform of it is wrong');
  return transpose(numbers.map(Number));
}
