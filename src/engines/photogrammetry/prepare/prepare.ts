import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import sharp from 'sharp';
import { EngineFailure } from '../../engine.ts';
import type { Camera, Pose } from '../../geometry/camera.ts';
import type { DataFolder, EngineWarning, PhotogrammetryParams } from '../params.ts';
import type { ScenePoint } from '../scene/scene.ts';
import { controlPointsFile, type MeasuredPoints, readControlPoints } from './control-points.ts';
import { filesIn, isPhoto, isSideFile } from './find-photos.ts';
import { type PhotoFacts, photoFacts } from './metadata.ts';
import { isSceneFile, readScene } from './scenes.ts';

/** What a job begins with: its photos, and all that files tell of them. */
export interface Prepared {
  readonly photos: readonly PreparedPhoto[];
  /** Cameras of scenes; what photos tell of theirs is in the facts. */
  readonly cameras: readonly (Camera | null)[];
  /** The system of the given poses. */
  readonly srs: string | null;
  /** Of a scene, with the photos as they are here; null: their system is that of the poses. */
  readonly points: readonly ScenePoint[];
  readonly pointsSrs: string | null;
  readonly measured: MeasuredPoints | null;
  readonly warnings: readonly EngineWarning[];
}

export interface PreparedPhoto {
  readonly data: string;
  readonly name: string;
  readonly path: string;
  readonly facts: PhotoFacts;
  /** Of its bytes: what is made of a photo is made anew when they change. */
  readonly digest: string;
  /** Photos with the same number are of one camera. */
  readonly group: number;
  /** As a scene gives it: the index of its camera, -1 for none that is told whole, and the pose, if any. */
  readonly given: { readonly camera: number; readonly pose: Pose | null } | null;
}

const defaultMost = 60;
const leastPhotos = 3;

type Found = Pick<PreparedPhoto, 'data' | 'name' | 'path' | 'given'>;

export async function prepare(
  params: PhotogrammetryParams,
  progress: (share: number, photo: string) => void,
): Promise<Prepared> {
  const folders = [...params.inputs, ...(params.references ?? [])];
  for (const { id, folder } of folders) if (!existsSync(folder)) throw missing(`The data '${id}' is`, id);
  const names = new Map<string, readonly string[]>();
  for (const { id, folder } of folders) names.set(id, await filesIn(folder));
  const found = photosOf(params.inputs, folders, names);
  const measured = measuredIn(folders, names);
  checkCount(found.photos.length, params.mostPhotos ?? defaultMost);
  const { photos, broken, places } = await factsOf(found, progress);
  checkCount(photos.length, params.mostPhotos ?? defaultMost);
  const ignored = [...found.ignored, ...broken];
  const points = found.points.map((point) => ({ ...point, seen: renumbered(point.seen, places) }));
  return { ...found, photos, points, measured, warnings: ignored.length === 0 ? [] : [filesIgnored(ignored)] };
}

/** With the places that photos have now; those that are none any more are left out. */
const renumbered = (seen: ScenePoint['seen'], places: ReadonlyMap<number, number>): ScenePoint['seen'] =>
  seen.flatMap((sight) => {
    const photo = places.get(sight.photo);
    return photo === undefined ? [] : [{ ...sight, photo }];
  });

