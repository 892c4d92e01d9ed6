import type { Detail } from '../../../api/http/problem.ts';
import type { Option } from './catalog.ts';

/** What work is told, by the names of work; texts of version 1 as what they say. */
export type WorkOptions = Readonly<Record<string, boolean | number | string>>;

export interface ReadOptions {
  /** As they were given, those that are known. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly work: WorkOptions;
  /** Names of options that have no effect. */
  readonly ignored: readonly string[];
  readonly faults: readonly string[];
}

const crsForm = /^(EPSG:)?\d{1,6}(\+\d{1,6})?$/i;

/** Undefined: the value is none of the kind. */
function parsedOf(kind: Option['kind'], given: unknown): boolean | number | string | undefined {
  const text = typeof given === 'string' ? given.trim() : given;
  if (kind === 'crs') return typeof text === 'string' && crsForm.test(text) ? text : undefined;
  if (kind === 'boolean') {
    const word = typeof text === 'string' ? text.toLowerCase() : text;
    return word === true || word === 'true' ? true : word === false || word === 'false' ? false : undefined;
  }
  const value = typeof text === 'string' && text !== '' ? Number(text) : text;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const fits = {
    integer: Number.isInteger(value) && value >= 1,
    positive: value > 0,
    length: value >= 0,
    share: value >= 0 && value <= 1,
    ignored: true,
  }[kind];
  return fits ? value : undefined;
}

/** `texts`: whether values may come as texts. */
export function readOptions(
  options: readonly Option[],
  given: Readonly<Record<string, unknown>>,
  texts: boolean,
): ReadOptions {
  const known: [string, unknown][] = [];
  const work: [string, boolean | number | string][] = [];
  const ignored: string[] = [];
  const faults: string[] = [];
  for (const { option, spellings, kind } of options) {
    for (const name of spellings) {
      const value = given[name];
      if (value === undefined || value === null || (texts && value === '' && kind === 'crs')) continue;
      known.push([name, value]);
      const isText = typeof value === 'string' && kind !== 'crs';
      const read = isText && !texts ? undefined : parsedOf(kind, value);
      if (read === undefined) faults.push(name);
      else if (kind === 'ignored') ignored.push(name);
      else work.push([option, read]);
    }
  }
  return { given: Object.fromEntries(known), work: Object.fromEntries(work), ignored, faults };
}

/** Distances in metres: regions grow above `low`, and hold something above `high`. */
export interface Thresholds {
  readonly low: number;
  readonly high: number;
}

const usual: Thresholds = { low: 0.4, high: 0.8 };

/** Of the options of both versions (reality-analysis.md A1.1). */
export function thresholdsOf(options: WorkOptions): Thresholds {
  const of = (name: string) => (typeof options[name] === 'number' ? options[name] : undefined);
  const [threshold, filter, grow] = [of('threshold'), of('filterThreshold'), of('growThreshold')];
  const [low, high] = [of('low'), of('high')];
  if (low !== undefined || high !== undefined) {
    return { low: low ?? (high ?? usual.high) / 2, high: high ?? 2 * (low ?? usual.low) };
  }
  if (grow !== undefined) return { low: grow, high: filter ?? 2 * grow };
  if (threshold !== undefined) return { low: filter ?? threshold / 2, high: threshold };
  return filter === undefined ? usual : { low: filter, high: 2 * filter };
}

/** What work is told instead of them. */
export function withThresholds(options: WorkOptions): WorkOptions {
  const { threshold: _, filterThreshold: _filter, growThreshold: _grow, ...others } = options;
  return { ...others, ...thresholdsOf(options) };
}

export const thresholdFault = (options: WorkOptions, target: string): Detail[] => {
  const { low, high } = thresholdsOf(options);
  const message = `The lower threshold, ${low} m, is above the upper one, ${high} m.`;
  return low <= high ? [] : [{ code: 'InvalidProperty', message, target }];
};
