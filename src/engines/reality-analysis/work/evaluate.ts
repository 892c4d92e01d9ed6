import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breathe } from '../../engine.ts';
import { nearestFinder } from '../cloud/buckets.ts';
import { readMask, writeMask } from '../detect/picture.ts';
import { type Judged, judge, objectsReport, verdictLabels } from '../evaluate/objects.ts';
import { overlap2D, overlap3D } from '../evaluate/overlap.ts';
import { nameOf, pairOf3D, pairsOf2D, pathKey } from '../evaluate/pairs.ts';
import { confusion, type SegmentsReport } from '../evaluate/segments.ts';
import { failures } from '../failures.ts';
import type { Box2D, FileRef, Label, Object2D, Scene } from '../scene/types.ts';
import { putCloud } from './clouds.ts';
import { emptyScene, putScene } from './exports.ts';
import { modelIn } from './model.ts';
import {
  finish,
  folderFor,
  neededInput,
  numberOption,
  type Order,
  pathOf,
  sceneIn,
  systemOf,
  telling,
  wants,
} from './order.ts';

const usualThreshold = 0.5;

async function bothScenes(order: Order): Promise<[Scene, Scene]> {
  return [await sceneIn(neededInput(order, 'reference')), await sceneIn(neededInput(order, 'prediction'))];
}

function putReport(order: Order, report: object): void {
  mkdirSync(order.params.output, { recursive: true });
  order.report = join(order.params.output, 'report.json');
  writeFileSync(order.report, `${JSON.stringify(report)}\n`);
}

const namesIn = (judged: readonly Judged<unknown>[]): string[] => [...new Set(judged.map(({ label }) => label))].sort();

/** Objects of photos against those of a reference. */
export async function evaluateObjects2D(order: Order): Promise<void> {
  const [reference, prediction] = await bothScenes(order);
  const threshold = numberOption(order, 'thresholdIOU') ?? usualThreshold;
  const pairs = pairsOf2D(reference, prediction);
  order.counts.photos = pairs.size;
  const judged = [...pairs].map(([photo, pair]) => ({ photo, all: judge(pair, overlap2D, threshold) }));
  const every = judged.flatMap(({ all }) => all);
  putReport(order, objectsReport('EvalO2D', threshold, every));
  const { labels, idOf } = verdictLabels(namesIn(every));
  // photos that only the prediction has may bear ids of others
  const photos = judged.map(({ photo }, at) => ({ ...photo, id: String(at) }));
  const objects = new Map(judged.map(({ all }, at) => [String(at), all.map((one) => marked(one, idOf))]));
  const scene = { ...emptyScene(reference.crs), photos, annotations: { labels, objects2D: objects } };
  await putScene(order, 'objects2D', scene, undefined);
}

const marked = (
  { label, verdict, confidence, box }: Judged<Box2D>,
  idOf: ReturnType<typeof verdictLabels>['idOf'],
): Object2D => ({ label: idOf(label, verdict), ...(confidence === undefined ? {} : { confidence }), box });

/** Objects in space against those of a reference. */
export async function evaluateObjects3D(order: Order): Promise<void> {
  const [reference, prediction] = await bothScenes(order);
  const threshold = numberOption(order, 'thresholdIOU') ?? usualThreshold;
  const all = judge(pairOf3D(reference, prediction), overlap3D, threshold);
  putReport(order, objectsReport('EvalO3D', threshold, all));
  const { labels, idOf } = verdictLabels(namesIn(all));
  const objects3D = all.map(({ label, verdict, confidence, box }) => ({
    label: idOf(label, verdict),
    box,
    ...(confidence === undefined ? {} : { confidence }),
  }));
  const crs = wants(order, 'objects3D') ? systemOf(order, reference.crs) : undefined;
  await putScene(order, 'objects3D', { ...emptyScene(reference.crs), annotations: { labels, objects3D } }, crs);
}

/** Which pairs of labels a picture of an evaluation shows: 1 right, 2 wrong; 0 background in both. */
const verdicts: readonly Label[] = [
  { id: 1, name: 'right' },
  { id: 2, name: 'wrong' },
];
const background = 'background';

/** Masks of photos or maps against those of a reference. */
export async function evaluateMasks(order: Order, type: SegmentsReport['type']): Promise<void> {
  const [reference, prediction] = await bothScenes(order);
  const others = new Map(prediction.photos.map((photo) => [pathKey(photo), photo.id]));
  const counts = confusion();
  const { progress, signal } = telling(order, 'Comparing masks');
  const masks = new Map<string, FileRef>();
  const folder = wants(order, 'segmentation2D', 'segmentedPhotos') ? join(order.params.output, 'masks') : undefined;
  if (folder) mkdirSync(folder, { recursive: true });
  for (const [at, photo] of reference.photos.entries()) {
    signal?.throwIfAborted();
    const truth = reference.annotations.segmentation2D?.get(photo.id);
    const found = prediction.annotations.segmentation2D?.get(others.get(pathKey(photo)) ?? '');
    if (truth === undefined || found === undefined) continue;
    const shown = await compareMasks(order, reference, prediction, truth, found, counts);
    order.counts.photos++;
    if (folder) {
      const name = `${at}.png`;
      await writeMask(join(folder, name), shown);
      masks.set(photo.id, { of: null, path: `masks/${name}` });
    }
    progress((at + 1) / reference.photos.length);
  }
  if (order.counts.photos === 0) throw failures.invalidData('ContextScene.json', 'no photo has a mask in both scenes');
  putReport(order, counts.report(type));
  await putMasks(order, reference, verdicts, masks, folder);
}

