import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import {
  jobTypes,
  outputFormats,
  type PhotogrammetryParams,
  type ProductionSettings,
} from '../../../engines/photogrammetry/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { captureCost } from '../../../reality-jobs/cost.ts';
import { type Message, messageOf } from '../../../reality-jobs/messages.ts';
import { type RealityOrder, type RealityResult, realityJobKind } from '../../../reality-jobs/run/job.ts';
import { capture } from '../api.ts';
import type { Production } from '../job/production.ts';
import { type JobSettings, settingsOf } from '../job/settings.ts';
import { keepCache, useCache } from './cache.ts';
import { fetchReferences } from './references.ts';

/** The jobs of this API in the queue. */
export const captureJob = (kit: Kit) =>
  realityJobKind(
    {
      api: capture,
      missing: ({ outputs }) =>
        outputs.map(({ kind }) => kind).filter((kind) => !outputFormats.some((format) => format === kind)),
      fetching: { step: 'PrepareStep', from: 0, to: 1 },
      working: { step: 'PrepareStep', from: 0, to: 100 }, // the engine counts for the whole job
      steps: ['PrepareStep', 'Calibration', 'Reconstruction', 'Production'],
      storing: { step: 'Upload', from: 98, to: 100 },
      run: (order) => model(order, kit),
    },
    kit,
  );

async function model(order: RealityOrder, kit: Kit): Promise<RealityResult> {
  const { job, inputs, folder, at } = order;
  const settings = settingsOf(job.row);
  if (settings.production?.fault !== undefined) {
    const name = 'prod_settings.json';
    throw new JobFailure(
      'InputFile_Invalid',
      `The settings file "${name}" cannot be read: ${settings.production.fault}.`,
      [name],
    );
  }
  const outputs = [];
  for (const { kind, place } of job.outputs) {
    const made = join(folder, 'outputs', String(place));
    await mkdir(made, { recursive: true });
    outputs.push({ format: kind, folder: made });
  }
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  const { createCache, useCache: earlier } = settings.cacheSettings ?? {};
  const lost = earlier !== undefined && !(await useCache(earlier, work, order, kit)) ? ['useCache'] : [];
  const params: PhotogrammetryParams = {
    type: jobTypes.find((type) => type === job.row.type) ?? 'Full',
    inputs: inputs.map(({ row, folder: data }) => ({ id: row.data_id, folder: data })),
    references: await fetchReferences(order, kit),
    quality: settings.quality,
    outputs,
    name: job.row.name,
    work,
    ...limitsOf(settings, kit),
    settings: productionOf(settings.production),
  };
  const result = await kit.ports.engines.run(at, 'photogrammetry', params);
  const keep = createCache ? await keepCache(work, order, kit) : undefined;
  const facts = { crs: result.crs ?? undefined, extent: result.extent ?? undefined };
  return {
    outputs: new Map(
      result.outputs.map(({ format, folder: made, files, rootDocument }) => [
        format,
        { ...facts, rootDocument, files: files.map((name) => ({ name, path: join(made, name) })) },
      ]),
    ),
    warnings: [...result.warnings.map(messageOf), ...ignored([...(settings.production?.ignored ?? []), ...lost])],
    units: captureCost(result, settings.quality),
    ...(keep && { also: keep }),
  };
}

function limitsOf({ processingEngines }: JobSettings, { ports }: Kit) {
  const { engines, photos, colmap } = ports.settings.reality;
  return {
    engines: Math.min(processingEngines || engines, engines),
    mostPhotos: photos,
    ...(colmap === undefined ? {} : { colmap }),
  };
}

const productionOf = (production: Production | undefined): ProductionSettings => {
  const { srs, maximumTextureSize, texturedEnabled } = production ?? {};
  return {
    ...(srs === undefined ? {} : { srs }),
    ...(maximumTextureSize === undefined ? {} : { maximumTextureSize }),
    ...(texturedEnabled === undefined ? {} : { texturedEnabled }),
  };
};

/** Of settings that nobody understands, and of a cache that is kept no more. */
const ignored = (names: readonly string[]): Message[] =>
  names.map((name) =>
    messageOf({ code: 'SettingIgnored', message: `The setting "${name}" was ignored.`, params: [name] }),
  );
