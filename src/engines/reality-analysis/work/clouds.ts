import { copyFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, membersOf } from '../../../std/records.ts';
import { planeConverter, wgs84 } from '../../crs/earth.ts';
import type { CloudFormat } from '../../point-cloud/write/file.ts';
import { type ChangedRegion, changedRegions, distancesTo } from '../cloud/change.ts';
import { findGround } from '../cloud/ground.ts';
import { chosen, type Points } from '../cloud/points.ts';
import type { Cloud } from '../cloud/read.ts';
import { writeCloudFile } from '../cloud/write.ts';
import { classifyPoints } from '../detect/classify.ts';
import type { DetectorLabel } from '../detect/labels.ts';
import { nameOf } from '../evaluate/pairs.ts';
import { failures } from '../failures.ts';
import type { Label, Object3D } from '../scene/types.ts';
import { type Corner, contains } from '../trace/outlines.ts';
import { detectorIn } from './detector.ts';
import { emptyScene, putExports, putScene } from './exports.ts';
import { modelIn } from './model.ts';
import {
  finish,
  folderFor,
  inputOf,
  neededInput,
  numberOption,
  type Order,
  optionOf,
  sceneIn,
  systemOf,
  telling,
  wants,
} from './order.ts';
import { type Classes, crsTextOf, shapesOfClasses } from './shapes.ts';

/** Writes a classified cloud in the forms that are asked for; `names`: outputs that are scene and cloud. */
export async function putCloud(
  order: Order,
  cloud: Cloud,
  labels: readonly Label[],
  names: { readonly scene: string; readonly cloud: string } = { scene: 'segmentation3D', cloud: 'segmentedPointCloud' },
): Promise<void> {
  const formats = (['LAS', 'LAZ', 'PLY'] as const).filter((format) => wants(order, `${names.scene}As${format}`));
  if (!wants(order, names.scene, names.cloud) && formats.length === 0) return;
  const { context } = order;
  context.progress({ step: 'Export' });
  const write = async (output: string, format: CloudFormat) => {
    const name = `cloud.${format.toLowerCase()}`;
    await writeCloudFile(join(folderFor(order, output), name), format, cloud, context);
    return name;
  };
  if (wants(order, names.cloud, names.scene)) {
    const first = wants(order, names.cloud) ? names.cloud : names.scene;
    const name = await write(first, 'LAZ');
    if (wants(order, names.cloud)) finish(order, names.cloud, name, cloud.crs);
    if (wants(order, names.scene)) {
      if (first !== names.scene) {
        copyFileSync(join(folderFor(order, first), name), join(folderFor(order, names.scene), name));
      }
      const file = { of: null, path: name };
      const scene = { ...emptyScene(crsTextOf(cloud)), clouds: [file], annotations: { labels, segmentation3D: file } };
      await putScene(order, names.scene, scene, cloud.crs);
    }
  }
  for (const format of formats) {
    const output = `${names.scene}As${format}`;
    const name = await write(output, format);
    finish(order, output, name, cloud.crs);
  }
}

const groundClass = 2;
const unclassified = 1;
const groundLabels: readonly Label[] = [
  { id: unclassified, name: 'unclassified' },
  { id: groundClass, name: 'ground' },
];

/** Ground of a cloud: class 2; everything else is class 1. */
export async function extractGround(order: Order): Promise<void> {
  const cloud = await clipped(order, await modelIn(order, neededInput(order, 'pointClouds', 'meshes', 'model3D')));
  const classification = await groundOf(order, cloud.points);
  await putCloud(order, { ...cloud, points: { ...cloud.points, classification } }, groundLabels);
}

