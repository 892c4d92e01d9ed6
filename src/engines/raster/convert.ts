import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, fileName, filesOf, uniqueNames } from '../conversion/files.ts';
import type {
  ConversionOptions,
  ConversionParams,
  ConversionResult,
  ConversionWarning,
  ConvertedFile,
  ConvertedOutput,
  InputFile,
  RasterInput,
  RasterOutput,
} from '../conversion/params.ts';
import { type FileSystem, lookedAt, systemOf } from '../conversion/srs.ts';
import type { Crs } from '../crs/crs.ts';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { Vector } from '../matrix.ts';
import { writeCog } from './cog.ts';
import { extentOfRaster, type Layer, layerOf } from './layer.ts';
import { rangeOf, shadeOf } from './shade.ts';
import { cornersOf, openRaster, type Raster } from './source.ts';
import { writeTileMap } from './tile-map.ts';

export interface RasterConversion extends Omit<ConversionParams, 'outputs' | 'format'> {
  readonly format: RasterInput;
  readonly outputs: readonly RasterOutput[];
}

interface Opened {
  readonly raster: Raster;
  readonly crs: Crs | undefined;
  readonly warnings: readonly ConversionWarning[];
}

/** What is left of its system when its corners are looked at. */
function placedSystem(raster: Raster, system: FileSystem, file: InputFile, options: ConversionOptions): FileSystem {
  if (raster.place === undefined) return system;
  const corners = cornersOf(raster, raster.place);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const low: Vector = [Math.min(...xs), Math.min(...ys), 0];
  return lookedAt(file, system, low, [Math.max(...xs), Math.max(...ys), 0], options);
}

/** Converts GeoTIFF into tile maps, merged into one where that is wanted, and into GeoTIFF for reading in parts. */
export async function convertRasters(params: RasterConversion, context: EngineContext): Promise<ConversionResult> {
  const { options = {}, inputs } = params;
  const { chosen, ignored } = filesOf(params);
  const outputs = [...new Set(params.outputs)];
  const kept = { ...options, outputSRS: '' };
  mkdirSync(join(params.output, 'work'), { recursive: true });
  const opened: Opened[] = [];
  const rasters: Raster[] = [];
  try {
    for (const file of chosen) {
      const raster = await openRaster(file, inputs);
      rasters.push(raster);
      opened.push({ raster, ...placedSystem(raster, systemOf(file, raster.srs, inputs, kept), file, kept) });
    }
    const names = uniqueNames(opened.map(({ raster }) => baseOf(raster.name)));
    const pixels = opened.reduce((sum, { raster }) => sum + raster.width * raster.height, 0);
    const steps = counting(context, pixels * outputs.length);
    const made: ConvertedOutput[] = [];
    for (const format of outputs) {
      const folder = join(params.output, format);
      mkdirSync(folder, { recursive: true });
      const work = { params, opened, names, folder, context, steps };
      made.push(format === 'COG' ? await writeCogs(work) : await writeMaps(work));
    }
    return {
      outputs: made,
      warnings: warningsOf(opened, outputs, ignored, options),
      megaPoints: 0,
      gigaPixels: pixels / 1e9,
    };
  } finally {
    for (const raster of rasters) await raster.close();
  }
}

interface Work {
  readonly params: RasterConversion;
  readonly opened: readonly Opened[];
  readonly names: readonly string[];
  readonly folder: string;
  readonly context: EngineContext;
  readonly steps: ReturnType<typeof counting>;
}

