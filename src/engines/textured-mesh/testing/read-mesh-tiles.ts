import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import type { ConvertedOutput } from '../../conversion/params.ts';
import { glbPlaces } from '../../geometry/glb.ts';
import { validate } from '../../tiles/testing/check-tileset.ts';

await MeshoptDecoder.ready;

type Three = readonly [number, number, number];

/** A corner of a triangle as a viewer shows it: outside of the root's transform, with the colour of the picture there. */
export interface ShownCorner {
  readonly place: Three;
  readonly uv: readonly [number, number] | undefined;
  readonly color: readonly number[] | undefined;
}

export interface MeshTileShown {
  readonly error: number;
  readonly isLeaf: boolean;
  readonly triangles: readonly (readonly ShownCorner[])[];
  /** Of the picture, at a place in it, 0 to 1; sRGB. */
  readonly pictureAt: (u: number, v: number) => readonly number[];
  readonly pixels: number;
}

interface Tile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine: string;
  readonly content?: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly transform?: readonly number[];
}

interface View {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly extensions?: {
    readonly EXT_meshopt_compression: {
      byteOffset: number;
      byteLength: number;
      byteStride: number;
      count: number;
      mode: string;
    };
  };
}

interface Gltf {
  readonly nodes: readonly [{ readonly translation: number[]; readonly scale?: number[] }];
  readonly meshes: readonly [
    { readonly primitives: readonly [{ attributes: Record<string, number>; indices: number }] },
  ];
  readonly accessors: readonly { bufferView: number; componentType: number; count: number }[];
  readonly bufferViews: readonly View[];
  readonly images?: readonly [{ readonly bufferView: number }];
}

/** Every tile of a tileset of meshes, with what holds for all of them asserted. */
export async function readMeshTiles({ files, rootDocument }: ConvertedOutput): Promise<MeshTileShown[]> {
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  const used = new Set([rootDocument]);
  const json: { root: Tile } = JSON.parse(readFileSync(paths.get(rootDocument) ?? '', 'utf8'));
  const shown: MeshTileShown[] = [];
  const walk = async (tile: Tile, above: Tile | undefined): Promise<void> => {
    assert.equal(tile.refine, 'REPLACE');
    assert.ok(above === undefined || tile.geometricError < above.geometricError, 'a child is not finer');
    const uri = tile.content?.uri ?? '';
    used.add(uri);
    const bytes = readFileSync(paths.get(uri) ?? '');
    await validate(bytes, uri);
    const read = await glbOf(bytes, tile.boundingVolume.box, json.root.transform);
    const isLeaf = tile.children === undefined;
    shown.push({ ...read, error: tile.geometricError, isLeaf });
    for (const child of tile.children ?? []) await walk(child, tile);
  };
  await walk(json.root, undefined);
  assert.deepEqual([...used].sort(), [...paths.keys()].sort(), 'files that no tile names');
  return shown;
}

async function glbOf(file: Buffer, box: readonly number[], transform: readonly number[] | undefined) {
  const at = glbPlaces(file);
  assert.ok(at !== undefined, 'a tile is no GLB');
  const gltf: Gltf = JSON.parse(file.toString('utf8', 20, 20 + at.jsonLength));
  const bin = file.subarray(at.binOffset);
  const list = (accessor: number | undefined) => {
    const one = gltf.accessors[accessor ?? -1];
    const view = gltf.bufferViews[one?.bufferView ?? -1];
    const packed = view?.extensions?.EXT_meshopt_compression;
    if (one === undefined || view === undefined || packed === undefined) return undefined;
    const bytes = new Uint8Array(view.byteLength);
    const source = bin.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength);
    MeshoptDecoder.decodeGltfBuffer(bytes, packed.count, packed.byteStride, source, packed.mode);
    const values =
      one.componentType === 5126
        ? new Float32Array(bytes.buffer)
        : one.componentType === 5125
          ? new Uint32Array(bytes.buffer)
          : new Uint16Array(bytes.buffer);
    return { values, stride: values.length / one.count };
  };
  const [{ attributes, indices }] = gltf.meshes[0].primitives;
  const [places, uvs, colors, order] = [attributes.POSITION, attributes.TEXCOORD_0, attributes.COLOR_0, indices].map(
    list,
  );
  const [{ translation, scale = [1, 1, 1] }] = gltf.nodes;
  const corner = (n: number): ShownCorner => {
    const along = (axis: number) =>
      (places?.values[n * places.stride + axis] ?? 0) * (scale[axis] ?? 1) + (translation[axis] ?? 0);
    const local: Three = [along(0), -along(2), along(1)];
    for (const axis of [0, 1, 2] as const) {
      assert.ok(Math.abs(local[axis] - (box[axis] ?? 0)) <= (box[3 + 4 * axis] ?? 0), 'a corner is outside of its box');
    }
    const share = (values: typeof uvs, k: number) => (values?.values[n * values.stride + k] ?? 0) / 65_535;
    return {
      place: placed(local, transform),
      uv: uvs && [share(uvs, 0), share(uvs, 1)],
      color: colors && [0, 1, 2, 3].map((k) => share(colors, k)),
    };
  };
  const triangles = Array.from({ length: (order?.values.length ?? 0) / 3 }, (_, n) =>
    [0, 1, 2].map((k) => corner(order?.values[3 * n + k] ?? 0)),
  );
  const image = gltf.bufferViews[gltf.images?.[0].bufferView ?? -1];
  if (image === undefined) return { triangles, pixels: 0, pictureAt: () => [] };
  const source = sharp(bin.subarray(image.byteOffset, image.byteOffset + image.byteLength))
    .removeAlpha()
    .raw();
  const { data, info } = await source.toBuffer({ resolveWithObject: true });
  const pictureAt = (u: number, v: number): number[] => {
    const [x, y] = [Math.floor(u * info.width), Math.floor(v * info.height)];
    return Array.from(data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3));
  };
  return { triangles, pixels: info.width * info.height, pictureAt };
}

function placed([x, y, z]: Three, m: readonly number[] | undefined): Three {
  if (m === undefined) return [x, y, z];
  const along = (row: number) => (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0);
  return [along(0), along(1), along(2)];
}
