import type { Static } from 'typebox';
import { isoTime } from '../../std/iso-time.ts';
import { prefix } from './access.ts';
import { fileIdOf } from './file-id.ts';
import type { oneInference, oneRun } from './schema.ts';
import type { InferenceRow, InputRow, ResultRow, RunRow } from './tables.ts';

/** Addresses of an inference and of what belongs to it. */
export const linksOf = (baseUrl: string, id: string) => {
  const inference = `${baseUrl}${prefix}/inferences/${id}`;
  return {
    inference: { href: inference },
    inputs: { href: `${inference}/inputs` },
    run: { href: `${inference}/run` },
    results: { href: `${inference}/run/results` },
  };
};

export function inferenceView(row: InferenceRow, baseUrl: string): Static<typeof oneInference>['inference'] {
  const { run, inputs, results } = linksOf(baseUrl, row.id);
  return {
    id: row.id,
    modelVersion: row.model_version,
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    ...(row.symbol_set_id === null ? {} : { symbolSetId: row.symbol_set_id }),
    _links: { twin: { href: `${baseUrl}/twins/${row.twin_id}` }, run, inputs, results },
  };
}

const fileView = ({ name, size }: Pick<InputRow, 'name' | 'size'>) => ({ id: fileIdOf(name), filename: name, size });

export function uploadedView(row: InputRow, baseUrl: string) {
  const { inputs, inference } = linksOf(baseUrl, row.inference_id);
  return { ...fileView(row), _links: { inputs, inference } };
}

export function inputView(row: InputRow, baseUrl: string) {
  const address = `${linksOf(baseUrl, row.inference_id).inputs.href}/${fileIdOf(row.name)}`;
  return { ...fileView(row), _links: { input: { href: address }, content: { href: `${address}/content` } } };
}

export function resultView(row: ResultRow, baseUrl: string) {
  const address = `${linksOf(baseUrl, row.inference_id).results.href}/${fileIdOf(row.name)}`;
  return { ...fileView(row), _links: { content: { href: `${address}/content` } } };
}

export function runView(row: RunRow, now: number, baseUrl: string): Static<typeof oneRun>['run'] {
  const { inputs, results, inference } = linksOf(baseUrl, row.inference_id);
  const taken = row.started === null ? 0 : (row.ended ?? now) - row.started;
  return {
    status: row.status,
    duration: durationOf(taken),
    progress: progressOf(row),
    createdDateTime: isoTime(row.created),
    _links: { inputs, results, inference },
  };
}

/** The last sheet is not the end: its files are still to be written. */
function progressOf({ status, sheets, sheets_done }: RunRow): number {
  if (status === 'completed') return 1;
  if (sheets === null || sheets === 0) return 0;
  return Math.min(0.99, Math.round((sheets_done / sheets) * 1000) / 1000);
}

/** Whole seconds as ISO 8601 has them: `PT1H2M3S`. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([value, unit]) => (value > 0 ? `${value}${unit}` : '')).join('') || '0S'}`;
}
