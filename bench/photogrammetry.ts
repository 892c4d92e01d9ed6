import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMatcher } from '../src/engines/photogrammetry/calibrate/matcher.ts';
import { type OutputFormat, outputFormats } from '../src/engines/photogrammetry/params.ts';
import {
  cameraFigures,
  cloudFigures,
  heightFigures,
  pointFigures,
  sampleOriented,
  samplePhotos,
  targetFigures,
  withoutPhotos,
} from '../src/engines/photogrammetry/testing/sample.ts';
import { runEngine } from './engine-run.ts';
import { atMost, type Result } from './results.ts';

const megabyte = 2 ** 20;
const photos = 'photos';

/** Twenty photos of 1,000 × 750 to all outputs, Draft, on two threads; and how far what they say is from the truth. */
export async function benchPhotogrammetry(): Promise<Result[]> {
  if (withoutPhotos !== false) {
    console.error(`  left out: ${withoutPhotos}.`);
    return [];
  }
  const root = mkdtempSync(join(tmpdir(), 'bench-photogrammetry-'));
  try {
    return await measure(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function measure(root: string): Promise<Result[]> {
  const matcher = await findMatcher(undefined, undefined);
  const folderOf = (name: string): string => {
    const folder = join(root, name.replaceAll(/\W/g, '-'));
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const scene = readFileSync(join(sampleOriented, 'ContextScene.json'), 'utf8').replaceAll('PHOTOS', photos);
  writeFileSync(join(folderOf('scene'), 'ContextScene.json'), scene);
  const data = { id: photos, folder: samplePhotos };
  const ours = await runEngine('photogrammetry', {
    quality: 'Draft',
    engines: 2,
    name: 'Yard',
    work: folderOf('work'),
    // without the matcher the rest is measured with the true poses
    ...(matcher === undefined
      ? { type: 'Reconstruction', inputs: [{ id: 'scene', folder: folderOf('scene') }], references: [data] }
      : { type: 'Full', inputs: [data] }),
    outputs: outputFormats.map((format) => ({ format, folder: folderOf(format) })),
  });
  const path = (format: OutputFormat, file: string) => join(folderOf(format), file);
  const cameras = cameraFigures(path('ContextScene', 'ContextScene.json'));
  const cloud = cloudFigures(path('PLY', 'cloud.ply'));
  const heights = await heightFigures(path('Orthophoto/DSM', 'Yard_DSM.tif'));
  const targets = (await targetFigures(path('Orthophoto/DSM', 'Yard_ortho.tif'))).map(({ off }) => off);
  const steps = ours.result.steps.map(({ step, seconds }) => `${step} ${seconds.toFixed(0)} s`).join(', ');
  const check = pointFigures(ours.result, 'check');
  const line = (name: string, subject: string, value: number, unit: string, bound: number): Result => ({
    name: `20 photos, Draft: ${name}`,
    subject,
    yardstick: 'truth of the sample',
    value,
    unit,
    ...atMost(value, bound),
  });
  const sorted = targets.sort((a, b) => a - b);
  const how = matcher === undefined ? 'poses given' : 'poses by colmap';
  return [
    { ...line('all outputs', `${how}: ${steps}`, ours.seconds, ' s', 360), yardstick: 'six minutes' },
    { ...line('memory', 'without the matcher', ours.peak / megabyte, ' MB', 2048), yardstick: 'a small server' },
    line('cameras', `${cameras.count}, best similarity, RMS`, 1000 * cameras.best, ' mm', 20),
    line('check points', 'by six control points, RMS', 1000 * check, ' mm', 20),
    line('points, median', `${cloud.count.toLocaleString('en')} points`, 1000 * cloud.median, ' mm', 46),
    line('points, 95 of 100', 'a pixel is 46 mm', 1000 * cloud.p95, ' mm', 230),
    line('heights, median', `${(100 * heights.empty).toFixed(1)} % of cells empty`, 1000 * heights.median, ' mm', 92),
    line('heights, 90 of 100', 'ground and tops of boxes', 1000 * heights.p90, ' mm', 150),
    line('targets in the orthophoto', `${sorted.length}, the last but one`, 1000 * (sorted.at(-2) ?? 0), ' mm', 46),
  ];
}
