import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runProgram } from '../../program.ts';
import type { Camera } from '../geometry/camera.ts';
import type { Quality } from '../params.ts';
import { writeWhole } from '../store.ts';
import { offscreen } from './matcher.ts';
import { readSparseModel, type SparseModel } from './sparse-model.ts';

/** A photo for the matcher. Those of one camera share its number. */
export interface MatcherPhoto {
  readonly path: string;
  readonly camera: number;
  readonly hasPlace: boolean;
  /** What is known of its lens, where that counts by angles: nobody could guess it. */
  readonly fisheye?: Camera;
}

export interface Matching {
  readonly program: string;
  /** For its files, kept from step to step. */
  readonly folder: string;
  readonly photos: readonly MatcherPhoto[];
  readonly quality: Quality;
  readonly threads: number;
  readonly signal: AbortSignal | undefined;
  progress(share: number, message: string): void;
  log(line: string): void;
}

/** Features of a photo at most, and the size to which photos are reduced before. */
const features = { Draft: 3000, Medium: 4000, Extra: 8000 } as const;
const largest = { Draft: 1600, Medium: 2400, Extra: 3200 } as const;
/** Above so many photos only those are compared that were taken near each other, when they say where. */
const mostExhaustive = 60;
/** Small ones, for the program tells of a block only when it is done. */
const block = 5;
/** Shares of the time, as measured. */
const shares = { features: 0.34, matches: 0.93, mapping: 0.99 } as const;

export const pictureName = (n: number, { camera, path }: MatcherPhoto): string =>
  `camera-${camera}/${String(n).padStart(5, '0')}${/\.[a-z]+$/i.exec(path)?.[0].toLowerCase() ?? ''}`;

/** The largest model of the photos, by the external program. Each of its steps is kept when it is done. */
export async function matchPhotos(matching: Matching): Promise<SparseModel | undefined> {
  const { folder } = matching;
  const pictures = join(folder, 'pictures');
  const database = join(folder, 'database.db');
  const sparse = join(folder, 'sparse');
  linkPictures(pictures, matching.photos);
  await once(matching, 'features', async () => {
    rmSync(database, { force: true });
    await extract(matching, pictures, database);
  });
  await once(matching, 'matches', () => match(matching, database));
  await once(matching, 'mapping', async () => {
    rmSync(sparse, { recursive: true, force: true });
    mkdirSync(sparse);
    await map(matching, pictures, database, sparse);
  });
  const models = readdirSync(sparse).filter((name) => existsSync(join(sparse, name, 'images.bin')));
  const read: SparseModel[] = [];
  for (const name of models) {
    const path = join(sparse, name);
    await runWhole(matching, ['model_converter', '--input_path', path, '--output_path', path, '--output_type', 'TXT']);
    read.push(readSparseModel(path));
  }
  return read.sort((a, b) => b.pictures.size - a.pictures.size)[0];
}

/** A step of the program, unless it was done before. */
async function once({ folder }: Matching, step: string, run: () => Promise<void>): Promise<void> {
  const mark = join(folder, `${step}.done`);
  if (existsSync(mark)) return;
  await run();
  writeWhole(mark, '');
}

/** One folder for each camera: the program takes the photos of a folder for those of one. */
function linkPictures(folder: string, photos: readonly MatcherPhoto[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [n, photo] of photos.entries()) {
    const path = join(folder, pictureName(n, photo));
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync(resolve(photo.path), path);
  }
}

/** Lens by lens: the program knows one kind at a time. */
async function extract(matching: Matching, pictures: string, database: string): Promise<void> {
  const { folder, photos, progress } = matching;
  const lenses = new Map<string, string[]>();
  for (const [n, photo] of photos.entries()) {
    const words = lensWords(photo).join(' ');
    lenses.set(words, [...(lenses.get(words) ?? []), pictureName(n, photo)]);
  }
  progress(0, `Features: 0 of ${photos.length} photos`);
  let before = 0;
  for (const [lens, names] of lenses) {
    const list = join(folder, 'pictures.txt');
    writeFileSync(list, `${names.join('\n')}\n`);
    const words = ['--image_path', pictures, '--image_list_path', list, ...lens.split(' ')];
    await extractSome(matching, ['--database_path', database, ...words], before);
    before += names.length;
  }
}

