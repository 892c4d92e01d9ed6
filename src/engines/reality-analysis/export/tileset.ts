import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crs } from '../../crs/crs.ts';
import { localFrame } from '../../crs/transform.ts';
import { glbHead, padded } from '../../geometry/glb.ts';
import { transpose } from '../../matrix.ts';
import type { Line, Object3D, Place, Polygon } from '../scene/types.ts';

/** A body of triangles, in the units of the reference system. */
interface Body {
  readonly places: readonly Place[];
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly label: number;
  readonly confidence: number;
}

export interface Shown {
  readonly objects?: readonly Object3D[];
  readonly lines?: readonly Line[];
  readonly polygons?: readonly Polygon[];
}

/** 3D Tiles 1.1 of one tile: boxes as bodies, lines as thin prisms, polygons as fans; each is a feature with its label. */
export async function writeTileset(
  folder: string,
  shown: Shown,
  nameOf: (label: number) => string,
  crs: Crs | undefined,
): Promise<void> {
  const bodies = bodiesOf(shown);
  const places = bodies.flatMap((body) => body.places);
  const [low, high] = [Math.min, Math.max].map((least) =>
    ([0, 1, 2] as const).map((axis) =>
      places.reduce((value, place) => least(value, place[axis]), least === Math.min ? Infinity : -Infinity),
    ),
  );
  const middle = [0, 1, 2].map((axis) => (places.length === 0 ? 0 : ((low?.[axis] ?? 0) + (high?.[axis] ?? 0)) / 2));
  const center = [middle[0] ?? 0, middle[1] ?? 0, middle[2] ?? 0] as const;
  const frame = localFrame(crs, center);
  const local = (place: Place): Place => {
    const moved = Float64Array.from(place);
    frame.move(moved);
    return [moved[0] ?? 0, moved[1] ?? 0, moved[2] ?? 0];
  };
  const moved = bodies.map((body) => ({ ...body, places: body.places.map(local) }));
  if (moved.length > 0) await writeFile(join(folder, 'content.glb'), glbOf(moved, nameOf));
  await writeFile(join(folder, 'tileset.json'), JSON.stringify(tilesetOf(moved, frame.transform)));
}

function tilesetOf(bodies: readonly Body[], transform: readonly number[]): object {
  const half = [0, 1, 2].map((axis) =>
    Math.max(0.5, ...bodies.flatMap(({ places }) => places.map((place) => Math.abs(place[axis] ?? 0)))),
  );
  const [x = 1, y = 1, z = 1] = half;
  const error = 2 * Math.hypot(x, y, z);
  return {
    asset: { version: '1.1' },
    geometricError: error,
    root: {
      transform: transpose(transform),
      boundingVolume: { box: [0, 0, 0, x, 0, 0, 0, y, 0, 0, 0, z] },
      geometricError: 0,
      refine: 'ADD',
      ...(bodies.length > 0 && { content: { uri: 'content.glb' } }),
    },
  };
}

const quads = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;
const boxTriangles = quads.flatMap(([a, b, c, d]) => [[a, b, c] as const, [a, c, d] as const]);

function bodiesOf({ objects = [], lines = [], polygons = [] }: Shown): Body[] {
  const boxes = objects.map(({ box: { low, high }, label, confidence = 1 }): Body => {
    const corner = (n: number): Place => [(n & 1 ? high : low)[0], (n & 2 ? high : low)[1], (n & 4 ? high : low)[2]];
    return { places: [0, 1, 2, 3, 4, 5, 6, 7].map(corner), triangles: boxTriangles, label, confidence };
  });
  return [...boxes, ...lines.map(prismOf), ...polygons.map(fanOf)];
}

const thin = 0.02;

/** A square tube along a line, as wide as the line at most. */
function prismOf({ places, diameters, label, confidence = 1 }: Line): Body {
  const all: Place[] = [];
  const triangles: [number, number, number][] = [];
  for (const [n, from] of places.slice(0, -1).entries()) {
    const to = places[n + 1] ?? from;
    const wide = Math.max(thin, diameters?.[n] ?? 0) / 2;
    const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const flat = Math.hypot(dx, dy);
    const length = Math.hypot(flat, dz) || 1;
    const side = flat < 1e-9 ? ([1, 0, 0] as const) : ([-dy / flat, dx / flat, 0] as const);
    const up = [
      (dy * side[2] - dz * side[1]) / length,
      (dz * side[0] - dx * side[2]) / length,
      (dx * side[1] - dy * side[0]) / length,
    ] as const;
    const first = all.length;
    for (let corner = 0; corner < 8; corner++) {
      const end = corner & 4 ? to : from;
      const [a, b] = [corner & 1 ? wide : -wide, corner & 2 ? wide : -wide];
      all.push([end[0] + a * side[0] + b * up[0], end[1] + a * side[1] + b * up[1], end[2] + a * side[2] + b * up[2]]);
    }
    for (const [a, b, c] of boxTriangles) triangles.push([first + a, first + b, first + c]);
  }
  return { places: all, triangles, label, confidence };
}

/** The outer ring as triangles, cutting one ear after the other, seen from above. */
function fanOf({ outer, label, confidence = 1 }: Polygon): Body {
  const left = outer.map((_, n) => n);
  const at = (n: number): Place => outer[n] ?? [0, 0, 0];
  const turn = (a: Place, b: Place, c: Place) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const area = outer.reduce((sum, place, n) => sum + turn(at(0), place, at((n + 1) % outer.length)), 0);
  const sign = area < 0 ? -1 : 1;
  const triangles: [number, number, number][] = [];
  for (let looked = 0; left.length > 3 && looked < left.length; looked++) {
    const [a = 0, b = 0, c = 0] = [left[0], left[1], left[2]];
    const isEar =
      sign * turn(at(a), at(b), at(c)) > 0 &&
      left.slice(3).every((n) => {
        const sides = [turn(at(a), at(b), at(n)), turn(at(b), at(c), at(n)), turn(at(c), at(a), at(n))];
        return sides.some((side) => sign * side < 0);
      });
    if (isEar) {
      triangles.push([a, b, c]);
      left.splice(1, 1);
      looked = -1;
    } else left.push(left.shift() ?? 0);
  }
  if (left.length === 3) triangles.push([left[0] ?? 0, left[1] ?? 0, left[2] ?? 0]);
  return { places: outer, triangles, label, confidence };
}