async function compareMasks(
  order: Order,
  reference: Scene,
  prediction: Scene,
  truth: FileRef,
  found: FileRef,
  counts: ReturnType<typeof confusion>,
) {
  const read = (ref: FileRef) => readMask(pathOf(order, ref), ref.path, order.context);
  const [a, b] = [await read(truth), await read(found)];
  if (a.width !== b.width || a.height !== b.height) {
    throw failures.invalidData(
      found.path,
      `it is ${b.width} × ${b.height} pixels large, and its reference ${a.width} × ${a.height}`,
    );
  }
  order.counts.pixels += a.labels.length;
  const [nameA, nameB] = [maskName(reference), maskName(prediction)];
  const pairs = new Map<number, number>();
  const labels = new Uint16Array(a.labels.length);
  for (let at = 0; at < labels.length; at++) {
    const [x, y] = [a.labels[at] ?? 0, b.labels[at] ?? 0];
    pairs.set(x * 65_536 + y, (pairs.get(x * 65_536 + y) ?? 0) + 1);
    labels[at] = x === 0 && y === 0 ? 0 : nameA(x) === nameB(y) ? 1 : 2;
  }
  for (const [pair, count] of [...pairs].sort(([one], [other]) => one - other)) {
    counts.add(nameA(Math.floor(pair / 65_536)), nameB(pair % 65_536), count);
  }
  return { width: a.width, height: a.height, labels };
}

/** Label 0 of a mask is background, whether the scene says so or not. */
function maskName({ annotations }: Scene): (id: number) => string {
  const name = nameOf(annotations.labels);
  return (id) => (id === 0 && !annotations.labels.some((one) => one.id === 0) ? background : name(id));
}

/** A scene with masks beside it, and the masks alone. */
export async function putMasks(
  order: Order,
  scene: Scene,
  labels: readonly Label[],
  masks: ReadonlyMap<string, FileRef>,
  from: string | undefined,
): Promise<void> {
  if (from === undefined) return;
  const { cpSync } = await import('node:fs');
  if (wants(order, 'segmentedPhotos')) {
    cpSync(from, folderFor(order, 'segmentedPhotos'), { recursive: true });
    finish(order, 'segmentedPhotos', null);
  }
  if (!wants(order, 'segmentation2D')) return;
  cpSync(from, join(folderFor(order, 'segmentation2D'), 'masks'), { recursive: true });
  await putScene(
    order,
    'segmentation2D',
    { ...scene, clouds: [], meshes: [], annotations: { labels, segmentation2D: masks } },
    undefined,
  );
}

const nearEnough = 0.05;

/** Classes of points against those of a reference: each point of it with the nearest of the prediction. */
export async function evaluateCloud(order: Order): Promise<void> {
  const inputs = [neededInput(order, 'reference'), neededInput(order, 'prediction')] as const;
  const [truth, found] = [await modelIn(order, inputs[0]), await modelIn(order, inputs[1])];
  const [nameA, nameB] = [await classNames(inputs[0]), await classNames(inputs[1])];
  const find = nearestFinder(found.points, nearEnough);
  const counts = confusion();
  const { progress, signal } = telling(order, 'Comparing points');
  const { points } = truth;
  const verdict = new Uint8Array(points.count);
  for (let n = 0; n < points.count; n++) {
    const { point } = find(points.x[n] ?? 0, points.y[n] ?? 0, points.z[n] ?? 0);
    const reference = nameA(points.classification?.[n] ?? 0);
    const predicted = point < 0 ? 'none' : nameB(found.points.classification?.[point] ?? 0);
    counts.add(reference, predicted);
    verdict[n] = reference === predicted ? 1 : 2;
    if (n % 50_000 === 0) {
      progress(n / points.count);
      await breathe();
      signal?.throwIfAborted();
    }
  }
  putReport(order, counts.report('EvalS3D'));
  await putCloud(order, { ...truth, points: { ...points, classification: verdict } }, verdicts);
}

/** A scene's names of classes; of a cloud alone their numbers. */
async function classNames(input: Parameters<typeof sceneIn>[0]): Promise<(id: number) => string> {
  const hasScene = input.files.some((name) => /^contextscene\.json$/i.test(name));
  return nameOf(hasScene ? (await sceneIn(input)).annotations.labels : []);
}
