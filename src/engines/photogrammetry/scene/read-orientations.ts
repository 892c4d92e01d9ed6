import { XMLParser } from 'fast-xml-parser';
import { faultOfXml } from '../../context-scene/document.ts';
import type { Pose } from '../../geometry/camera.ts';
import { type Rows, times } from '../../geometry/vectors.ts';
import { cross, type Vector } from '../../matrix.ts';
import { usualAccuracy } from '../block.ts';
import {
  cameraOf,
  fisheyeCameraOf,
  invalid,
  type Node,
  nodeOf,
  numberOf,
  rotationOf,
  type Scene,
  type ScenePhoto,
  type ScenePoint,
  vectorOf,
} from './scene.ts';

const lists = new Set(['SRS', 'Photogroup', 'BulkPhotos', 'Photo', 'ControlPoint', 'Measurement']);
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name: string) => lists.has(name),
  processEntities: { enabled: true, maxEntityCount: 0 },
});

/**
 * The photos of a `BlocksExchange`: those of groups, then those of `BulkPhotos`, of which it knows neither camera nor
 * pose. `file` is its name, for messages.
 */
export function readOrientations(text: string, file: string): Scene {
  const block = blockOf(text, file);
  const groups = each(nodeOf(block.node.Photogroups)?.Photogroup);
  const grouped = groups.flatMap((group, camera) => each(group.Photo).map((photo) => ({ photo, group, camera })));
  const bulk = each(block.node.BulkPhotos).flatMap(({ Photo }) => each(Photo));
  const photos = [...grouped, ...bulk.map((photo) => ({ photo, group: undefined, camera: -1 }))];
  const byId = new Map(photos.map(({ photo }, n) => [textOf(photo.Id), n]));
  const points = each(nodeOf(block.node.ControlPoints)?.ControlPoint);
  const pointsSrs = systemOfPoints(points, block, file);
  return {
    srs: block.srs,
    ...(pointsSrs === undefined ? {} : { pointsSrs }),
    cameras: groups.map((group) => cameraOfGroup(group, file)),
    photos: photos.map(({ photo, group, camera }): ScenePhoto => {
      const pose = group && poseOf(nodeOf(photo.Pose) ?? {}, textOf(group.CameraOrientation));
      return { ...placeOf(textOf(photo.ImagePath)), camera, ...(pose ? { pose } : {}) };
    }),
    points: points.flatMap((point) => pointOf(point, byId)),
  };
}

interface BlockNode {
  readonly node: Node;
  readonly srs: string | null;
  /** Definitions by their ids. */
  readonly systems: ReadonlyMap<string, string>;
}

function blockOf(text: string, file: string): BlockNode {
  const fault = faultOfXml(text);
  if (fault !== undefined) throw invalid(file, fault);
  const root = nodeOf(nodeOf(parser.parse(text))?.BlocksExchange);
  const node = nodeOf(root?.Block);
  if (root === undefined || node === undefined) throw invalid(file, 'it has no block of photos');
  const all = each(nodeOf(root.SpatialReferenceSystems)?.SRS);
  const systems = new Map(all.map((srs) => [textOf(srs.Id), textOf(srs.Definition)]));
  return { node, srs: systems.get(textOf(node.SRSId)) ?? null, systems };
}

/** One for all of them; undefined: that of the block. */
function systemOfPoints(points: readonly Node[], { systems }: BlockNode, file: string): string | undefined {
  const [one, ...others] = new Set(points.flatMap(({ SRSId }) => systems.get(textOf(SRSId)) ?? []));
  if (others.length > 0) throw invalid(file, 'its control points are in several reference systems');
  return one;
}