async function writeMaps({ params, opened, names, folder, context, steps }: Work): Promise<ConvertedOutput> {
  const { options = {}, name } = params;
  const layers: Layer[] = [];
  const { stretch = 'auto', merge = false } = options;
  const all = opened.map(({ raster }) => raster);
  const common = merge ? await rangeOf(all, stretch, context) : undefined;
  for (const { raster, crs } of opened) {
    if (crs === undefined) {
      const why = `Where '${raster.name}' is on the map is not known.`;
      throw new EngineFailure('InputSrsUnknown', why, undefined, [raster.name]);
    }
    const range = common ?? (await rangeOf([raster], stretch, context));
    layers.push(layerOf(raster, crs, shadeOf(raster, range, stretch)));
  }
  const groups = options.merge === true ? [layers] : layers.map((layer) => [layer]);
  const files: ConvertedFile[] = [];
  for (const [n, group] of groups.entries()) {
    const pixels = group.reduce((sum, { raster }) => sum + raster.width * raster.height, 0);
    const title = options.merge === true ? fileName(name) : (names[n] ?? name);
    const prefix = groups.length === 1 ? '' : `${title}/`;
    const progress = (share: number) => steps.now(pixels * share);
    files.push(...(await writeTileMap({ layers: group, folder, prefix, name: title, options, context, progress })));
    steps.add(pixels);
  }
  const extents = layers.map(({ extent }) => extent);
  const rootDocument = files.find(({ name: one }) => one.endsWith('tilemap.json'))?.name ?? 'tilemap.json';
  return {
    format: 'XYZTileMap',
    files,
    rootDocument,
    crs: { id: 'EPSG:3857' },
    extent: aboutAll(extents),
    points: null,
  };
}

async function writeCogs({ params, opened, names, folder, context, steps }: Work): Promise<ConvertedOutput> {
  const files: ConvertedFile[] = [];
  const given = (params.options?.inputSRS ?? '') !== '';
  for (const [n, { raster, crs }] of opened.entries()) {
    const name = `${names[n]}.tif`;
    const path = join(folder, name);
    const pixels = raster.width * raster.height;
    const progress = (share: number) => steps.now(pixels * share);
    const isToldElsewhere = given || raster.srs === undefined;
    await writeCog({
      raster,
      crs: isToldElsewhere ? crs : undefined,
      path,
      workFolder: join(params.output, 'work'),
      context,
      progress,
    });
    files.push({ name, path, size: statSync(path).size });
    steps.add(pixels);
  }
  const [first] = opened;
  const crs = opened.every((one) => one.crs?.id === first?.crs?.id) ? first?.crs : undefined;
  const extents = [];
  for (const { raster, crs: own } of opened) {
    if (own !== undefined && raster.place !== undefined) extents.push(extentOfRaster(raster, own));
  }
  return {
    format: 'COG',
    files,
    rootDocument: files[0]?.name ?? '',
    crs: crs === undefined ? null : { id: crs.id, ...(crs.verticalId ? { verticalId: crs.verticalId } : {}) },
    extent: extents.length === 0 ? null : aboutAll(extents),
    points: null,
  };
}

const aboutAll = (extents: readonly Layer['extent'][]): Layer['extent'] => ({
  west: Math.min(...extents.map(({ west }) => west)),
  south: Math.min(...extents.map(({ south }) => south)),
  east: Math.max(...extents.map(({ east }) => east)),
  north: Math.max(...extents.map(({ north }) => north)),
});

function warningsOf(
  opened: readonly Opened[],
  outputs: readonly RasterOutput[],
  ignored: readonly string[],
  { merge, outputSRS = '' }: NonNullable<ConversionParams['options']>,
): ConversionWarning[] {
  const left = [
    ...(outputSRS !== '' ? ['outputSRS'] : []),
    ...(merge && outputs.includes('COG') && opened.length > 1 ? ['merge'] : []),
  ];
  return [
    ...(opened.some(({ crs }) => crs === undefined) ? [{ code: 'NoGeoreference' as const, params: [] }] : []),
    ...opened.flatMap(({ warnings }) => warnings),
    ...left.map((setting) => ({ code: 'SettingIgnored' as const, params: [setting] })),
    ...(ignored.length > 0 ? [{ code: 'FilesIgnored' as const, params: [ignored.slice(0, 20).join(', ')] }] : []),
  ];
}

/** Counts pixels of the inputs, once for each output. */
function counting(context: EngineContext, total: number) {
  let done = 0;
  context.progress({ step: 'Writing files', total, unit: 'pixels' });
  return {
    now: (more: number) => context.progress({ done: Math.floor(done + more) }),
    add(more: number) {
      done += more;
      context.progress({ done });
    },
  };
}