async function groundOf(order: Order, points: Points): Promise<Uint8Array> {
  const { detector: path } = order.params;
  const classes = new Uint8Array(points.count).fill(unclassified);
  if (path === undefined) {
    const { progress } = telling(order, 'Looking for the ground');
    const { isGround } = findGround(points, progress);
    return classes.map((_, n) => (isGround[n] === 1 ? groundClass : unclassified));
  }
  const detector = await detectorIn(order, 'PointCloudSegmentationDetector');
  const ground = detector.labels.find(({ name }) => name.toLowerCase() === 'ground');
  if (ground === undefined) throw failures.notRunnable("The detector has no label 'ground'.");
  const { labels } = await classifyPoints(detector, points, telling(order, 'Classifying points'));
  return classes.map((_, n) => (labels[n] === ground.id ? groundClass : unclassified));
}

/** Classes of points by a network, and what they form: objects, lines, outlines. */
export async function segmentCloud(order: Order): Promise<void> {
  optionOf(order, 'keepInputResolution'); // every point is kept, whether one asks for it or not
  const given = inputOf(order, 'segmentation3D');
  const input = given ?? neededInput(order, 'model3D', 'pointClouds', 'meshes');
  const cloud = await clipped(order, await modelIn(order, input));
  const found = given ? await givenClasses(given, cloud) : await classes(order, cloud);
  const classified = { ...cloud, points: { ...cloud.points, classification: found.classification } };
  await putCloud(order, classified, found.labels);
  await shapesOfClasses(order, classified, found);
}

async function givenClasses(input: Parameters<typeof sceneIn>[0], { points }: Cloud): Promise<Classes> {
  if (points.classification === undefined) throw failures.invalidData(input.name, 'its points have no classes');
  const hasScene = input.files.some((name) => /^contextscene\.json$/i.test(name));
  return { classification: points.classification, labels: hasScene ? (await sceneIn(input)).annotations.labels : [] };
}

async function classes(order: Order, { points }: Cloud): Promise<Classes> {
  const detector = await detectorIn(order, 'PointCloudSegmentationDetector');
  const { labels, confidence } = await classifyPoints(detector, points, telling(order, 'Classifying points'));
  const classOf = new Map(detector.labels.map((label: DetectorLabel) => [label.id, label.classification]));
  const classification = Uint8Array.from(labels, (label) => classOf.get(label) ?? label);
  return {
    classification,
    confidence,
    labels: detector.labels.map((one) => ({ id: one.classification, name: one.name })),
  };
}

const changeLabels: readonly Label[] = [
  { id: 1, name: 'only in A' },
  { id: 2, name: 'only in B' },
];
const usualMinPoints = 30;

/** What is in one model and not in the other. */
export async function detectChanges(order: Order): Promise<void> {
  const a = await clipped(order, await modelIn(order, neededInput(order, 'model3DA', 'pointClouds1', 'meshes1')));
  const b = await clipped(order, await modelIn(order, neededInput(order, 'model3DB', 'pointClouds2', 'meshes2')));
  const { low = 0.4, high = 0.8 } = { low: numberOption(order, 'low'), high: numberOption(order, 'high') };
  const options = { low, high, minPoints: numberOption(order, 'minPoints') ?? usualMinPoints };
  const reach = Math.max(1.5, 1.25 * high);
  const sides = [
    { cloud: a, other: b, side: 'A', label: 1 },
    { cloud: b, other: a, side: 'B', label: 2 },
  ] as const;
  const objects: Object3D[] = [];
  for (const { cloud, other, side, label } of sides) {
    const tell = telling(order, `Comparing model ${side} with the other one`);
    const distances = await distancesTo(cloud.points, other.points, reach, tell);
    const regions = changedRegions(cloud.points, distances, options);
    const found = regions.map(({ bounds }): Object3D => ({ label, box: bounds }));
    objects.push(...found);
    await putSide(order, cloud, side, label, regions, found);
  }
  const crs = systemOf(order, crsTextOf(a) ?? crsTextOf(b));
  const annotations = { labels: changeLabels, objects3D: objects };
  await putScene(order, 'objects3D', { ...emptyScene(crsTextOf(a)), annotations }, crs);
  await putExports(order, { base: 'objects3D', objects, nameOf: nameOf(changeLabels) }, crs);
}

