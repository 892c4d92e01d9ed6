import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MeshoptDecoder } from 'meshoptimizer';
import type { ConvertedOutput } from '../../conversion/params.ts';
import { glbPlaces } from '../../geometry/glb.ts';
import { validate } from '../../tiles/testing/check-tileset.ts';

await MeshoptDecoder.ready;

/** A point as a viewer sees it: in the coordinates outside of the root's transform. */
export interface TilePoint {
  readonly place: readonly [number, number, number];
  /** Linear, of 16 bits. */
  readonly color: readonly number[] | undefined;
  readonly intensity: number | undefined;
  readonly classification: number | undefined;
  /** What else a point has, by the name of the attribute. */
  readonly extras: ReadonlyMap<string, number | undefined>;
}

interface Tile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine?: string;
  readonly content?: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly transform?: readonly number[];
}

interface Gltf {
  readonly nodes: readonly [{ readonly translation: number[]; readonly scale?: number[] }];
  readonly meshes: readonly [
    { readonly primitives: readonly [{ readonly mode: number; readonly attributes: Record<string, number> }] },
  ];
  readonly accessors: readonly {
    bufferView: number;
    componentType: number;
    count: number;
    type: string;
    normalized?: boolean;
  }[];
  readonly bufferViews: readonly {
    byteOffset: number;
    byteLength: number;
    byteStride: number;
    extensions?: {
      EXT_meshopt_compression: { byteOffset: number; byteLength: number; byteStride: number; count: number };
    };
  }[];
}

const mostPoints = 50_000;

/** All points of a tileset of ours; asserts what holds for its tiles. */
export async function readTileset({ files, rootDocument }: ConvertedOutput): Promise<TilePoint[]> {
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  const points: TilePoint[] = [];
  const used = new Set<string>();
  const walkFile = async (name: string) => {
    used.add(name);
    const json: { root: Tile; geometricError: number } = JSON.parse(readFileSync(paths.get(name) ?? '', 'utf8'));
    const folder = name.replace(/[^/]*$/, '');
    const transform = json.root.transform;
    const walk = async (tile: Tile, above: Tile | undefined): Promise<void> => {
      assert.equal(tile.refine, 'ADD');
      assert.ok(
        above === undefined || tile.geometricError < above.geometricError || above.geometricError === 0,
        'a child is not finer',
      );
      if (tile.content !== undefined) {
        const uri = `${folder}${decodeURIComponent(tile.content.uri)}`;
        if (uri.endsWith('.json')) await walkFile(uri);
        else {
          used.add(uri);
          const bytes = readFileSync(paths.get(uri) ?? '');
          const found = glbPoints(bytes);
          await validate(bytes, uri);
          assert.ok(found.length > 0 && found.length <= mostPoints, `${found.length} points`);
          for (const point of found) {
            assert.ok(isInside(tile.boundingVolume.box, point.place), 'a point is outside of its box');
            points.push({ ...point, place: placed(point.place, transform) });
          }
        }
      }
      for (const child of tile.children ?? []) await walk(child, tile);
    };
    await walk(json.root, undefined);
  };
  await walkFile(rootDocument);
  assert.deepEqual([...used].sort(), [...paths.keys()].sort(), 'files that no tile names');
  return points;
}

const isInside = (box: readonly number[], place: readonly number[]): boolean =>
  [0, 1, 2].every((axis) => Math.abs((place[axis] ?? 0) - (box[axis] ?? 0)) <= (box[3 + 4 * axis] ?? 0));

function placed([x, y, z]: TilePoint['place'], m: readonly number[] | undefined): TilePoint['place'] {
  if (m === undefined) return [x, y, z];
  const along = (row: number) => (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0);
  return [along(0), along(1), along(2)];
}

const arrays = { 5121: Uint8Array, 5123: Uint16Array, 5126: Float32Array } as const;

function glbPoints(file: Buffer): TilePoint[] {
  const places = glbPlaces(file);
  assert.ok(places !== undefined, 'a tile is no GLB');
  const gltf: Gltf = JSON.parse(file.toString('utf8', 20, 20 + places.jsonLength));
  const bin = file.subarray(places.binOffset);
  const [{ mode, attributes }] = gltf.meshes[0].primitives;
  assert.equal(mode, 0);
  const valuesOf = (name: string): { values: ArrayLike<number>; stride: number } | undefined => {
    const accessor = gltf.accessors[attributes[name] ?? -1];
    const view = gltf.bufferViews[accessor?.bufferView ?? -1];
    if (accessor === undefined || view === undefined) return undefined;
    const packed = view.extensions?.EXT_meshopt_compression;
    const bytes = new Uint8Array(view.byteLength);
    if (packed === undefined) bytes.set(bin.subarray(view.byteOffset, view.byteOffset + view.byteLength));
    else {
      const source = bin.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
      MeshoptDecoder.decodeGltfBuffer(bytes, packed.count, packed.byteStride, source, 'ATTRIBUTES');
    }
    const make =
      accessor.componentType === 5126 ? arrays[5126] : accessor.componentType === 5123 ? arrays[5123] : arrays[5121];
    return { values: new make(bytes.buffer), stride: view.byteStride / make.BYTES_PER_ELEMENT };
  };
  const [position, color, intensity, kind] = ['POSITION', 'COLOR_0', '_INTENSITY', '_CLASSIFICATION'].map(valuesOf);
  const known = ['_INTENSITY', '_CLASSIFICATION'];
  const own = Object.keys(attributes).filter((name) => name.startsWith('_') && !known.includes(name));
  const extras = own.map((name) => [name, valuesOf(name)] as const);
  const count = gltf.accessors[attributes.POSITION ?? -1]?.count ?? 0;
  const [{ translation, scale = [1, 1, 1] }] = gltf.nodes;
  const one = (list: typeof position, n: number) => (list === undefined ? undefined : list.values[n * list.stride]);
  return Array.from({ length: count }, (_, n) => {
    const at = (axis: number) =>
      (position?.values[n * position.stride + axis] ?? 0) * (scale[axis] ?? 1) + (translation[axis] ?? 0);
    const channel = (c: number) => color?.values[n * color.stride + c] ?? 0;
    return {
      place: [at(0), -at(2), at(1)],
      color: color && [channel(0), channel(1), channel(2)],
      intensity: one(intensity, n),
      classification: one(kind, n),
      extras: new Map(extras.map(([name, list]) => [name, one(list, n)])),
    };
  });
}
