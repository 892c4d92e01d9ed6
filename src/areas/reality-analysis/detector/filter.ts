import { parseFilter } from '../../../std/odata/parse.ts';
import { type Expression, FilterFault } from '../../../std/odata/tree.ts';
import type { VersionRow } from '../tables.ts';
import { exportsOf, labelsOf, latestOf } from './view.ts';

const subject = { name: 'Detectors', properties: { labels: 'text', exports: 'text' } } as const;

type Holds = (versions: readonly VersionRow[]) => boolean;

/**
 * `labels in ('crack') and not (exports in ('Lines'))`: what the newest version that is Ready can do. Throws a `FilterFault`
 * for anything else.
 */
export function detectorFilter(text: string): Holds {
  const holds = conditionOf(parseFilter(text, subject));
  return (versions) => {
    const latest = latestOf(versions);
    const labels = latest === undefined ? [] : labelsOf(latest).map((one) => one.toLowerCase());
    return holds({ labels: new Set(labels), exports: new Set(latest === undefined ? [] : exportsOf(latest)) });
  };
}

interface Abilities {
  readonly labels: ReadonlySet<string>;
  readonly exports: ReadonlySet<string>;
}

function conditionOf(expression: Expression): (of: Abilities) => boolean {
  if (expression.kind === 'in' && expression.of.kind === 'property') {
    const name = expression.of.name;
    const values = expression.values.map(textOf);
    if (name === 'labels') return ({ labels }) => values.some((value) => labels.has(value.toLowerCase()));
    return ({ exports }) => values.some((value) => exports.has(value));
  }
  if (expression.kind === 'call') {
    const [first, second] = expression.of.map(conditionOf);
    if (expression.name === 'not' && first) return (of) => !first(of);
    if (expression.name === 'and' && first && second) return (of) => first(of) && second(of);
    if (expression.name === 'or' && first && second) return (of) => first(of) || second(of);
  }
  throw new FilterFault('It is no list of values.');
}

function textOf(value: Expression): string {
  if (value.kind === 'literal' && typeof value.value === 'string') return value.value;
  throw new FilterFault('A value is no text.');
}

export const isDetectorFilter = (text: string): boolean => {
  try {
    detectorFilter(text);
    return true;
  } catch (error) {
    if (error instanceof FilterFault) return false;
    throw error;
  }
};
