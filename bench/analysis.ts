import { changedRegions, distancesTo } from '../src/engines/reality-analysis/cloud/change.ts';
import { featuresOf } from '../src/engines/reality-analysis/cloud/features.ts';
import { findGround } from '../src/engines/reality-analysis/cloud/ground.ts';
import { heightAt } from '../src/engines/reality-analysis/cloud/heights.ts';
import { readClouds } from '../src/engines/reality-analysis/cloud/read.ts';
import { classifyPoints } from '../src/engines/reality-analysis/detect/classify.ts';
import { detectObjects, openDetector } from '../src/engines/reality-analysis/detect/detector.ts';
import { readPicture } from '../src/engines/reality-analysis/detect/picture.ts';
import { overlap3D } from '../src/engines/reality-analysis/evaluate/overlap.ts';
import { objectsFromPhotos } from '../src/engines/reality-analysis/objects/from-photos.ts';
import type { Box3D } from '../src/engines/reality-analysis/scene/types.ts';
import { photoScene } from '../src/engines/reality-analysis/testing/photos.ts';
import { groundPlaces, sample, sampleSite, withoutSamples } from '../src/engines/reality-analysis/testing/samples.ts';
import { atLeast, atMost, median, type Result } from './results.ts';

const quiet = { progress: () => {} };
const thousands = (count: number) => count.toLocaleString('en');

/** What the methods of Reality Analysis reach on samples with truth, and what they cost. */
export async function benchAnalysis(): Promise<Result[]> {
  const ofScenes = await objects();
  if (withoutSamples) {
    console.error(`  left out: ${withoutSamples}.`);
    return ofScenes;
  }
  return [...ground(), ...(await changes()), ...(await classes()), ...(await photos()), ...ofScenes];
}

function ground(): Result[] {
  const { points, classes: truth } = sampleSite();
  const begun = performance.now();
  const { isGround, surface } = findGround(points);
  const seconds = (performance.now() - begun) / 1000;
  const wrong = truth.filter((one, n) => (one === 2) !== (isGround[n] === 1)).length;
  const total = (100 * wrong) / points.count;
  const off = median(groundPlaces().map(([x, y, z]) => Math.abs(heightAt(surface, x, y).height - z)));
  const subject = `${thousands(points.count)} points, ${seconds.toFixed(1)} s`;
  return [
    { name: 'ground: total error', subject, yardstick: 'true classes', value: total, unit: ' %', ...atMost(total, 2) },
    { name: 'ground: median height', subject, yardstick: 'true heights', value: off, unit: ' m', ...atMost(off, 0.03) },
  ];
}

async function changes(): Promise<Result[]> {
  const [a, b] = await Promise.all(
    ['site-a.laz', 'site-b.laz'].map((name) => readClouds([{ name, path: sample(`clouds/${name}`) }], quiet)),
  );
  if (a === undefined || b === undefined) return [];
  const begun = performance.now();
  let regions = 0;
  for (const [of, to] of [
    [a.points, b.points],
    [b.points, a.points],
  ] as const) {
    regions += changedRegions(of, await distancesTo(of, to, 1.5, quiet), { low: 0.4, high: 0.8, minPoints: 30 }).length;
  }
  const seconds = (performance.now() - begun) / 1000;
  const subject = `${thousands(a.points.count)} and ${thousands(b.points.count)} points, ${regions} regions`;
  const yardstick = 'the prototype: 3 s';
  return [{ name: 'changes', subject, yardstick, value: seconds, unit: ' s', ...atMost(seconds, 3) }];
}

async function classes(): Promise<Result[]> {
  const { points, classes: truth } = sampleSite();
  const detector = await openDetector(sample('detector-cloud/package'), 'PointCloudSegmentationDetector');
  if (detector.metadata.kind !== 'cloud') return [];
  const begun = performance.now();
  await featuresOf(points, detector.metadata.input, quiet);
  const each = (1000 * (performance.now() - begun)) / points.count;
  const { labels } = await classifyPoints(detector, points, quiet);
  const classOf = new Map(detector.labels.map(({ id, classification }) => [id, classification]));
  const right = (100 * truth.filter((one, n) => one === classOf.get(labels[n] ?? 0)).length) / points.count;
  const subject = `${thousands(points.count)} points, features ${each.toFixed(1)} µs a point`;
  return [
    { name: 'classes of points', subject, yardstick: 'true classes', value: right, unit: ' %', ...atLeast(right, 97) },
  ];
}

async function photos(): Promise<Result[]> {
  const detector = await openDetector(sample('detector/package'), 'PhotoObjectDetector');
  const times: number[] = [];
  for (let n = 1; n <= 10; n++) {
    const name = `road-${String(n).padStart(2, '0')}.jpg`;
    const picture = await readPicture(sample(`detector/images/${name}`), name, {});
    const begun = performance.now();
    await detectObjects(detector, picture);
    times.push(performance.now() - begun);
  }
  const each = median(times);
  const yardstick = 'the prototype, native: 17 ms';
  return [
    {
      name: 'objects of a photo of 512 × 384',
      subject: 'median of 10',
      yardstick,
      value: each,
      unit: ' ms',
      ...atMost(each, 500),
    },
  ];
}

/** Boxes in space from boxes that are two pixels off, in ten scenes. */
async function objects(): Promise<Result[]> {
  const shares: number[] = [];
  const gaps: number[] = [];
  for (let seed = 1; seed <= 10; seed++) {
    const scene = photoScene(seed, 2);
    const found = await objectsFromPhotos(scene.photos, scene.objects, { minPhotos: 3 }, quiet);
    for (const { box } of scene.boxes) {
      const best = found.toSorted((x, y) => apart(x.box, box) - apart(y.box, box))[0];
      shares.push(best ? overlap3D(best.box, box) : 0);
      gaps.push(best ? apart(best.box, box) : Infinity);
    }
  }
  const [worst, farthest] = [Math.min(...shares), Math.max(...gaps)];
  const subject = `${shares.length} boxes, median IoU ${median(shares).toFixed(2)}`;
  const yardstick = 'the true boxes';
  return [
    { name: 'objects in space: least IoU', subject, yardstick, value: worst, unit: '', ...atLeast(worst, 0.5) },
    { name: 'objects in space: centre', subject, yardstick, value: farthest, unit: ' m', ...atMost(farthest, 0.15) },
  ];
}

const apart = (a: Box3D, b: Box3D): number =>
  Math.hypot(...([0, 1, 2] as const).map((axis) => (a.low[axis] + a.high[axis] - b.low[axis] - b.high[axis]) / 2));