/** The photos that scenes name; without scenes all in the inputs. */
function photosOf(
  inputs: readonly DataFolder[],
  folders: readonly DataFolder[],
  names: ReadonlyMap<string, readonly string[]>,
) {
  const scenes = inputs.flatMap(({ id, folder }) =>
    (names.get(id) ?? []).filter((name) => isSceneFile(join(folder, name))).map((name) => ({ id, folder, name })),
  );
  const scene = scenes[0] && readScene(join(scenes[0].folder, scenes[0].name), scenes[0].name);
  if (scene === undefined) {
    const all = inputs.flatMap((input) => (names.get(input.id) ?? []).map((name) => ({ ...input, name })));
    const photos = all.filter(({ name }) => isPhoto(name));
    const ignored = all.filter(({ name }) => !isPhoto(name) && !isSideFile(name)).map(({ name }) => name);
    const list = photos.map(
      ({ id, folder, name }): Found => ({ data: id, name, path: join(folder, name), given: null }),
    );
    return { photos: list, ignored, cameras: [], srs: null, points: [], pointsSrs: null };
  }
  const photos = scene.photos.map(({ data, name, camera, pose }): Found => {
    const id = data ?? scenes[0]?.id ?? '';
    const folder = folders.find((one) => one.id === id)?.folder;
    if (folder === undefined) throw missing(`The data '${id}' that holds the photo '${name}' is`, id);
    const path = resolve(folder, name);
    if (!path.startsWith(resolve(folder) + sep) || !existsSync(path)) throw missing(`The photo '${name}' is`, name);
    const whole = (scene.cameras[camera] ?? null) === null ? -1 : camera;
    return { data: id, name, path, given: { camera: whole, pose: pose ?? null } };
  });
  const ignored = scenes.slice(1).map(({ name }) => name);
  const { cameras, srs, points, pointsSrs = null } = scene;
  return { photos, ignored, cameras, srs, points, pointsSrs };
}

const missing = (what: string, param: string): EngineFailure =>
  new EngineFailure('InputData_Missing', `${what} not there.`, undefined, [param]);

function measuredIn(
  folders: readonly DataFolder[],
  names: ReadonlyMap<string, readonly string[]>,
): MeasuredPoints | null {
  for (const { id, folder } of folders) {
    const name = (names.get(id) ?? []).find((one) => basename(one).toLowerCase() === controlPointsFile);
    if (name !== undefined) return readControlPoints(readFileSync(join(folder, name), 'utf8'));
  }
  return null;
}

function checkCount(count: number, most: number): void {
  if (count < leastPhotos) {
    const message = `There are ${count} photos that can be used; at least ${leastPhotos} are needed.`;
    throw new EngineFailure('TooFewPhotos', message, undefined, [String(count)]);
  }
  if (count <= most) return;
  const message = `There are ${count} photos; the limit of this server is ${most} (CAPTURE_PHOTOS).`;
  throw new EngineFailure('LimitExceeded', message, undefined, ['CAPTURE_PHOTOS']);
}

/** Reads what photos tell of themselves; those that cannot be decoded are broken. */
async function factsOf(
  { photos: found, cameras }: { readonly photos: readonly Found[]; readonly cameras: Prepared['cameras'] },
  progress: (share: number, photo: string) => void,
) {
  const groups = new Map<string, number>();
  const places = new Map<number, number>();
  const broken: string[] = [];
  const photos: PreparedPhoto[] = [];
  for (const [n, photo] of found.entries()) {
    progress(n / found.length, photo.name);
    const facts = await readable(photo.path);
    if (facts === undefined) {
      broken.push(photo.name);
      continue;
    }
    const known = cameras[photo.given?.camera ?? -1];
    const key = JSON.stringify([facts.width, facts.height, facts.device, known?.fisheye && known]);
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    places.set(n, photos.length);
    photos.push({ ...photo, facts, group, digest: await digestOfFile(photo.path) });
  }
  return { photos, broken, places };
}

async function readable(path: string): Promise<PhotoFacts | undefined> {
  try {
    await sharp(path, { failOn: 'error' }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    return await photoFacts(path);
  } catch {
    return undefined;
  }
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}

const shown = 20;

function filesIgnored(names: readonly string[]): EngineWarning {
  const list = [...names.slice(0, shown), ...(names.length > shown ? [`and ${names.length - shown} more`] : [])];
  const text = list.join(', ');
  return { code: 'FilesIgnored', message: `These files were not used: ${text}.`, params: [text] };
}
