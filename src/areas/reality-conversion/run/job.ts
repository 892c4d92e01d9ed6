import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import {
  type ConversionOptions,
  type ConversionParams,
  type ConversionResult,
  cloudInputs,
  cloudOutputs,
  type InputFormat,
  meshInputs,
  meshOutputs,
  type OutputFormat,
  rasterInputs,
  rasterOutputs,
} from '../../../engines/conversion/params.ts';
import { conversionCost } from '../../../reality-jobs/cost.ts';
import type { RealityJob } from '../../../reality-jobs/job.store.ts';
import type { FetchedInput } from '../../../reality-jobs/run/fetch.ts';
import { type RealityOrder, type RealityResult, realityJobKind } from '../../../reality-jobs/run/job.ts';
import type { AtWork } from '../../../reality-jobs/run/stage.ts';
import { conversion } from '../api.ts';
import type { GivenOptions } from '../job/schema.ts';
import { optionsOf } from '../job/view.ts';
import { warningOf } from './warnings.ts';

/** The jobs of this API in the queue. */
export const conversionJob = (kit: Kit) =>
  realityJobKind(
    {
      api: conversion,
      missing,
      fetching: { step: 'Download_Files', from: 0, to: 10 },
      working: { step: 'Convert_Files', from: 10, to: 90 },
      steps: ['Merge_Files'],
      storing: { step: 'Upload_Files', from: 90, to: 100 },
      run: (order) => convert(order, kit),
    },
    kit,
  );

const inputs: readonly InputFormat[] = [...cloudInputs, ...meshInputs, ...rasterInputs];
const outputs: readonly OutputFormat[] = [...cloudOutputs, ...meshOutputs, ...rasterOutputs];
const read = (kind: string | undefined): InputFormat | undefined => inputs.find((one) => one === kind);
const made = (kind: string): OutputFormat | undefined => outputs.find((one) => one === kind);

/** Formats that no engine reads or makes. */
const missing = (job: RealityJob): readonly string[] => [
  ...new Set([
    ...job.inputs.map(({ kind }) => kind).filter((kind) => read(kind) === undefined),
    ...job.outputs.map(({ kind }) => kind).filter((kind) => made(kind) === undefined),
  ]),
];

async function convert({ job, inputs: fetched, folder, at }: RealityOrder, { ports }: Kit): Promise<RealityResult> {
  const output = join(folder, 'output');
  await rm(output, { recursive: true, force: true }); // of an attempt that was stopped
  await mkdir(output);
  const { engines, points, triangles } = ports.settings.reality;
  const options = optionsOf(job.row);
  const format = read(job.inputs[0]?.kind);
  if (format === undefined) throw new Error(`Job ${job.row.id} has no inputs.`);
  const params: ConversionParams = {
    inputs: containersIn(fetched),
    format,
    outputs: job.outputs.flatMap(({ kind }) => made(kind) ?? []),
    name: job.row.name,
    output,
    limits: { points, triangles },
    options: { ...engineOptions(options), threads: Math.min(options.processingEngines || engines, engines) },
  };
  const result = await ports.engines.run(options.merge ? merging(at) : at, 'conversion', params);
  return {
    outputs: new Map(result.outputs.map((one) => [one.format, factsOf(one)])),
    warnings: result.warnings.map(warningOf),
    units: conversionCost(result),
  };
}

const factsOf = ({ files, rootDocument, crs, extent }: ConversionResult['outputs'][number]) => ({
  files,
  rootDocument,
  crs: crs ?? undefined,
  extent: extent ?? undefined,
});

/** In the order in which the last of the same name wins. */
function containersIn(fetched: readonly FetchedInput[]): ConversionParams['inputs'] {
  const rank = ({ displayName, row }: FetchedInput) => `${displayName}\n${row.data_id}`;
  const ordered = fetched.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  return ordered.flatMap(({ folder, files }, container) =>
    files.map((name) => ({ name, path: join(folder, name), container })),
  );
}

/** Those that the engine knows, where they have a value. */
function engineOptions({
  tileFormat,
  processingEngines: _,
  featureClassDisplayName: __,
  ...options
}: GivenOptions): ConversionOptions {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  const format = tileFormat?.toUpperCase();
  return { ...Object.fromEntries(given), ...(format === 'PNG' || format === 'JPG' ? { tileFormat: format } : {}) };
}

/** What the engine calls writing is, of merged files, the step of the API with that name. */
const merging = (at: AtWork): AtWork => ({
  ...at,
  progress: (change) => at.progress(change.step === 'Writing files' ? { ...change, step: 'Merge_Files' } : change),
});
