import { endingOf } from '../../conversion/files.ts';
import type { InputFile } from '../../conversion/params.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { Matrix } from '../../matrix.ts';
import type { TexturedMesh } from '../../textured-mesh/mesh.ts';
import { type Pictures, picturesOf } from '../../textured-mesh/pictures.ts';
import { readGltfMesh } from '../../textured-mesh/read/gltf.ts';
import { batchSize, colorNames, makeBatch, type PointBatch } from '../batch.ts';
import type { CloudSource } from '../source.ts';
import { type TileContent, walkTileset } from './walk.ts';

interface Sampling {
  /** Metres: a point for each square of this side. */
  readonly step: number;
  /** Triangles of a tile. */
  readonly most: number;
}

/** The surfaces of a tileset of meshes as points, with the colours of their textures. */
export async function meshTilesSource(
  root: InputFile,
  inputs: readonly InputFile[],
  sampling: Sampling,
): Promise<CloudSource> {
  const { contents, home, onGlobe } = walkTileset(root, inputs);
  const tiles = contents.filter(({ file }) => ['glb', 'gltf'].includes(endingOf(file.name)));
  if (tiles.length === 0) throw unreadable(root.name, 'it has no tiles of glTF');
  return {
    columns: colorNames,
    promised: undefined,
    colorBits: 8,
    ...(onGlobe ? { srs: 'EPSG:4978', ...(home === undefined ? {} : { home }) } : {}),
    async *batches() {
      const series: Series = { left: 0, number: 0 };
      for (const tile of tiles) yield* samplesOf(await meshOf(tile, inputs, sampling), tile, sampling, series);
    },
    close: async () => {},
  };
}

async function meshOf({ file }: TileContent, inputs: readonly InputFile[], { most }: Sampling): Promise<TexturedMesh> {
  const mesh = await readGltfMesh(file, inputs, most);
  if (mesh.indices.length === 0) {
    throw unreadable(
      file.name,
      'it holds no surfaces: tiles of a cloud are made of files that can be converted themselves',
    );
  }
  return mesh;
}

/** Goes on from triangle to triangle, so that small ones get their share. */
interface Series {
  /** Square steps that no point stands for yet. */
  left: number;
  /** Of the point. */
  number: number;
}

/** Fractions of the plastic number: its multiples spread evenly over a square. */
const spread = [0.754_877_666_246_693, 0.569_840_290_998_053] as const;

async function* samplesOf(
  mesh: TexturedMesh,
  { file, transform }: TileContent,
  { step }: Sampling,
  series: Series,
): AsyncGenerator<PointBatch> {
  const batch = makeBatch(colorNames);
  const colors = await colorsOf(mesh, picturesOf(mesh.materials, file.name));
  const { indices, places } = mesh;
  for (let n = 0; n + 2 < indices.length; n += 3) {
    const corners = [indices[n] ?? 0, indices[n + 1] ?? 0, indices[n + 2] ?? 0] as const;
    series.left += areaOf(places, corners) / step ** 2;
    for (; series.left >= 1; series.left--) {
      const weights = weightsOf(series.number++);
      putPlace(batch, places, corners, weights, transform);
      colors(corners, weights, batch);
      if (++batch.count === batchSize) {
        yield batch;
        batch.count = 0;
      }
    }
  }
  if (batch.count > 0) yield batch;
}

type Corners = readonly [number, number, number];

/** A place in a triangle: shares of its corners. */
function weightsOf(number: number): Corners {
  let [u, v] = [(number * spread[0]) % 1, (number * spread[1]) % 1];
  if (u + v > 1) [u, v] = [1 - u, 1 - v];
  return [1 - u - v, u, v];
}

function areaOf(places: Float64Array, [a, b, c]: Corners): number {
  const side = (to: number, axis: number) => (places[3 * to + axis] ?? 0) - (places[3 * a + axis] ?? 0);
  const [ux, uy, uz, vx, vy, vz] = [side(b, 0), side(b, 1), side(b, 2), side(c, 0), side(c, 1), side(c, 2)];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}

const mixed = (values: ArrayLike<number>, width: number, k: number, corners: Corners, weights: Corners): number =>
  corners.reduce((sum, corner, n) => sum + (values[width * corner + k] ?? 0) * (weights[n] ?? 0), 0);

function putPlace(batch: PointBatch, places: Float64Array, corners: Corners, weights: Corners, m: Matrix): void {
  const [x, y, z] = [0, 1, 2].map((axis) => mixed(places, 3, axis, corners, weights));
  const along = (row: number) =>
    (m[row] ?? 0) * (x ?? 0) + (m[row + 1] ?? 0) * (y ?? 0) + (m[row + 2] ?? 0) * (z ?? 0) + (m[row + 3] ?? 0);
  batch.x[batch.count] = along(0);
  batch.y[batch.count] = along(4);
  batch.z[batch.count] = along(8);
}

type PutColor = (corners: Corners, weights: Corners, batch: PointBatch) => void;

/** Colours of textures by those of materials and vertices, as screens show them. */
async function colorsOf({ material, materials, uvs, colors }: TexturedMesh, pictures: Pictures): Promise<PutColor> {
  const used = new Set(material);
  const loaded = new Map<number, Awaited<ReturnType<Pictures['at']>>>();
  for (const one of used) if (materials[one]?.picture !== undefined) loaded.set(one, await pictures.at(one, 0));
  return (corners, weights, { count, columns }) => {
    const of = material[corners[0]] ?? 0;
    const picture = loaded.get(of);
    const [u, v] = [mixed(uvs, 2, 0, corners, weights), mixed(uvs, 2, 1, corners, weights)];
    const texel = picture ? texelOf(picture, u, v) : 0;
    for (const [k, name] of colorNames.entries()) {
      const light = (materials[of]?.color[k] ?? 1) * (colors ? mixed(colors, 4, k, corners, weights) / 255 : 1);
      const own = picture ? (picture.pixels[texel + k] ?? 0) : 255;
      const list = columns[name];
      if (list) list[count] = light === 1 ? own : encoded(linear(own / 255) * light);
    }
  };
}

/** The first byte of the pixel; pictures repeat. */
function texelOf({ width, height }: { readonly width: number; readonly height: number }, u: number, v: number): number {
  const inside = (value: number, size: number) => Math.min(size - 1, Math.floor((value - Math.floor(value)) * size));
  return 4 * (inside(v, height) * width + inside(u, width));
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const encoded = (light: number): number =>
  Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * Math.max(0, light) ** (1 / 2.4) - 0.055));
