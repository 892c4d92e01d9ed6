import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CloudInput,
  type CloudOutput,
  type ConversionParams,
  type ConversionResult,
  type ConversionWarning,
  type ConvertedOutput,
  defaultLimits,
  type InputFile,
} from '../conversion/params.ts';
import { type FileSystem, lookedAt, systemOf } from '../conversion/srs.ts';
import { titleOf } from '../crs/area.ts';
import { type Crs, knownCrs, withHeightsOf } from '../crs/crs.ts';
import { extentOf } from '../crs/extent.ts';
import { mover } from '../crs/transform.ts';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { Vector } from '../matrix.ts';
import { type ColumnName, columnNames, infraredName } from './batch.ts';
import { commonExtra, type ExtraBytes, extraAttributes, extraBytesName } from './extra.ts';
import { joined } from './facts.ts';
import { cloudFilesOf, outputNamesOf } from './files.ts';
import { loadCloud, type Tally, tooMany } from './load.ts';
import { openCloud } from './open/open.ts';
import { isTiled, outputsOf, type WrittenCloud, writeCloud } from './outputs.ts';
import type { CloudSource } from './source.ts';
import { openSpool } from './spool.ts';
import { progressOf } from './steps.ts';
import { openPool, type Pool } from './threads/pool.ts';
import { tileColumns } from './tile/stored.ts';

/** A file that is open, and where its coordinates are. */
interface Opened {
  readonly file: InputFile;
  readonly source: CloudSource;
  /** As it is told; when its points are read, what is left of that. */
  system: FileSystem;
}

export interface CloudConversion extends Omit<ConversionParams, 'outputs' | 'format'> {
  readonly format: CloudInput;
  readonly outputs: readonly CloudOutput[];
}

/** Converts clouds: all points of a file, or of all files that are merged, go to disk, and from there to each output. */
export async function convertClouds(params: CloudConversion, context: EngineContext): Promise<ConversionResult> {
  const { options = {}, inputs } = params;
  const { chosen, ignored } = await cloudFilesOf(params);
  const outputs = [...new Set(params.outputs)];
  const pool = openPool(options.threads);
  const opened: Opened[] = [];
  const sources: CloudSource[] = [];
  const columns = outputs.every(isTiled) ? tileColumns : columnNames;
  const opening = { pool, columns, step: options.sampleWorldStep, triangles: params.limits?.triangles, text: options };
  try {
    for (const file of chosen) {
      const source = await openCloud(params.format, file, inputs, opening);
      sources.push(source);
      opened.push({ file, source, system: systemOf(file, source.srs, inputs, options) });
    }
    const limit = params.limits?.points ?? defaultLimits.points;
    const promised = opened.map(({ source }) => source.promised);
    const known = promised.every((count) => count !== undefined);
    const sum = promised.reduce<number>((all, count) => all + (count ?? 0), 0);
    if (sum > limit) throw tooMany(limit);
    const tally: Tally = { read: 0, leftOut: new Map(), most: limit, promised: known ? sum : undefined };
    const steps = progressOf(context, tally, outputs);
    const groups = options.merge === true ? [opened] : opened.map((one) => [one]);
    const names = outputNamesOf(params, chosen);
    const written: WrittenCloud[] = [];
    for (const [n, group] of groups.entries()) {
      const name = names[n] ?? 'output';
      written.push(
        await convertGroup(group, {
          params,
          outputs,
          columns,
          name,
          alone: groups.length === 1,
          pool,
          tally,
          steps,
          context,
        }),
      );
    }
    steps.end();
    return {
      outputs: outputs.map((format): ConvertedOutput => outputsOf(format, written, join(params.output, format))),
      warnings: warningsOf(opened, written, tally, ignored),
      megaPoints: tally.read / 1e6,
      gigaPixels: 0,
    };
  } finally {
    for (const source of sources) await source.close();
    await pool.close();
  }
}

interface Work {
  readonly params: CloudConversion;
  readonly outputs: readonly CloudOutput[];
  /** What outputs keep of points. */
  readonly columns: readonly ColumnName[];
  readonly name: string;
  readonly alone: boolean;
  readonly tally: Tally;
  readonly steps: ReturnType<typeof progressOf>;
  readonly pool: Pool;
  readonly context: EngineContext;
}

async function convertGroup(group: readonly Opened[], work: Work): Promise<WrittenCloud> {
  const { params, outputs, columns, name, alone, tally, steps, pool, context } = work;
  const options = params.options ?? {};
  const wanted = commonSystem(group, options.outputSRS ?? '');
  const told = group.map(({ system }) => system.crs);
  const workFolder = join(params.output, 'work');
  mkdirSync(workFolder, { recursive: true });
  const extra = outputs.some(hasExtra) ? commonExtra(group.map(({ source }) => source.extra)) : undefined;
  const present = new Set(group.flatMap(({ source }) => source.columns));
  const spool = openSpool(
    join(workFolder, 'points.bin'),
    columnNames.filter((column) => present.has(column) && columns.includes(column)),
    extra?.size,
  );
  try {
    const all = [];
    for (const one of group) {
      const { file, source, system } = one;
      const move = moveOf(system.crs, wanted);
      const look: Look = (low, high) => {
        one.system = lookedAt(file, system, low, high, options);
      };
      all.push(await loadCloud(file.name, source, spool, { move, look, tally, context: steps.reading }));
    }
    const moved = told.some((from) => moveOf(from, wanted) !== undefined);
    const crs = stillPlaced(group, moved) ? wanted : undefined;
    const facts = joined(all);
    const extent = crs === undefined ? null : extentOf(crs, facts.low, facts.high);
    const paths = { output: params.output, workFolder, name, alone, pool };
    const [first] = group;
    const grid = moved || first === undefined ? undefined : commonGrid(group);
    const standardTime = group.every(({ source }) => source.standardTime === true);
    const cloud = { spool, facts, crs, grid, standardTime, extra, context, progress: steps.written };
    const lost = group.some(({ source }) => source.extra) && (extra === undefined || !outputs.every(keepsAll(extra)));
    return {
      extent,
      crs,
      facts,
      lost: [
        ...(lost ? [extraBytesName] : []),
        ...(present.has('nearInfrared') && !outputs.every(keepsInfrared) ? [infraredName] : []),
      ],
      takenHeights: takenHeights(told, crs),
      ...(await writeCloud(cloud, outputs, paths)),
    };
  } catch (error) {
    await pool.close(); // before the file that its threads may read is closed
    throw error;
  } finally {
    spool.close();
  }
}

