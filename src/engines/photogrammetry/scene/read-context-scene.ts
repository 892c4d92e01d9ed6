import { sceneDocument } from '../../context-scene/document.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
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
  vectorOf,
} from './scene.ts';

const dataPrefix = 'rds:';

/** The photos of a `ContextScene.json`, or of an older scene as XML. `file` is its name, for messages. */
export function readContextScene(text: string, file: string): Scene {
  const scene = parsed(text, file);
  const photos = nodeOf(scene.PhotoCollection);
  if (photos === undefined) throw invalid(file, `it has no photos${otherContent(scene)}`);
  const devices = Object.entries(nodeOf(photos.Devices) ?? {});
  const numberOfDevice = new Map(devices.map(([id], n) => [id, n]));
  const poses = nodeOf(photos.Poses) ?? {};
  const references = nodeOf(scene.References) ?? {};
  return {
    srs: srsOf(scene, photos.SRSId),
    cameras: devices.map(([, device]) => deviceOf(nodeOf(device) ?? {}, file)),
    photos: Object.values(nodeOf(photos.Photos) ?? {}).map((entry): ScenePhoto => {
      const photo = nodeOf(entry) ?? {};
      const pose = poseOf(nodeOf(poses[String(photo.PoseId)]) ?? {});
      const camera = numberOfDevice.get(String(photo.DeviceId)) ?? -1;
      return { ...placeOf(String(photo.ImagePath ?? ''), references, file), camera, ...(pose ? { pose } : {}) };
    }),
    points: [],
  };
}

function parsed(text: string, file: string): Node {
  const found = sceneDocument(text);
  if ('fault' in found) throw invalid(file, found.fault);
  return found.members;
}

/** Clouds and meshes of a scene are taken by no step. */
const otherContent = ({ PointCloudCollection, MeshCollection }: Node): string =>
  PointCloudCollection || MeshCollection
    ? '; models are made of photos alone, its point clouds and meshes cannot be used'
    : '';

function srsOf(scene: Node, id: unknown): string | null {
  const system = nodeOf(nodeOf(scene.SpatialReferenceSystems)?.[String(id)]);
  return typeof system?.Definition === 'string' ? system.Definition : null;
}

/** The camera of a device; null where the file does not tell all of it. `file` is its name, for messages. */
export function deviceOf(device: Node, file: string): Camera | null {
  const type = String(device.Type ?? 'perspective').toLowerCase();
  const isFisheye = type === 'fisheye';
  if (!isFisheye && type !== 'perspective') throw invalid(file, `cameras of the type ${type} are not supported`);
  const [size, middle] = [nodeOf(device.Dimensions), nodeOf(device.PrincipalPoint)];
  const [radial, tangential] = [nodeOf(device.RadialDistortion), nodeOf(device.TangentialDistortion)];
  const [matrix, powers] = [nodeOf(device.FisheyeFocalMatrix), nodeOf(device.FisheyeDistortion)];
  const parts = {
    width: numberOf(size?.width),
    height: numberOf(size?.height),
    focal: numberOf(device.FocalLength),
    principal: [numberOf(middle?.x), numberOf(middle?.y)],
    radial: [numberOf(radial?.k1), numberOf(radial?.k2), numberOf(radial?.k3)],
    tangential: [numberOf(tangential?.p1), numberOf(tangential?.p2)],
    aspect: numberOf(device.AspectRatio),
    skew: numberOf(device.Skew),
  } as const;
  if (!isFisheye) return cameraOf(parts);
  return fisheyeCameraOf(
    { ...parts, matrix, powers: ['p0', 'p1', 'p2', 'p3', 'p4'].map((name) => powers?.[name]) },
    file,
  );
}

function poseOf(pose: Node): Pose | undefined {
  const centre = nodeOf(pose.Center);
  const place = vectorOf(numberOf(centre?.x), numberOf(centre?.y), numberOf(centre?.z));
  const rotation = rotationOf(nodeOf(pose.Rotation) ?? {}, ['omega', 'phi', 'kappa']);
  return place && rotation ? { centre: place, rotation } : undefined;
}

/** `0:IMG_1.jpg`: the file in what reference 0 names, data or a folder beside the scene. */
function placeOf(path: string, references: Node, file: string): Pick<ScenePhoto, 'data' | 'name'> {
  const [, id = '', name = ''] = /^([^:]*):(.*)$/s.exec(path) ?? ['', '', path];
  if (id === '') return { data: null, name };
  const target = nodeOf(references[id])?.Path;
  if (typeof target !== 'string') throw invalid(file, `it names a photo by the reference '${id}', which it has not`);
  if (target.startsWith(dataPrefix)) return { data: target.slice(dataPrefix.length), name };
  const folder = target === '.' || target === './' ? '' : `${target.replace(/\/+$/, '')}/`;
  return { data: null, name: `${folder}${name}` };
}

/** Ids of the data that a scene refers to, for whom that has to provide them. */
export function dataOfScene(text: string, file: string): string[] {
  const references = Object.values(nodeOf(parsed(text, file).References) ?? {});
  const paths = references.flatMap((reference) => nodeOf(reference)?.Path ?? []);
  return paths.flatMap((path) =>
    typeof path === 'string' && path.startsWith(dataPrefix) ? path.slice(dataPrefix.length) : [],
  );
}
