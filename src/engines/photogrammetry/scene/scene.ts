import { fisheyeByPowers, fisheyeByRadial } from '../../context-scene/fisheye.ts';
import { EngineFailure } from '../../failure.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
import type { Rows } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import type { GroundPoint } from '../block.ts';

/** Photos as a scene or a file of orientations tells of them. */
export interface Scene {
  /** As the file says it: `EPSG:25832+7837`, well-known text; null when it says none. */
  readonly srs: string | null;
  /** Null where the file does not tell all of a camera. */
  readonly cameras: readonly (Camera | null)[];
  readonly photos: readonly ScenePhoto[];
  readonly points: readonly ScenePoint[];
  /** Of the points; absent: that of the poses. */
  readonly pointsSrs?: string;
}

export interface ScenePhoto {
  /** Id of the data that holds it; null: the data of the scene itself. */
  readonly data: string | null;
  readonly name: string;
  /** Index among the cameras; -1: none is told. */
  readonly camera: number;
  readonly pose?: Pose;
}

/** Its photos are those of the scene. */
export type ScenePoint = GroundPoint;

export type Node = Readonly<Record<string, unknown>>;

export const nodeOf = (value: unknown): Node | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

/** A number, also when it is written as a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export const invalid = (file: string, what: string): EngineFailure =>
  new EngineFailure('InputData_Invalid', `${file} cannot be used: ${what}.`, undefined, [file]);

/** The rotation of nine members M_00 to M_22, or of three angles in degrees. */
export function rotationOf(rotation: Node, angles: readonly [string, string, string]): Rows | undefined {
  const m = (row: number, column: number) => numberOf(rotation[`M_${row}${column}`]);
  const rows = [0, 1, 2].map((row) => vectorOf(m(row, 0), m(row, 1), m(row, 2)));
  const [a, b, c] = rows;
  if (a && b && c) return [a, b, c];
  const [omega, phi, kappa] = angles.map((name) => numberOf(rotation[name]));
  if (omega === undefined || phi === undefined || kappa === undefined) return undefined;
  return rowsOfAngles(omega, phi, kappa);
}

function rowsOfAngles(...degrees: readonly [number, number, number]): Rows {
  const [o = 0, p = 0, k = 0] = degrees.map((angle) => (angle * Math.PI) / 180);
  const [so, co, sp, cp, sk, ck] = [Math.sin(o), Math.cos(o), Math.sin(p), Math.cos(p), Math.sin(k), Math.cos(k)];
  return [
    [cp * ck, co * sk + so * sp * ck, so * sk - co * sp * ck],
    [-cp * sk, co * ck - so * sp * sk, so * ck + co * sp * sk],
    [sp, -so * cp, co * cp],
  ];
}

export const vectorOf = (x: number | undefined, y: number | undefined, z: number | undefined): Vector | undefined =>
  x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];

/** What files tell of a camera. */
interface CameraParts {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly focal: number | undefined;
  readonly principal?: readonly [number | undefined, number | undefined];
  readonly radial?: readonly (number | undefined)[];
  readonly tangential?: readonly (number | undefined)[];
  readonly aspect?: number | undefined;
  readonly skew?: number | undefined;
}

interface FisheyeParts extends CameraParts {
  /** M_00, M_01, M_10, M_11. */
  readonly matrix: Node | undefined;
  /** P0 to P4. */
  readonly powers: readonly unknown[];
}

/**
 * A fisheye camera, by its matrix and powers, beside which files may hold the fields of other lenses; else by its focal
 * length and K1 to K3. Null without either.
 */
export function fisheyeCameraOf(parts: FisheyeParts, file: string): Camera | null {
  const { matrix, powers } = parts;
  if (matrix === undefined) {
    const camera = cameraOf({ ...parts, tangential: [] });
    return camera && { ...camera, radial: [0, 0, 0], fisheye: fisheyeByRadial(camera.radial) };
  }
  const [a, b, c, d] = ['M_00', 'M_01', 'M_10', 'M_11'].map((name) => numberOf(matrix[name]));
  const [p0, p1, p2, p3, p4] = powers.map(numberOf);
  const shape = fisheyeByPowers({
    matrix: [a ?? 0, b ?? 0, c ?? 0, d ?? a ?? 0],
    powers: [p0 ?? 0, p1 ?? 1, p2 ?? 0, p3 ?? 0, p4 ?? 0],
  });
  if (shape === undefined) throw invalid(file, 'the focal matrix or the distortion of a fisheye camera is not usable');
  const camera = cameraOf({ ...parts, focal: shape.focal, radial: [], tangential: [] });
  return camera && { ...camera, ...shape };
}

/** A camera of whole parts; null without a size or focal length. */
export function cameraOf(parts: CameraParts): Camera | null {
  const { width, height, focal, principal = [], radial = [], tangential = [], aspect = 1, skew = 0 } = parts;
  if (!(width && height && focal) || !(width > 0 && height > 0 && focal > 0 && aspect > 0)) return null;
  return {
    width,
    height,
    focal,
    aspect,
    skew,
    principal: [principal[0] ?? width / 2, principal[1] ?? height / 2],
    radial: [radial[0] ?? 0, radial[1] ?? 0, radial[2] ?? 0],
    tangential: [tangential[0] ?? 0, tangential[1] ?? 0],
  };
}
