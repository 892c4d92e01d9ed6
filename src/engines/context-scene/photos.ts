import type { Camera } from '../geometry/camera.ts';
import { tellingOf } from './fisheye.ts';

/** A file that a scene names: `of` is a data id, or null for the scene's own folder. */
export interface FileRef {
  readonly of: string | null;
  readonly path: string;
}

/** A photo as it is written into a scene. */
export interface WrittenPhoto {
  readonly id: string;
  readonly image: FileRef;
  readonly lens?: Camera;
  /** Rows of the rotation, one after the other: the camera's axes x right, y down, z forward in the world. */
  readonly pose?: { readonly center: readonly [number, number, number]; readonly rotation: readonly number[] };
  readonly depths?: Depths;
}

/** How far a photo looks, in metres. */
export interface Depths {
  readonly near: number;
  readonly median: number;
  readonly far: number;
}

export type RefOf = (file: FileRef) => string;

/** The references of a scene: data as `rds:<id>`, files beside the scene by a reference to ".". */
export function references() {
  const known = new Map<string, string>();
  return {
    of({ of, path }: FileRef): string {
      const target = of === null ? '.' : `rds:${of}`;
      const id = known.get(target) ?? String(known.size);
      known.set(target, id);
      return `${id}:${path}`;
    },
    all: () => Object.fromEntries([...known].map(([target, id]) => [id, { Path: target }])),
  };
}

/** `Devices`, `Poses` and `Photos` of a collection; photos with equal lenses share a device. */
export function photosJson(photos: readonly WrittenPhoto[], refOf: RefOf): object {
  const devices = new Map<string, { readonly id: string; readonly json: object }>();
  const deviceOf = (lens: Camera): string => {
    const json = deviceJson(lens);
    const key = JSON.stringify(json);
    const found = devices.get(key) ?? { id: String(devices.size), json };
    devices.set(key, found);
    return found.id;
  };
  const shown = photos.map(({ id, image, lens, pose, depths }): [string, object] => [
    id,
    {
      ImagePath: refOf(image),
      ...(lens && { DeviceId: deviceOf(lens) }),
      ...(pose && { PoseId: id }),
      ...(depths && { NearDepth: depths.near, MedianDepth: depths.median, FarDepth: depths.far }),
    },
  ]);
  const poses = photos.flatMap(({ id, pose }) => (pose ? [[id, poseJson(pose)] as const] : []));
  return {
    ...(devices.size > 0 && { Devices: Object.fromEntries([...devices.values()].map(({ id, json }) => [id, json])) }),
    ...(poses.length > 0 && { Poses: Object.fromEntries(poses) }),
    Photos: Object.fromEntries(shown),
  };
}

function deviceJson(lens: Camera): object {
  const { width, height, principal, aspect, skew, fisheye } = lens;
  const size = { Dimensions: { width, height }, PrincipalPoint: { x: principal[0], y: principal[1] } };
  if (fisheye === undefined)
    return { Type: 'perspective', ...size, ...ordinary(lens), AspectRatio: aspect, Skew: skew };
  const told = tellingOf(lens, fisheye);
  if (!('matrix' in told)) {
    const { TangentialDistortion: _, ...shape } = ordinary({ ...lens, radial: told });
    return { Type: 'fisheye', ...size, ...shape, AspectRatio: aspect, Skew: skew };
  }
  const [M_00, M_01, M_10, M_11] = told.matrix;
  const [p0, p1, p2, p3, p4] = told.powers;
  const shape = { FisheyeFocalMatrix: { M_00, M_01, M_10, M_11 }, FisheyeDistortion: { p0, p1, p2, p3, p4 } };
  return { Type: 'fisheye', ...size, ...shape };
}

const ordinary = ({ focal, radial: [k1, k2, k3], tangential: [p1, p2] }: Camera) => ({
  FocalLength: focal,
  RadialDistortion: { k1, k2, k3 },
  TangentialDistortion: { p1, p2 },
});

const poseJson = ({ center: [x, y, z], rotation }: NonNullable<WrittenPhoto['pose']>): object => ({
  Center: { x, y, z },
  Rotation: Object.fromEntries(rotation.map((value, at) => [`M_${Math.floor(at / 3)}${at % 3}`, value])),
});