const each = (value: unknown): Node[] => {
  const nodes: Node[] = [];
  if (Array.isArray(value)) for (const one of value) nodes.push(nodeOf(one) ?? {});
  return nodes;
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function cameraOfGroup(group: Node, file: string) {
  const model = textOf(group.CameraModelType) || 'Perspective';
  const isFisheye = model.toLowerCase() === 'fisheye';
  if (!isFisheye && model.toLowerCase() !== 'perspective') {
    throw invalid(file, `cameras of the type ${model} are not supported`);
  }
  const [size, middle] = [nodeOf(group.ImageDimensions), nodeOf(group.PrincipalPoint)];
  const lens = nodeOf(group.Distortion);
  const width = numberOf(size?.Width);
  const height = numberOf(size?.Height);
  const perSensor = Math.max(width ?? 0, height ?? 0) / (numberOf(group.SensorSize) ?? Number.NaN);
  const byLength = (numberOf(group.FocalLength) ?? Number.NaN) * perSensor;
  const parts = {
    width,
    height,
    focal: numberOf(group.FocalLengthPixels) ?? numberOf(byLength),
    principal: [numberOf(middle?.x), numberOf(middle?.y)],
    radial: [numberOf(lens?.K1), numberOf(lens?.K2), numberOf(lens?.K3)],
    tangential: [numberOf(lens?.P1), numberOf(lens?.P2)],
    aspect: numberOf(group.AspectRatio),
    skew: numberOf(group.Skew),
  } as const;
  if (!isFisheye) return cameraOf(parts);
  const [matrix, bend] = [nodeOf(group.FisheyeFocalMatrix), nodeOf(group.FisheyeDistortion)];
  const powers = ['P0', 'P1', 'P2', 'P3', 'P4'].map((name) => bend?.[name]);
  return fisheyeCameraOf({ ...parts, matrix, powers }, file);
}

function poseOf(pose: Node, orientation: string): Pose | undefined {
  const centre = nodeOf(pose.Center);
  const place = vectorOf(numberOf(centre?.x), numberOf(centre?.y), numberOf(centre?.z));
  const rotation = rotationOf(nodeOf(pose.Rotation) ?? {}, ['Omega', 'Phi', 'Kappa']);
  return place && rotation ? { centre: place, rotation: rightAndDown(rotation, orientation) } : undefined;
}

/** Rows for the camera's own axes, `XRightYDown` and others, as those that go right, down and forward. */
function rightAndDown(rows: Rows, orientation: string): Rows {
  const [, x = 'right', y = 'down'] = /^X(Right|Left|Up|Down)Y(Right|Left|Up|Down)$/i.exec(orientation) ?? [];
  const along = (direction: string, opposite: string): Vector | undefined => {
    for (const [n, name] of [x, y].entries()) {
      const row = rows[n === 0 ? 0 : 1];
      if (name.toLowerCase() === direction) return row;
      if (name.toLowerCase() === opposite) return times(row, -1);
    }
    return undefined;
  };
  const [right, down] = [along('right', 'left'), along('down', 'up')];
  return right && down ? [right, down, cross(right, down)] : rows;
}

/** `<data id>/<file name>`, or the name alone. */
function placeOf(path: string): Pick<ScenePhoto, 'data' | 'name'> {
  const [, data, name] = /^([^/\\]+)[/\\](.*)$/s.exec(path) ?? [];
  return data === undefined || name === undefined
    ? { data: null, name: path }
    : { data, name: name.replaceAll('\\', '/') };
}

/** Ids of the data that hold the photos. */
export const dataOfOrientations = (text: string, file: string): string[] => [
  ...new Set(readOrientations(text, file).photos.flatMap(({ data }) => data ?? [])),
];

function pointOf(point: Node, photos: ReadonlyMap<string, number>): ScenePoint[] {
  const position = nodeOf(point.Position);
  const place = vectorOf(numberOf(position?.x), numberOf(position?.y), numberOf(position?.z));
  if (place === undefined) return [];
  const seen = each(point.Measurement).flatMap((measurement) => {
    const photo = photos.get(textOf(measurement.PhotoId));
    const [x, y] = [numberOf(measurement.x), numberOf(measurement.y)];
    return photo === undefined || x === undefined || y === undefined ? [] : [{ photo, x, y }];
  });
  const use = /^(true|1)$/i.test(textOf(point.CheckPoint)) ? 'check' : 'control';
  const accuracy = accuracyOf(point);
  return [{ id: textOf(point.Name), use, place, seen, ...(accuracy && { accuracy }) }];
}

/** Undefined where the file says nothing of it; zero says as much. */
function accuracyOf({ Category, HorizontalAccuracy, VerticalAccuracy }: Node): ScenePoint['accuracy'] {
  const category = textOf(Category).toLowerCase();
  const [horizontal, vertical] = [numberOf(HorizontalAccuracy), numberOf(VerticalAccuracy)];
  if (category !== 'horizontal' && category !== 'vertical' && !horizontal && !vertical) return undefined;
  const told = (deviation: number | undefined) =>
    deviation !== undefined && deviation > 0 ? deviation : usualAccuracy;
  return {
    horizontal: category === 'vertical' ? null : told(horizontal),
    vertical: category === 'horizontal' ? null : told(vertical),
  };
}
