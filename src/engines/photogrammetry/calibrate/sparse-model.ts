import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Camera, Pose } from '../../geometry/camera.ts';
import { rowsOfQuaternion, times, transposed, turned } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';

/** What the matcher found, in a system of its own. */
export interface SparseModel {
  /** By its number there. */
  readonly cameras: ReadonlyMap<number, Camera>;
  /** By the name of the picture. */
  readonly pictures: ReadonlyMap<string, { readonly camera: number; readonly pose: Pose }>;
  readonly points: readonly SparsePoint[];
}

export interface SparsePoint {
  readonly place: Vector;
  /** By pictures, each once. */
  readonly seen: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  readonly error: number;
}

/** Reads the model as text. */
export function readSparseModel(folder: string): SparseModel {
  const lines = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const shown = new Map<string, { readonly name: string; readonly places: Float32Array }>();
  const pictures = new Map<string, { camera: number; pose: Pose }>();
  const list = lines('images.txt');
  for (let n = 0; n + 1 < list.length; n += 2) {
    const words = (list[n] ?? '').split(' ');
    if (words.length < 10) continue;
    const [id = '', ...rest] = words;
    const [w = 1, x = 0, y = 0, z = 0, a = 0, b = 0, c = 0, camera = 0] = rest.slice(0, 8).map(Number);
    const name = rest.slice(8).join(' ');
    const rotation = rowsOfQuaternion(w, x, y, z);
    // triples of x, y and the point's number
    const triples = (list[n + 1] ?? '').split(' ');
    const places = Float32Array.from(triples.filter((_, at) => at % 3 !== 2).map(Number));
    shown.set(id, { name, places });
    pictures.set(name, { camera, pose: { rotation, centre: times(turned(transposed(rotation), [a, b, c]), -1) } });
  }
  const points = lines('points3D.txt').flatMap((line) => {
    const words = line.split(' ');
    if (words.length < 10) return [];
    const [, x = 0, y = 0, z = 0, , , , error = 0] = words.slice(0, 8).map(Number);
    return [{ place: [x, y, z] as const, seen: seenIn(words.slice(8), shown), error }];
  });
  return { cameras: new Map(lines('cameras.txt').flatMap(cameraOfLine)), pictures, points };
}

/** Of pairs of a picture and a place in its list. */
function seenIn(
  track: readonly string[],
  shown: ReadonlyMap<string, { readonly name: string; readonly places: Float32Array }>,
): SparsePoint['seen'] {
  const seen = new Map<string, SparsePoint['seen'][number]>();
  for (let n = 0; n + 1 < track.length; n += 2) {
    const { name, places } = shown.get(track[n] ?? '') ?? {};
    const at = 2 * Number(track[n + 1]);
    const [x, y] = [places?.[at], places?.[at + 1]];
    if (name !== undefined && x !== undefined && y !== undefined && !seen.has(name)) seen.set(name, { name, x, y });
  }
  return [...seen.values()];
}

/** `id SIMPLE_RADIAL width height f cx cy k`, or with `_FISHEYE` behind the name. */
function cameraOfLine(line: string): [number, Camera][] {
  const [id, model = '', ...words] = line.trim().split(' ');
  const [width = 0, height = 0, focal = 0, x = 0, y = 0, k = 0] = words.map(Number);
  const isFisheye = model === 'SIMPLE_RADIAL_FISHEYE';
  if (id === undefined || !(isFisheye || model === 'SIMPLE_RADIAL')) return [];
  const lens = isFisheye ? ({ radial: [0, 0, 0], fisheye: [0, k] } as const) : ({ radial: [k, 0, 0] } as const);
  const camera = { width, height, focal, aspect: 1, skew: 0, principal: [x, y], tangential: [0, 0], ...lens } as const;
  return [[Number(id), camera]];
}
