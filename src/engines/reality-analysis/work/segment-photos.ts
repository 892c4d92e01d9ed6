import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { breathe } from '../../engine.ts';
import type { Points } from '../cloud/points.ts';
import { maskLabels, segmentPicture } from '../detect/detector.ts';
import { pixelMask } from '../detect/mask.ts';
import { type Mask, readMask, readPicture, writeMask } from '../detect/picture.ts';
import { pathKey } from '../evaluate/pairs.ts';
import { failures } from '../failures.ts';
import { type Camera, projected } from '../scene/camera.ts';
import type { FileRef, Label, Photo, Scene } from '../scene/types.ts';
import { detectorIn } from './detector.ts';
import { putMasks } from './evaluate.ts';
import { modelIn } from './model.ts';
import { inputOf, neededInput, numberOption, type Order, pathOf, photosIn, sceneIn, telling, wants } from './order.ts';
import { crsTextOf, linesAsked, putShapesOf, shapesOf } from './shapes.ts';

const mostPhotos = 2000;

interface Masks {
  readonly labels: readonly Label[];
  /** Where the mask of each photo lies, by its id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Masks of photos, and where what they show is on a model. */
export async function segmentPhotos(order: Order): Promise<void> {
  const scene = await photosIn(neededInput(order, 'photos'));
  if (scene.photos.length > mostPhotos) throw failures.limit(`${mostPhotos} photos`);
  order.counts.photos = scene.photos.length;
  const given = inputOf(order, 'segmentation2D');
  const needsModel = wants(order, 'lines3D', 'polygons3D');
  const model = inputOf(order, 'model3D', 'pointClouds', 'meshes');
  if (needsModel && model === undefined) {
    throw failures.missingData('Lines and polygons in space need a model, and none is given.');
  }
  const masks = given ? await givenMasks(order, scene, await sceneIn(given)) : await madeMasks(order, scene);
  if (!needsModel || model === undefined) return;
  const cloud = await modelIn(order, model);
  const byLabel = await votes(order, scene.photos, masks, cloud.points);
  const forming = { gap: 0.3, fewest: 10, planes: 'fitted', ...linesAsked(order) } as const;
  const { progress } = telling(order, 'Tracing lines and outlines');
  const shapes = shapesOf(cloud.points, byLabel, () => undefined, forming, progress);
  await putShapesOf(order, shapes, masks.labels, scene.crs ?? crsTextOf(cloud));
}

async function givenMasks(order: Order, { photos }: Scene, marked: Scene): Promise<Masks> {
  const byPath = new Map(marked.photos.map((photo) => [pathKey(photo), photo.id]));
  const paths = new Map<string, string>();
  for (const photo of photos) {
    const ref = marked.annotations.segmentation2D?.get(byPath.get(pathKey(photo)) ?? '');
    if (ref !== undefined) paths.set(photo.id, pathOf(order, ref));
  }
  if (paths.size === 0) throw failures.invalidData('ContextScene.json', 'no photo has a mask');
  if (wants(order, 'segmentation2D', 'segmentedPhotos')) {
    await writeMasks(order, { ...marked, photos }, marked.annotations.labels, async (photo) => {
      const path = paths.get(photo.id);
      return path === undefined ? undefined : readMask(path, photo.image.path, order.context);
    });
  }
  return { labels: marked.annotations.labels, paths };
}

async function madeMasks(order: Order, scene: Scene): Promise<Masks> {
  const detector = await detectorIn(order, 'PhotoSegmentationDetector');
  const labels = maskLabels(detector).map(({ id, name }) => ({ id, name }));
  const paths = await writeMasks(order, scene, labels, async (photo) => {
    const picture = await readPicture(pathOf(order, photo.image), photo.image.path, order.context);
    order.counts.pixels += picture.width * picture.height;
    const cells = await segmentPicture(detector, picture, 'whole if small', order.context.signal);
    return pixelMask(cells, picture.width, picture.height);
  });
  return { labels, paths };
}

/** Writes masks as they are made, and the outputs that hold them. */
async function writeMasks(
  order: Order,
  scene: Scene,
  labels: readonly Label[],
  maskOf: (photo: Photo) => Promise<Mask | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const folder = join(order.params.output, 'masks');
  mkdirSync(folder, { recursive: true });
  const { progress, signal } = telling(order, 'Segmenting photos');
  const paths = new Map<string, string>();
  const refs = new Map<string, FileRef>();
  for (const [at, photo] of scene.photos.entries()) {
    signal?.throwIfAborted();
    const mask = await maskOf(photo);
    if (mask === undefined) continue;
    const name = `${photo.image.path.replaceAll('/', '_').replace(/\.[^.]+$/, '')}-${at}.png`;
    await writeMask(join(folder, name), mask);
    paths.set(photo.id, join(folder, name));
    refs.set(photo.id, { of: null, path: `masks/${name}` });
    progress((at + 1) / scene.photos.length);
  }
  await putMasks(order, scene, labels, refs, folder);
  return paths;
}

/** Cells of a depth map, in pixels of the photo. */
const depthCell = 6;
/** What lies this share of its distance behind what is nearest is hidden. */
const behind = 0.01;

/** Points by the label that enough of the photos give them which see them. */
async function votes(
  order: Order,
  photos: readonly Photo[],
  { paths }: Masks,
  points: Points,
): Promise<Map<number, number[]>> {
  const minPhotos = numberOption(order, 'minPhotos') ?? 2;
  const posed = photos.flatMap(({ id, camera, image }) => {
    const path = paths.get(id);
    return camera === undefined || path === undefined ? [] : [{ camera, path, image }];
  });
  if (posed.length === 0) {
    throw failures.invalidData(
      'ContextScene.json',
      'no photo has a camera with a pose, so nothing can be placed in space',
    );
  }
  const { progress, signal } = telling(order, 'Looking at the model through the photos');
  const seen = new Uint16Array(points.count);
  const byLabel = new Map<number, Uint16Array>();
  for (const [at, { camera, path, image }] of posed.entries()) {
    await breathe();
    signal?.throwIfAborted();
    const mask = await readMask(path, image.path, order.context);
    eachVisible(points, camera, (n, u, v) => {
      seen[n] = (seen[n] ?? 0) + 1;
      const x = Math.min(mask.width - 1, Math.floor((u / camera.width) * mask.width));
      const y = Math.min(mask.height - 1, Math.floor((v / camera.height) * mask.height));
      const label = mask.labels[y * mask.width + x] ?? 0;
      if (label === 0) return;
      const counts = byLabel.get(label) ?? new Uint16Array(points.count);
      byLabel.set(label, counts);
      counts[n] = (counts[n] ?? 0) + 1;
    });
    progress((at + 1) / posed.length);
  }
  const found = new Map<number, number[]>();
  for (const [label, counts] of byLabel) {
    const members: number[] = [];
    for (const [n, count] of counts.entries()) {
      if (count >= minPhotos && count > (seen[n] ?? 0) / 2) members.push(n);
    }
    found.set(label, members);
  }
  return found;
}

/** Tells of the points that a camera sees: those near the nearest ones of their cell of the picture. */
function eachVisible(points: Points, camera: Camera, tell: (n: number, u: number, v: number) => void): void {
  const [columns, rows] = [Math.ceil(camera.width / depthCell), Math.ceil(camera.height / depthCell)];
  const nearest = new Float32Array(columns * rows).fill(Infinity);
  const cells = new Int32Array(points.count).fill(-1);
  const depths = new Float32Array(points.count);
  const pixels = new Float32Array(2 * points.count);
  for (let n = 0; n < points.count; n++) {
    const found = projected(camera, [points.x[n] ?? 0, points.y[n] ?? 0, points.z[n] ?? 0]);
    if (found === undefined || found.u < 0 || found.v < 0 || found.u >= camera.width || found.v >= camera.height)
      continue;
    const cell = Math.floor(found.v / depthCell) * columns + Math.floor(found.u / depthCell);
    cells[n] = cell;
    depths[n] = found.depth;
    pixels.set([found.u, found.v], 2 * n);
    if (found.depth < (nearest[cell] ?? Infinity)) nearest[cell] = found.depth;
  }
  for (const [n, cell] of cells.entries()) {
    if (cell < 0 || (depths[n] ?? 0) > (nearest[cell] ?? 0) * (1 + behind) + 0.05) continue;
    tell(n, pixels[2 * n] ?? 0, pixels[2 * n + 1] ?? 0);
  }
}
