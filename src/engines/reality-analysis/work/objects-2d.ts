import { detectObjects, shownLabels } from '../detect/detector.ts';
import { readPicture } from '../detect/picture.ts';
import { nameOf, pathKey } from '../evaluate/pairs.ts';
import { failures } from '../failures.ts';
import { boundedByPoints } from '../objects/bounded.ts';
import type { Sighting } from '../objects/fit-box.ts';
import { objectsFromPhotos } from '../objects/from-photos.ts';
import type { Label, Object2D, Object3D, Scene } from '../scene/types.ts';
import { detectorIn } from './detector.ts';
import { emptyScene, putExports, putScene } from './exports.ts';
import { modelIn } from './model.ts';
import {
  inputOf,
  neededInput,
  numberOption,
  type Order,
  pathOf,
  photosIn,
  sceneIn,
  systemOf,
  telling,
  wants,
} from './order.ts';

const mostPhotos = 2000;

interface Found2D {
  readonly labels: readonly Label[];
  readonly objects: ReadonlyMap<string, readonly Object2D[]>;
}

/** Objects in photos, and where they are in space. */
export async function findObjects(order: Order): Promise<void> {
  const photosInput = neededInput(order, 'photos');
  const given = inputOf(order, 'objects2D');
  const marked = given && (await sceneIn(given));
  const scene = await photosIn(photosInput);
  if (scene.photos.length > mostPhotos) throw failures.limit(`${mostPhotos} photos`);
  order.counts.photos = scene.photos.length;
  const found = marked ? matched(scene, marked) : await detected(order, scene);
  const crs = scene.crs ?? marked?.crs;
  const photos = withCameras(scene, marked);
  const base = { ...scene, ...(crs === undefined ? {} : { crs }), photos, clouds: [], meshes: [] };
  await putScene(
    order,
    'objects2D',
    { ...base, annotations: { labels: found.labels, objects2D: found.objects } },
    undefined,
  );
  if (wants(order, 'objects3D')) await findInSpace(order, { ...base, annotations: { labels: [] } }, found);
}

/** Cameras of the scene with the objects where the photos have none. */
function withCameras({ photos }: Scene, marked: Scene | undefined): Scene['photos'] {
  const cameras = new Map(marked?.photos.map((photo) => [pathKey(photo), photo.camera]));
  return photos.map((photo) => {
    const camera = photo.camera ?? cameras.get(pathKey(photo));
    return camera === undefined ? photo : { ...photo, camera };
  });
}

/** Objects of another scene, by the paths of the images. */
function matched({ photos }: Scene, marked: Scene): Found2D {
  const byPath = new Map(marked.photos.map((photo) => [pathKey(photo), photo.id]));
  const objects = new Map<string, readonly Object2D[]>();
  for (const photo of photos) {
    const all = marked.annotations.objects2D?.get(byPath.get(pathKey(photo)) ?? '');
    if (all !== undefined) objects.set(photo.id, all);
  }
  return { labels: marked.annotations.labels, objects };
}

async function detected(order: Order, { photos }: Scene): Promise<Found2D> {
  const detector = await detectorIn(order, 'PhotoObjectDetector');
  const { progress, signal } = telling(order, 'Looking for objects in photos');
  const objects = new Map<string, readonly Object2D[]>();
  for (const [at, photo] of photos.entries()) {
    signal?.throwIfAborted();
    const picture = await readPicture(pathOf(order, photo.image), photo.image.path, order.context);
    order.counts.pixels += picture.width * picture.height;
    const found = await detectObjects(detector, picture, signal);
    objects.set(
      photo.id,
      found.map(({ label, confidence, box: { xmin, ymin, xmax, ymax } }) => ({
        label,
        confidence,
        box: {
          xmin: xmin / picture.width,
          xmax: xmax / picture.width,
          ymin: ymin / picture.height,
          ymax: ymax / picture.height,
        },
      })),
    );
    progress((at + 1) / photos.length);
  }
  return { labels: shownLabels(detector), objects };
}

async function findInSpace(order: Order, scene: Scene, { labels, objects }: Found2D): Promise<void> {
  if (scene.photos.every(({ camera }) => camera === undefined)) {
    throw failures.invalidData(
      'ContextScene.json',
      'no photo has a camera with a pose, so nothing can be placed in space',
    );
  }
  const minPhotos = numberOption(order, 'minPhotos') ?? 2;
  const options = { minPhotos, maxDist: numberOption(order, 'maxDist') };
  const located = await objectsFromPhotos(scene.photos, objects, options, telling(order, 'Placing objects in space'));
  const placed = await refined(order, located);
  const crs = systemOf(order, scene.crs);
  const annotations = { labels, objects3D: placed };
  await putScene(order, 'objects3D', { ...emptyScene(scene.crs), photos: scene.photos, annotations }, crs);
  await putExports(order, { base: 'objects3D', objects: placed, nameOf: nameOf(labels) }, crs);
}

/** With a model its points bound the objects. */
async function refined(
  order: Order,
  located: readonly (Object3D & { readonly sightings: readonly Sighting[] })[],
): Promise<Object3D[]> {
  const model = inputOf(order, 'model3D', 'pointClouds', 'meshes');
  if (model === undefined) return located.map(({ sightings: _, ...object }) => object);
  const { points } = await modelIn(order, model);
  return located.map(({ sightings, ...object }) => ({
    ...object,
    box: boundedByPoints(object.box, sightings, points),
  }));
}
