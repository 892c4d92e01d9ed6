import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineFailure } from '../../engine.ts';
import type { Camera } from '../../geometry/camera.ts';
import { ProgramKilled, runProgram } from '../../program.ts';
import type { Quality } from '../params.ts';
import type { PhotoFacts } from '../prepare/metadata.ts';
import { writeWhole } from '../store.ts';
import { type PictureKind, writeCleanPicture } from './clean-picture.ts';
import { culpritOf } from './culprit.ts';
import { offscreen } from './matcher.ts';
import { readSparseModel, type SparseModel } from './sparse-model.ts';

/** A photo for the matcher. Those of one camera share its number. */
export interface MatcherPhoto {
  readonly name: string;
  readonly path: string;
  readonly camera: number;
  readonly facts: PhotoFacts;
  readonly kind: PictureKind;
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
  /** Told of each photo before it is decoded. */
  at(photo: string): void;
}

/** Features of a photo at most, and the size to which photos are reduced before. */
const features = { Draft: 3000, Medium: 4000, Extra: 8000 } as const;
const largest = { Draft: 1600, Medium: 2400, Extra: 3200 } as const;
/** Above so many photos only those are compared that were taken near each other, when they say where. */
const mostExhaustive = 60;
/** Small ones, for the program tells of a block only when it is done. */
const block = 5;
/** Shares of the time, as measured. */
const shares = { pictures: 0.04, features: 0.34, matches: 0.93, mapping: 0.99 } as const;

/** One folder for each camera: the program takes the photos of a folder for those of one. */
export const pictureName = (n: number, { camera, kind }: Pick<MatcherPhoto, 'camera' | 'kind'>): string =>
  `camera-${camera}/${String(n).padStart(5, '0')}.${kind === 'pixels only' ? 'png' : 'jpg'}`;

/**
 * The program needs metadata of photos only for pairs by place, and where it must know the sensor of a camera by its name to tell the
 * focal length in pixels; all others are told it by us.
 */
export const pictureKindOf = ({ gps, focal, lens }: PhotoFacts, count: number): PictureKind =>
  (count > mostExhaustive && gps !== null) || (focal === null && lens.focalLength !== undefined)
    ? 'with metadata'
    : 'pixels only';