/** Colours by label, that differ as much as they can. */
function colourOf(label: number): number[] {
  const hue = (label * 0.618_034) % 1;
  return [0, 1 / 3, 2 / 3].map(
    (shift) => 0.15 + 0.7 * Math.max(0, Math.min(1, Math.abs(((hue + shift) % 1) * 6 - 3) - 1)),
  );
}

/** Flat-shaded triangles, Y up, with a table of features. */
function glbOf(bodies: readonly Body[], nameOf: (label: number) => string): Buffer {
  const corners: { place: Place; normal: Place; colour: number[]; feature: number }[] = [];
  for (const [feature, { places, triangles, label }] of bodies.entries()) {
    for (const triangle of triangles) {
      const [a, b, c] = triangle.map((n): Place => {
        const [x, y, z] = places[n] ?? [0, 0, 0];
        return [x, z, -y];
      });
      if (!a || !b || !c) continue;
      const normal = normalOf(a, b, c);
      for (const place of [a, b, c]) corners.push({ place, normal, colour: colourOf(label), feature });
    }
  }
  return packed(corners, bodies, nameOf);
}

function normalOf(a: Place, b: Place, c: Place): Place {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z);
  return length === 0 ? [0, 1, 0] : [x / length, y / length, z / length];
}

interface Corner {
  readonly place: Place;
  readonly normal: Place;
  readonly colour: readonly number[];
  readonly feature: number;
}

function packed(corners: readonly Corner[], bodies: readonly Body[], nameOf: (label: number) => string): Buffer {
  const places = Float32Array.from(corners.flatMap(({ place }) => [...place]));
  const names = bodies.map(({ label }) => Buffer.from(nameOf(label)));
  let end = 0;
  const offsets = Uint32Array.from([0, ...names.map((name) => (end += name.length))]);
  const { views, chunks, size } = viewsOf([
    places,
    Float32Array.from(corners.flatMap(({ normal }) => [...normal])),
    Float32Array.from(corners.flatMap(({ colour }) => [...colour])),
    Float32Array.from(corners.map(({ feature }) => feature)),
    end === 0 ? Buffer.alloc(1) : Buffer.concat(names),
    offsets,
    Uint32Array.from(bodies.map(({ label }) => label)),
    Float32Array.from(bodies.map(({ confidence }) => confidence)),
  ]);
  const gltf = gltfOf(corners.length, places, bodies.length, views, size);
  return Buffer.concat([glbHead(gltf, size), ...chunks, Buffer.alloc(padded(size) - size)]);
}

/** The first four are attributes of vertices. */
function viewsOf(parts: readonly (Float32Array | Uint32Array | Buffer)[]) {
  const views: object[] = [];
  const chunks: Buffer[] = [];
  let size = 0;
  for (const [n, part] of parts.entries()) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const room = Math.ceil(bytes.length / 8) * 8;
    views.push({ buffer: 0, byteOffset: size, byteLength: bytes.length, ...(n < 4 && { target: 34_962 }) });
    chunks.push(bytes, Buffer.alloc(room - bytes.length));
    size += room;
  }
  return { views, chunks, size };
}

function gltfOf(count: number, places: Float32Array, features: number, views: readonly object[], size: number): object {
  const accessor = (bufferView: number, type: string, more: object = {}) => ({
    bufferView,
    componentType: 5126,
    count,
    type,
    ...more,
  });
  const axes = [0, 1, 2].map((axis) => places.filter((_, n) => n % 3 === axis));
  const extreme = (least: (a: number, b: number) => number, from: number) =>
    axes.map((values) => values.reduce((a, b) => least(a, b), from));
  const bounds = { min: extreme(Math.min, Infinity), max: extreme(Math.max, -Infinity) };
  const attributes = { POSITION: 0, NORMAL: 1, COLOR_0: 2, _FEATURE_ID_0: 3 };
  const ids = { featureIds: [{ featureCount: features, attribute: 0, propertyTable: 0 }] };
  return {
    asset: { version: '2.0', generator: 'Twin Platform' },
    extensionsUsed: ['EXT_mesh_features', 'EXT_structural_metadata'],
    extensions: { EXT_structural_metadata: metadataOf(features) },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, material: 0, extensions: { EXT_mesh_features: ids } }] }],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.9 }, doubleSided: true }],
    accessors: [accessor(0, 'VEC3', bounds), accessor(1, 'VEC3'), accessor(2, 'VEC3'), accessor(3, 'SCALAR')],
    bufferViews: views,
    buffers: [{ byteLength: size }],
  };
}

const metadataOf = (count: number): object => ({
  schema: {
    id: 'analysis',
    classes: {
      features: {
        properties: {
          label: { type: 'STRING', required: true },
          labelId: { type: 'SCALAR', componentType: 'UINT32', required: true },
          confidence: { type: 'SCALAR', componentType: 'FLOAT32', required: true },
        },
      },
    },
  },
  propertyTables: [
    {
      class: 'features',
      count,
      properties: {
        label: { values: 4, stringOffsets: 5, stringOffsetType: 'UINT32' },
        labelId: { values: 6 },
        confidence: { values: 7 },
      },
    },
  ],
});