const isLas = (format: CloudOutput): boolean => format === 'LAS' || format === 'LAZ';
const hasExtra = (format: CloudOutput): boolean => isLas(format) || isTiled(format);

const keepsInfrared = (format: CloudOutput): boolean => isLas(format) || format === 'PLY';

/** Tiles have room for some numbers. */
const keepsAll =
  (extra: ExtraBytes) =>
  (format: CloudOutput): boolean =>
    isLas(format) || (isTiled(format) && extraAttributes(extra).areAll);

type Look = (low: Vector, high: Vector) => void;

const moveOf = (from: Crs | undefined, to: Crs | undefined) => (from && to ? mover(from, to) : undefined);

/** Where the points of a group will be. */
function commonSystem(group: readonly Opened[], outputSRS: string): Crs | undefined {
  const home = group[0]?.source.home;
  const found = group.find(({ system }) => system.crs !== undefined)?.system.crs;
  if (outputSRS !== '' || home !== undefined) {
    const wanted = knownCrs(outputSRS || (home ?? ''));
    return found === undefined ? wanted : withHeightsOf(wanted, found);
  }
  const without = group.find(({ system }) => system.crs === undefined)?.file.name;
  if (found === undefined || without === undefined) return found;
  throw unmergeable(without);
}

const unmergeable = (name: string): EngineFailure =>
  new EngineFailure(
    'InputSrsUnknown',
    `Where the coordinates of '${name}' are is not known, so it cannot be merged with the others.`,
    undefined,
    [name],
  );

/** Whether the coordinates of all were places of their systems; what was moved by a system that it is not in, is lost. */
function stillPlaced(group: readonly Opened[], moved: boolean): boolean {
  const lost = group.find(({ system }) => system.crs === undefined);
  if (lost !== undefined && moved) throw unmergeable(lost.file.name);
  return lost === undefined;
}

/** Heights that were taken for those of another system. */
const takenHeights = (told: readonly (Crs | undefined)[], crs: Crs | undefined): readonly string[] => {
  const wanted = crs?.verticalId;
  return wanted !== undefined && told.some((from) => from !== undefined && from.verticalId !== wanted) ? [wanted] : [];
};

/** Files that were merged and say different systems. */
function differing(opened: readonly Opened[]): ConversionWarning[] {
  const names = new Set(opened.flatMap(({ system }) => (system.crs === undefined ? [] : titleOf(system.crs))));
  const [first = '', ...others] = names;
  return others.map((other) => ({ code: 'SystemsDiffer', params: [first, other] }));
}

function commonGrid(group: readonly Opened[]) {
  const [first, ...others] = group.map(({ source }) => source.grid);
  return others.every((grid) => JSON.stringify(grid) === JSON.stringify(first)) ? first : undefined;
}

function warningsOf(
  opened: readonly Opened[],
  written: readonly WrittenCloud[],
  tally: Tally,
  ignored: readonly string[],
): ConversionWarning[] {
  const warnings: ConversionWarning[] = [];
  if (written.some(({ crs }) => crs === undefined)) warnings.push({ code: 'NoGeoreference', params: [] });
  const heights = new Set(
    written.flatMap(({ crs, tiled, takenHeights }) => [
      ...(tiled && crs?.verticalId ? [crs.verticalId] : []),
      ...takenHeights,
    ]),
  );
  warnings.push(...opened.flatMap(({ system }) => system.warnings));
  if (opened.length > written.length) warnings.push(...differing(opened));
  for (const height of heights) warnings.push({ code: 'VerticalDatumNotApplied', params: [height] });
  if (ignored.length > 0) warnings.push({ code: 'FilesIgnored', params: [ignored.slice(0, 20).join(', ')] });
  const leftOut = new Map(tally.leftOut);
  const withheld = written.reduce((sum, { tiled, facts }) => sum + (tiled ? facts.withheld : 0), 0);
  if (withheld > 0) leftOut.set('withheld', withheld);
  for (const [why, count] of leftOut) warnings.push({ code: 'PointsLeftOut', params: [String(count), why] });
  const attributes = new Set([
    ...opened.flatMap(({ source }) => source.leftOut ?? []),
    ...written.flatMap(({ lost }) => lost),
  ]);
  if (opened.some(({ source }) => source.areSplats)) warnings.push({ code: 'SplatsAsPoints', params: [] });
  if (attributes.size > 0) warnings.push({ code: 'AttributesLeftOut', params: [[...attributes].join(', ')] });
  return warnings;
}