/** The largest model of the photos, by the external program. Each of its steps is kept when it is done. */
export async function matchPhotos(matching: Matching): Promise<SparseModel | undefined> {
  const { folder } = matching;
  const pictures = join(folder, 'pictures');
  const database = join(folder, 'database.db');
  const sparse = join(folder, 'sparse');
  await once(matching, 'features', async () => {
    rmSync(database, { force: true });
    await writePictures(matching, pictures);
    await extract(matching, pictures, database);
  });
  await once(matching, 'matches', () => match(matching, database));
  await once(matching, 'mapping', async () => {
    rmSync(sparse, { recursive: true, force: true });
    mkdirSync(sparse);
    await writePictures(matching, pictures);
    await map(matching, pictures, database, sparse);
  });
  rmSync(pictures, { recursive: true, force: true });
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

/** Those that are there already stay. */
async function writePictures({ photos, at, signal, progress }: Matching, folder: string): Promise<void> {
  for (const [n, photo] of photos.entries()) {
    const path = join(folder, pictureName(n, photo));
    if (existsSync(path)) continue;
    signal?.throwIfAborted();
    progress((shares.pictures * n) / photos.length, `Pictures: ${n} of ${photos.length} photos`);
    mkdirSync(dirname(path), { recursive: true });
    at(photo.name);
    await writeCleanPicture(photo, path);
  }
}

/** Lens by lens: the program knows one kind at a time. */
async function extract(matching: Matching, pictures: string, database: string): Promise<void> {
  const { folder, photos, progress } = matching;
  const lenses = Map.groupBy(photos.keys(), (n) => lensWords(photos[n], photos).join(' '));
  progress(shares.pictures, `Features: 0 of ${photos.length} photos`);
  let before = 0;
  for (const [lens, numbers] of lenses) {
    const extracting = { pictures, list: join(folder, 'pictures.txt'), lens: lens.split(' ') };
    let processed = 0;
    const tell = (count: number) => {
      processed = Math.max(processed, count);
      const done = before + count;
      const share = shares.pictures + ((shares.features - shares.pictures) * done) / photos.length;
      progress(share, `Features: ${done} of ${photos.length} photos`);
    };
    await extractSome(matching, { ...extracting, database, numbers }, tell).catch(async (error: unknown) => {
      // those before were processed, though not in this order in all releases
      const suspects = [...numbers.slice(processed), ...numbers.slice(0, processed)];
      throw await withCulprit(error, matching, { ...extracting, numbers: suspects });
    });
    before += numbers.length;
  }
}

/** Features of pictures by their numbers. */
interface Extraction {
  readonly pictures: string;
  readonly database: string;
  /** Where their names are listed. */
  readonly list: string;
  readonly lens: readonly string[];
  readonly numbers: readonly number[];
}

/** The photo at which the program fails by itself is told; other errors stay as they are. */
async function withCulprit(
  error: unknown,
  matching: Matching,
  extraction: Omit<Extraction, 'database'>,
): Promise<unknown> {
  if (!(error instanceof ProgramKilled) || !error.isFault) return error;
  matching.log(`The feature matcher was ended by ${error.signal}: the photo at which it fails is being looked for.`);
  const database = join(matching.folder, 'trial.db');
  const number = await culpritOf(extraction.numbers, async (numbers) => {
    rmSync(database, { force: true });
    try {
      await extractSome(matching, { ...extraction, database, numbers }, () => {});
      return false;
    } catch (again) {
      matching.signal?.throwIfAborted();
      return again instanceof ProgramKilled && again.isFault;
    } finally {
      rmSync(database, { force: true });
    }
  });
  const name = number === undefined ? undefined : matching.photos[number]?.name;
  if (name === undefined) return error;
  const message = `The feature matcher failed at the photo "${name}" (${error.signal}). Remove the photo, or save it anew.`;
  return new EngineFailure('InputFile_Invalid', message, undefined, [name]);
}

/** Photos of one camera are told the same. */
function lensWords(photo: MatcherPhoto | undefined, photos: readonly MatcherPhoto[]): string[] {
  const { fisheye, facts } = photos.find(({ camera }) => camera === photo?.camera) ?? {};
  const model = (name: string) => ['--ImageReader.camera_model', name];
  if (fisheye === undefined) {
    const { focal = null, width = 0, height = 0 } = facts ?? {};
    const known = focal === null ? [] : ['--ImageReader.camera_params', [focal, width / 2, height / 2, 0].join(',')];
    return [...model('SIMPLE_RADIAL'), ...known];
  }
  const { focal, principal } = fisheye;
  const all = [focal, ...principal, fisheye.fisheye?.[1] ?? 0].join(',');
  return [...model('SIMPLE_RADIAL_FISHEYE'), '--ImageReader.camera_params', all];
}

/** `tell` is told how many are done. */
function extractSome(
  matching: Matching,
  { pictures, database, list, lens, numbers }: Extraction,
  tell: (count: number) => void,
): Promise<void> {
  const { quality, threads, photos } = matching;
  const names = numbers.flatMap((n) => (photos[n] ? [pictureName(n, photos[n])] : []));
  writeFileSync(list, `${names.join('\n')}\n`);
  const options = optionWords({
    database_path: database,
    image_path: pictures,
    image_list_path: list,
    'ImageReader.single_camera_per_folder': 1,
    'SiftExtraction.use_gpu': 0,
    'SiftExtraction.num_threads': threads,
    'SiftExtraction.max_num_features': features[quality],
    'SiftExtraction.max_image_size': largest[quality],
  });
  const words = ['feature_extractor', ...options, ...lens];
  return runWhole(matching, words, (line) => {
    const found = /Processed file \[(\d+)\//.exec(line)?.[1];
    if (found !== undefined) tell(Number(found));
  });
}

function match(matching: Matching, database: string): Promise<void> {
  const { photos, threads, progress } = matching;
  const byPlace = photos.length > mostExhaustive && photos.every(({ facts }) => facts.gps !== null);
  const blocks = Math.ceil(photos.length / block) ** 2;
  let seen = 0;
  const options = optionWords({
    database_path: database,
    'SiftMatching.use_gpu': 0,
    'SiftMatching.num_threads': threads,
    ...(byPlace ? { 'SpatialMatching.max_num_neighbors': 30 } : { 'ExhaustiveMatching.block_size': block }),
  });
  const words = [byPlace ? 'spatial_matcher' : 'exhaustive_matcher', ...options];
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
  const options = optionWords({
    database_path: database,
    image_path: pictures,
    output_path: sparse,
    'Mapper.num_threads': threads,
    'Mapper.ba_refine_principal_point': 0,
    'Mapper.min_model_size': 3, // the smallest block that is worth to be told of
  });
  const words = ['mapper', ...options];
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

/** Options as the program takes them. */
const optionWords = (options: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);

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