function lensWords({ fisheye }: MatcherPhoto): string[] {
  const model = (name: string) => ['--ImageReader.camera_model', name];
  if (fisheye === undefined) return model('SIMPLE_RADIAL');
  const { focal, principal } = fisheye;
  const known = [focal, ...principal, fisheye.fisheye?.[1] ?? 0].join(',');
  return [...model('SIMPLE_RADIAL_FISHEYE'), '--ImageReader.camera_params', known];
}

function extractSome(matching: Matching, which: readonly string[], before: number): Promise<void> {
  const { quality, threads, photos, progress } = matching;
  const words = [
    ...['feature_extractor', ...which, '--ImageReader.single_camera_per_folder', '1'],
    ...['--SiftExtraction.use_gpu', '0', '--SiftExtraction.num_threads', String(threads)],
    ...['--SiftExtraction.max_num_features', String(features[quality])],
    ...['--SiftExtraction.max_image_size', String(largest[quality])],
  ];
  return runWhole(matching, words, (line) => {
    const found = /Processed file \[(\d+)\//.exec(line)?.[1];
    if (found === undefined) return;
    const done = before + Number(found);
    progress((shares.features * done) / photos.length, `Features: ${done} of ${photos.length} photos`);
  });
}

function match(matching: Matching, database: string): Promise<void> {
  const { photos, threads, progress } = matching;
  const byPlace = photos.length > mostExhaustive && photos.every(({ hasPlace }) => hasPlace);
  const blocks = Math.ceil(photos.length / block) ** 2;
  let seen = 0;
  const words = [
    byPlace ? 'spatial_matcher' : 'exhaustive_matcher',
    ...['--database_path', database, '--SiftMatching.use_gpu', '0', '--SiftMatching.num_threads', String(threads)],
    ...(byPlace ? ['--SpatialMatching.max_num_neighbors', '30'] : ['--ExhaustiveMatching.block_size', String(block)]),
  ];
  progress(shares.features, 'Matching of photos');
  return runWhole(matching, words, (line) => {
    const [, now, all] = /Matching (?:block|image) \[(\d+)\/(\d+)/.exec(line) ?? [];
    if (now === undefined) return;
    seen++;
    const share = Math.min(1, byPlace ? Number(now) / Number(all) : seen / blocks);
    progress(shares.features + (shares.matches - shares.features) * share, 'Matching of photos');
  });
}

function map(matching: Matching, pictures: string, database: string, sparse: string): Promise<void> {
  const { photos, threads, progress } = matching;
  const words = [
    ...['mapper', '--database_path', database, '--image_path', pictures, '--output_path', sparse],
    ...['--Mapper.num_threads', String(threads), '--Mapper.ba_refine_principal_point', '0'],
    // the smallest block that is worth to be told of
    ...['--Mapper.min_model_size', '3'],
  ];
  let registered = 2;
  return runWhole(
    matching,
    words,
    (line) => {
      if (!line.includes('Registering image #')) return;
      registered = Math.min(photos.length, registered + 1);
      const share = registered / photos.length;
      const message = `Orientation: ${registered} of ${photos.length} photos`;
      progress(shares.matches + (shares.mapping - shares.matches) * share, message);
    },
    true,
  );
}

/** Runs the program; an end with another code than 0 is told with its last lines, unless `mayFail`. */
async function runWhole(
  { program, signal, log }: Matching,
  words: readonly string[],
  line: (text: string) => void = () => {},
  mayFail = false,
): Promise<void> {
  const last: string[] = [];
  const code = await runProgram(program, words, {
    signal,
    environment: offscreen,
    line(text) {
      last.push(text);
      if (last.length > 20) last.shift();
      line(text);
    },
  });
  if (code === 0) return;
  // the mapper ends so when no two photos hold together, which is told by what it leaves
  if (mayFail) return log(`The feature matcher ended with code ${code}: ${last.at(-1) ?? ''}`);
  throw new Error(`The feature matcher ended with code ${code} at ${words[0]}: ${last.join(' ')}`);
}
