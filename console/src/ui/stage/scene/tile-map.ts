import { WGS84_ELLIPSOID } from '3d-tiles-renderer';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SRGBColorSpace,
  Texture,
  Vector3,
} from 'three';
import type { MeshFiles } from '../mesh-files.ts';

/** A map of square pictures, as its description (TileJSON) tells it. */
export interface TileMapJson {
  readonly tiles: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  /** Degrees: west, south, east, north. */
  readonly bounds: readonly number[];
}

interface Node {
  readonly boundingVolume: { readonly sphere: readonly number[] };
  readonly geometricError: number;
  readonly refine: 'REPLACE';
  readonly content?: { readonly uri: string };
  readonly extras: Square;
  children?: Node[];
}

/** A square of a level: columns from the west, rows from the north. */
interface Square {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels of a picture. */
const side = 256;
const radius = 6_378_137;
/** A picture is drawn as so many squares along its sides, so that it follows the earth. */
const cells = 8;
/** Picture points are as good as they look; a mesh is not. */
const errorOfPixel = 4;

/** Makes tiles of the pictures of a map, level by level as they are needed. */
export function tileMapPlugin(map: TileMapJson, files: MeshFiles) {
  const ending = /\.(\w+)$/.exec(map.tiles[0] ?? '')?.[1] ?? 'png';
  return {
    name: 'TILE_MAP',
    async fetchData(url: string, init?: RequestInit): Promise<Response | ArrayBuffer> {
      if (url === files.tileset) return Response.json(tilesetOf(map, ending));
      const answer = await files.fetch(url, init);
      return answer.status === 404 ? new ArrayBuffer(0) : answer; // a map has no picture where there is nothing
    },
    preprocessNode(tile: Node) {
      const { level } = tile.extras ?? {};
      if (level === undefined || level >= map.maxzoom || level < map.minzoom) return;
      tile.children = childrenOf(tile.extras)
        .filter((one) => meets(one, map.bounds))
        .map((one) => nodeOf(one, map, ending));
    },
    async parseToMesh(bytes: ArrayBuffer, tile: Node): Promise<Object3D> {
      if (bytes.byteLength === 0) return new Group();
      const picture = await createImageBitmap(new Blob([bytes]));
      return meshOf(tile.extras, picture, ending !== 'jpg');
    },
  };
}

function tilesetOf(map: TileMapJson, ending: string) {
  const { minzoom: level, bounds } = map;
  const [left, top] = squareAt(bounds[0] ?? 0, bounds[3] ?? 0, level);
  const [right, bottom] = squareAt(bounds[2] ?? 0, bounds[1] ?? 0, level);
  const children: Node[] = [];
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) {
      const one = { level, x, y };
      if (meets(one, bounds)) children.push(nodeOf(one, map, ending));
    }
  }
  const whole = ballAround(bounds);
  const root = { boundingVolume: { sphere: whole }, geometricError: 1e9, refine: 'REPLACE', children };
  return { asset: { version: '1.0' }, geometricError: 1e9, root };
}

const childrenOf = ({ level, x, y }: Square): Square[] =>
  [0, 1, 2, 3].map((n) => ({ level: level + 1, x: 2 * x + (n & 1), y: 2 * y + (n >> 1) }));

function nodeOf(one: Square, { maxzoom }: TileMapJson, ending: string): Node {
  const bounds = boundsOf(one);
  const middle = (((bounds[1] ?? 0) + (bounds[3] ?? 0)) / 2) * perDegree;
  const pixel = (2 * Math.PI * radius * Math.cos(middle)) / side / 2 ** one.level;
  return {
    boundingVolume: { sphere: ballAround(bounds) },
    geometricError: one.level >= maxzoom ? 0 : errorOfPixel * pixel,
    refine: 'REPLACE',
    content: { uri: `${one.level}/${one.x}/${one.y}.${ending}` },
    extras: one,
  };
}

const perDegree = Math.PI / 180;

/** The square that a place is in. */
function squareAt(longitude: number, latitude: number, level: number): [x: number, y: number] {
  const most = 2 ** level - 1;
  const inside = (value: number) => Math.min(most, Math.max(0, Math.floor(value * 2 ** level)));
  const p = Math.min(85.05, Math.max(-85.05, latitude)) * perDegree;
  return [inside((longitude + 180) / 360), inside(0.5 - Math.log(Math.tan(Math.PI / 4 + p / 2)) / (2 * Math.PI))];
}

/** Degrees: west, south, east, north. */
export function boundsOf({ level, x, y }: Square): readonly number[] {
  const longitude = (at: number) => (at / 2 ** level) * 360 - 180;
  return [longitude(x), latitudeOf(y + 1, level), longitude(x + 1), latitudeOf(y, level)];
}

const latitudeOf = (at: number, level: number): number =>
  (2 * Math.atan(Math.exp(Math.PI * (1 - (2 * at) / 2 ** level))) - Math.PI / 2) / perDegree;

function meets(one: Square, [west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
  const [w = 0, s = 0, e = 0, n = 0] = boundsOf(one);
  return w < east && e > west && s < north && n > south;
}

const placeOf = (longitude: number, latitude: number): Vector3 =>
  WGS84_ELLIPSOID.getCartographicToPosition(latitude * perDegree, longitude * perDegree, 0, new Vector3());

function ballAround([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number[] {
  const middle = placeOf((west + east) / 2, (south + north) / 2);
  const corners = [placeOf(west, south), placeOf(east, north), placeOf(west, north), placeOf(east, south)];
  return [...middle.toArray(), 1.01 * Math.max(...corners.map((corner) => corner.distanceTo(middle))) + 1];
}

function meshOf(one: Square, picture: ImageBitmap, isClear: boolean): Mesh {
  const [west = 0, , east = 0] = boundsOf(one);
  const across = cells + 1;
  const places = new Float32Array(3 * across * across);
  const shares = new Float32Array(2 * across * across);
  const at = (i: number, j: number) =>
    placeOf(west + ((east - west) * i) / cells, latitudeOf(one.y + j / cells, one.level));
  const middle = at(cells / 2, cells / 2);
  const indices: number[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const n = j * across + i;
      at(i, j)
        .sub(middle)
        .toArray(places, 3 * n);
      shares.set([i / cells, j / cells], 2 * n);
      if (i < cells && j < cells) indices.push(n, n + across, n + 1, n + 1, n + across, n + across + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('uv', new BufferAttribute(shares, 2));
  geometry.setIndex(indices);
  const map = new Texture(picture);
  map.flipY = false;
  map.colorSpace = SRGBColorSpace;
  map.needsUpdate = true;
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ map, side: DoubleSide, alphaTest: isClear ? 0.5 : 0 }));
  mesh.position.copy(middle);
  return mesh;
}