/** What changed in one of the models: the points, the whole model with them marked, and where. */
async function putSide(
  order: Order,
  cloud: Cloud,
  side: 'A' | 'B',
  label: number,
  regions: readonly ChangedRegion[],
  objects: readonly Object3D[],
): Promise<void> {
  const classification = new Uint8Array(cloud.points.count);
  for (const { points } of regions) for (const n of points) classification[n] = label;
  const marked = { ...cloud, points: { ...cloud.points, classification } };
  if (wants(order, `changesInModel${side}`)) {
    const changed = regions.flatMap(({ points }) => [...points]).sort((x, y) => x - y);
    const output = `changesInModel${side}`;
    const name = 'changes.laz';
    const points = chosen(marked.points, changed);
    await writeCloudFile(join(folderFor(order, output), name), 'LAZ', { ...marked, points }, order.context);
    finish(order, output, name, cloud.crs);
  }
  const names = { scene: `segmentation3D${side}`, cloud: `segmentedModel3D${side}` };
  await putCloud(order, marked, changeLabels, names);
  const base = side === 'A' ? 'locations3DA' : 'locations3DB';
  if (!wants(order, base)) return;
  const crs = systemOf(order, crsTextOf(cloud));
  const annotations = { labels: changeLabels, objects3D: objects };
  await putScene(order, base, { ...emptyScene(crsTextOf(cloud)), annotations }, crs);
  await putExports(order, { base, objects, nameOf: nameOf(changeLabels) }, crs);
}

/** Only what lies in a polygon, where one is given: a GeoJSON, in degrees or in the system of the cloud. */
async function clipped(order: Order, cloud: Cloud): Promise<Cloud> {
  const input = inputOf(order, 'extent', 'clipPolygon');
  if (input === undefined) return cloud;
  const rings = await ringsIn(input, cloud);
  const { points } = cloud;
  const inside: number[] = [];
  for (let n = 0; n < points.count; n++) {
    if (rings.some((ring) => contains(ring, points.x[n] ?? 0, points.y[n] ?? 0))) inside.push(n);
  }
  if (inside.length === 0) throw failures.invalidData(input.name, 'no point lies in the polygon');
  return { ...cloud, points: chosen(points, inside) };
}

async function ringsIn({ folder, files, name }: Parameters<typeof sceneIn>[0], { crs }: Cloud): Promise<Corner[][]> {
  const file = files.find((one) => /\.(geo)?json$/i.test(one));
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(folder, file ?? ''), 'utf8'));
  } catch {
    throw failures.invalidData(name, 'it is no GeoJSON');
  }
  const features = isRecord(json) && Array.isArray(json.features) ? json.features : [json];
  const rings = features.flatMap((feature) => {
    const geometry = membersOf(membersOf(feature).geometry ?? feature);
    const { type, coordinates } = geometry;
    if (!Array.isArray(coordinates)) return [];
    return type === 'Polygon' ? [coordinates[0]] : type === 'MultiPolygon' ? coordinates.map((one) => one?.[0]) : [];
  });
  const corners = rings.map((ring): Corner[] => {
    if (!Array.isArray(ring)) throw failures.invalidData(name, 'it holds no polygon');
    return ring.map((place): Corner => [Number(place?.[0]), Number(place?.[1])]);
  });
  const all = corners.flat();
  if (all.length < 3 || all.some((place) => place.some((value) => !Number.isFinite(value)))) {
    throw failures.invalidData(name, 'it holds no polygon');
  }
  const areDegrees = all.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
  if (!areDegrees || crs === undefined) return corners;
  const toMap = planeConverter(wgs84, crs);
  return corners.map((ring) =>
    ring.map(([x, y]): Corner => {
      const [east, north] = toMap(x, y);
      return [east, north];
    }),
  );
}
