import { readFile } from 'node:fs/promises';
import { isRecord, membersOf } from '../../../std/records.ts';
import { type Members, sceneDocument } from '../../context-scene/document.ts';
import type { EngineFailure } from '../../engine.ts';
import { deviceOf } from '../../photogrammetry/scene/read-context-scene.ts';
import { rotationOf } from '../../photogrammetry/scene/scene.ts';
import { failures } from '../failures.ts';
import type { Camera } from './camera.ts';
import type { Annotations, FileRef, Label, Object2D, Object3D, Photo, Scene } from './types.ts';

/** Reads a scene. Throws InputData_Invalid with the place of the first fault. */
export async function readScene(path: string): Promise<Scene> {
  const found = sceneDocument(await readFile(path, 'utf8'));
  if ('fault' in found) throw invalid(found.fault);
  return sceneOf(found.members);
}

export function sceneOf(json: Members): Scene {
  const files = filesOf(membersOf(json.References));
  const photos = membersOf(json.PhotoCollection);
  const clouds = membersOf(json.PointCloudCollection);
  const meshes = membersOf(json.MeshCollection);
  const annotations = membersOf(json.Annotations);
  const systems = membersOf(json.SpatialReferenceSystems);
  const users = [photos, clouds, meshes, ...Object.values(annotations).map(membersOf)];
  const srsId = users.map(({ SRSId }) => SRSId).find((id) => id !== undefined && id !== null);
  const crs = membersOf(systems[String(srsId)]).Definition;
  return {
    ...(typeof crs === 'string' && { crs }),
    photos: entries(photos.Photos).map(([id, photo]) => photoOf(id, photo, photos, files)),
    clouds: entries(clouds.PointClouds).map(([id, one]) => files(one.Path, `point cloud "${id}"`)),
    meshes: entries(meshes.Meshes).map(([id, one]) => files(one.Path, `mesh "${id}"`)),
    annotations: annotationsOf(annotations, files),
  };
}

const invalid = (fault: string): EngineFailure => failures.invalidData('ContextScene.json', fault);

const entries = (value: unknown): [string, Members][] =>
  Object.entries(membersOf(value)).map(([id, one]) => {
    if (!isRecord(one)) throw invalid(`"${id}" is no object`);
    return [id, one];
  });

function numberIn(members: Members, name: string, where: string, usual?: number): number {
  const value = members[name] ?? usual;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(`${where} has no number ${name}`);
  return value;
}

type Files = (ref: unknown, where: string) => FileRef;

/** "0:IMG_1.JPG": a file of the data that reference 0 names, or of the scene's own folder. */
const filesOf =
  (references: Members): Files =>
  (ref, where) => {
    const [, id = '', path = ''] = /^([^:]*):(.+)$/s.exec(String(ref ?? '')) ?? [];
    if (path === '') throw invalid(`${where} names no file`);
    const target = membersOf(references[id]).Path;
    if (typeof target !== 'string') throw invalid(`${where} names the reference "${id}", which is not there`);
    if (target.startsWith('rds:')) return { of: target.slice(4), path };
    return { of: null, path: target === '.' || target === '' ? path : `${target.replace(/\/+$/, '')}/${path}` };
  };

function photoOf(id: string, photo: Members, collection: Members, files: Files): Photo {
  const where = `photo "${id}"`;
  const device = membersOf(membersOf(collection.Devices)[String(photo.DeviceId)]);
  const pose = membersOf(membersOf(collection.Poses)[String(photo.PoseId)]);
  const isPosed = isRecord(pose.Center) && isRecord(pose.Rotation);
  const camera = isPosed ? cameraOf(device, membersOf(pose.Center), membersOf(pose.Rotation), where) : undefined;
  return { id, image: files(photo.ImagePath, where), ...(camera && { camera }) };
}

/** Undefined where the scene does not tell all of its lens. */
function cameraOf(device: Members, center: Members, rotation: Members, where: string): Camera | undefined {
  const lens = deviceOf(device, 'ContextScene.json');
  const rows = rotationOf(rotation, ['omega', 'phi', 'kappa']);
  if (rows === undefined) throw invalid(`${where} has no rotation`);
  const at = (axis: string) => numberIn(center, axis, where);
  return lens === null ? undefined : { ...lens, center: [at('x'), at('y'), at('z')], rotation: rows.flat() };
}

function annotationsOf(annotations: Members, files: Files): Annotations {
  const labels: Label[] = entries(annotations.Labels).map(([id, { Name }]) => ({
    id: wholeOf(id),
    name: typeof Name === 'string' && Name !== '' ? Name : id,
  }));
  const masks = entriesOf(annotations.Segmentation2D);
  const cloud = annotations.Segmentation3D;
  return {
    labels,
    ...(isRecord(annotations.Objects2D) && {
      objects2D: new Map(
        entries(annotations.Objects2D).map(([photo, all]) => [
          photo,
          entries(all).map(([, one]) => object2DOf(one, photo)),
        ]),
      ),
    }),
    ...(isRecord(annotations.Objects3D) && {
      objects3D: entries(membersOf(annotations.Objects3D).Objects).map(([id, one]) => object3DOf(one, id)),
    }),
    ...(masks.length > 0 && {
      segmentation2D: new Map(masks.map(([photo, { Path }]) => [photo, files(Path, `the mask of photo "${photo}"`)])),
    }),
    ...(isRecord(cloud) && { segmentation3D: files(cloud.Path, 'the segmented point cloud') }),
  };
}

const entriesOf = (value: unknown) => (isRecord(value) ? entries(value) : []);

function wholeOf(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw invalid(`"${text}" is no id of a label`);
  return value;
}

function labelOf(members: Members, where: string) {
  const { LabelId, Confidence } = membersOf(members.LabelInfo);
  if (LabelId === undefined) throw invalid(`${where} has no label`);
  return { label: wholeOf(String(LabelId)), ...(typeof Confidence === 'number' && { confidence: Confidence }) };
}

function object2DOf(members: Members, photo: string): Object2D {
  const where = `an object of photo "${photo}"`;
  const box = membersOf(members.Box2D);
  const [xmin, ymin] = [numberIn(box, 'xmin', where), numberIn(box, 'ymin', where)];
  return {
    ...labelOf(members, where),
    box: { xmin, ymin, xmax: numberIn(box, 'xmax', where), ymax: numberIn(box, 'ymax', where) },
  };
}

/** The box along the axes that encloses a turned one. */
function object3DOf(members: Members, id: string): Object3D {
  const where = `the object "${id}"`;
  const turned = membersOf(members.RotatedBox3D);
  const box = membersOf(turned.Box3D);
  const rotation = membersOf(turned.Rotation);
  const of = (name: string) => numberIn(box, name, where);
  const low = [of('xmin'), of('ymin'), of('zmin')];
  const high = [of('xmax'), of('ymax'), of('zmax')];
  const half = low.map((value, axis) => ((high[axis] ?? 0) - value) / 2);
  const reach = [0, 1, 2].map((row) =>
    half.reduce((sum, value, column) => {
      const factor = rotation[`M_${row}${column}`] ?? (row === column ? 1 : 0);
      return sum + Math.abs(Number(factor) * value);
    }, 0),
  );
  const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2);
  const at = (axis: number, sign: number) => (middle[axis] ?? 0) + sign * (reach[axis] ?? 0);
  return {
    ...labelOf(members, where),
    box: { low: [at(0, -1), at(1, -1), at(2, -1)], high: [at(0, 1), at(1, 1), at(2, 1)] },
  };
}
