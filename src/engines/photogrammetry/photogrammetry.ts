import { crsOf } from '../crs/crs.ts';
import { extentOf } from '../crs/extent.ts';
import { type Engine, type EngineContext, EngineFailure } from '../engine.ts';
import type { Vector } from '../matrix.ts';
import type { Block } from './block.ts';
import { type Calibrated, calibrate } from './calibrate/calibrate.ts';
import { namedCrs, residualsOf } from './georeference/georeference.ts';
import {
  type Crs,
  type EngineWarning,
  type Extent,
  type OutputFormat,
  outputFormats,
  type PhotogrammetryParams,
  type PhotogrammetryResult,
  type WrittenOutput,
} from './params.ts';
import { type Prepared, prepare } from './prepare/prepare.ts';
import { depthsOf, emptied, writeDense, writeOrientation } from './produce/produce.ts';
import { reconstruct } from './produce/reconstruct.ts';
import type { Producing } from './produce/surface.ts';
import { stepsOf } from './steps.ts';
import { openStore, type Store } from './store.ts';
import { openPool, type Pool } from './threads/pool.ts';

/** Photos to a model, step by step; each leaves what it made in the folder of the work. */
export const photogrammetry: Engine<PhotogrammetryParams, PhotogrammetryResult> = async (params, context) => {
  const formats = knownFormats(params);
  if (params.settings?.srs !== undefined) namedCrs(params.settings.srs);
  const store = openStore(params.work);
  const pool = openPool(Math.max(1, params.engines), context.signal);
  try {
    return await run(params, formats, { context, store, pool });
  } finally {
    await pool.close();
  }
};

interface Run {
  readonly context: EngineContext;
  readonly store: Store;
  readonly pool: Pool;
}

function knownFormats({ outputs }: PhotogrammetryParams): OutputFormat[] {
  const wrong = outputs.filter(({ format }) => !outputFormats.some((one) => one === format));
  if (wrong.length > 0) {
    const names = [...new Set(wrong.map(({ format }) => format))].join(', ');
    throw new EngineFailure('EngineNotAvailable', `No engine is available for "${names}".`, undefined, [names]);
  }
  return outputs.flatMap(({ format }) => outputFormats.find((one) => one === format) ?? []);
}

const isOrientation = (format: OutputFormat): format is 'ContextScene' | 'CCOrientations' =>
  format === 'ContextScene' || format === 'CCOrientations';

async function run(
  params: PhotogrammetryParams,
  formats: readonly OutputFormat[],
  { context, store, pool }: Run,
): Promise<PhotogrammetryResult> {
  const { signal, log, at = () => {} } = context;
  const steps = stepsOf(context, formats.every(isOrientation));
  const prepared = await steps.run('PrepareStep', (progress) =>
    prepare(params, (share, photo) => {
      progress(share, 'Reading photos');
      at(photo);
    }),
  );
  const calibrated = await steps.run('Calibration', (progress) => {
    const work = { params, prepared, store, signal, log, progress, at };
    return rememberedCalibration(store, params, prepared, () => calibrate(work));
  });
  const { block } = calibrated;
  const producing = formats.every(isOrientation)
    ? undefined
    : await steps.run('Reconstruction', async (progress): Promise<Producing> => {
        const { quality } = params;
        const digests = prepared.photos.map(({ digest }) => digest);
        const dense = await reconstruct(block, { quality, digests, store, pool, progress });
        return { block, quality, store, pool, dense };
      });
  const outputs = await steps.run('Production', (progress) => produce(params, formats, block, producing, progress));
  const crs = block.crs === null ? undefined : crsOf(block.crs);
  return {
    outputs,
    crs: crs === undefined ? null : crsName(crs),
    extent: crs === undefined ? null : extentIn(crs, block, producing),
    warnings: [...prepared.warnings, ...calibrated.warnings, ...heightWarning(formats, crs)],
    photos: {
      all: prepared.photos.length,
      oriented: block.photos.filter(({ pose }) => pose !== undefined).length,
      georeference: calibrated.by,
      reprojectionError: calibrated.reprojectionError,
      points: residualsOf(block),
    },
    gigaPixels: prepared.photos.reduce((sum, { facts }) => sum + facts.width * facts.height, 0) / 1e9,
    megaPoints: (producing?.dense.points ?? 0) / 1e6,
    steps: steps.taken(),
  };
}

/** The measured points and systems come after the matching, which has artefacts of its own. Files may lie elsewhere now. */
async function rememberedCalibration(
  store: Store,
  { type, settings }: PhotogrammetryParams,
  { photos, cameras, srs, points, pointsSrs, measured }: Prepared,
  make: () => Promise<Calibrated>,
): Promise<Calibrated> {
  const known = photos.map(({ path: _, ...photo }) => photo);
  const from = [known, cameras, srs, points, pointsSrs, measured, type, settings?.srs];
  const { value } = await store.remembered('calibration', from, make);
  const { block } = value;
  const here = block.photos.map((photo, n) => ({ ...photo, path: photos[n]?.path ?? photo.path }));
  return { ...value, block: { ...block, photos: here } };
}

async function produce(
  params: PhotogrammetryParams,
  formats: readonly OutputFormat[],
  block: Block,
  producing: Producing | undefined,
  progress: (share: number, message: string) => void,
): Promise<WrittenOutput[]> {
  const written: WrittenOutput[] = [];
  const name = fileName(params.name);
  for (const [n, format] of formats.entries()) {
    const folder = params.outputs[n]?.folder ?? '';
    const tell = (share: number) => progress((n + share) / formats.length, `Writing ${format}`);
    tell(0);
    emptied(folder);
    const { files } = isOrientation(format)
      ? writeOrientation(format, block, folder, producing === undefined ? new Map() : depthsOf(producing))
      : await writeDense(format, needed(producing), { folder, name, settings: params.settings ?? {}, progress: tell });
    written.push({ format, folder, files, rootDocument: files.at(-1) ?? '' });
  }
  return written;
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('An output needs what was not made.');
  return value;
}

/** What every file system takes. */
const fileName = (name: string): string =>
  name
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')
    .slice(0, 100)
    .trim() || 'site';

const crsName = ({ id, verticalId }: Crs): Crs => ({ id, ...(verticalId === undefined ? {} : { verticalId }) });

function extentIn(
  crs: NonNullable<ReturnType<typeof crsOf>>,
  block: Block,
  producing: Producing | undefined,
): Extent | null {
  if (producing !== undefined) return extentOf(crs, producing.dense.low, producing.dense.high);
  const places = block.photos.flatMap(({ pose }) => (pose ? [pose.centre] : []));
  const at = (choose: (...values: number[]) => number): Vector => {
    const along = (axis: 0 | 1 | 2) => choose(...places.map((place) => place[axis]));
    return [along(0), along(1), along(2)];
  };
  return places.length === 0 ? null : extentOf(crs, at(Math.min), at(Math.max));
}

function heightWarning(formats: readonly OutputFormat[], crs: Crs | undefined): EngineWarning[] {
  if (crs?.verticalId === undefined || !formats.includes('Cesium 3D Tiles')) return [];
  const message = `Heights of ${crs.verticalId} were taken as heights above the ellipsoid to put the tiles on the globe.`;
  return [{ code: 'VerticalDatumNotApplied', message, params: [crs.verticalId] }];
}
