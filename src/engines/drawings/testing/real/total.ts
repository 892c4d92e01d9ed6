import type { RealScore, Share } from './judge.ts';

export const shares = [
  'symbols',
  'reported',
  'tags',
  'connections',
  'signals',
  'lineNumbers',
  'texts',
  'sheet',
] as const;

export interface RealTotal extends Readonly<Record<(typeof shares)[number], Share>> {
  readonly falseConnections: number;
  readonly inAreas: number;
  readonly byClass: Readonly<Record<string, { all: number; found: number; false: number }>>;
}

/** What several sheets come to. */
export function totalOf(scores: readonly RealScore[]): RealTotal {
  const sumOf = (what: (typeof shares)[number]): Share => ({
    all: scores.reduce((sum, score) => sum + score[what].all, 0),
    right: scores.reduce((sum, score) => sum + score[what].right, 0),
  });
  const byClass: Record<string, { all: number; found: number; false: number }> = {};
  for (const score of scores) {
    for (const [name, one] of Object.entries(score.byClass)) {
      const of = byClass[name] ?? { all: 0, found: 0, false: 0 };
      byClass[name] = { all: of.all + one.all, found: of.found + one.found, false: of.false + one.false };
    }
  }
  return {
    symbols: sumOf('symbols'),
    reported: sumOf('reported'),
    tags: sumOf('tags'),
    connections: sumOf('connections'),
    signals: sumOf('signals'),
    lineNumbers: sumOf('lineNumbers'),
    texts: sumOf('texts'),
    sheet: sumOf('sheet'),
    falseConnections: scores.reduce((sum, { falseConnections }) => sum + falseConnections, 0),
    inAreas: scores.reduce((sum, { inAreas }) => sum + inAreas, 0),
    byClass,
  };
}

export const percent = ({ right, all }: Share): number => (all === 0 ? 100 : (100 * right) / all);

/** Per class what was found and what is false, those with most mistakes first. */
export const worstClasses = ({ byClass }: RealTotal): string =>
  Object.entries(byClass)
    .sort(([, a], [, b]) => b.all - b.found + b.false - (a.all - a.found + a.false))
    .map(([name, one]) => `${name} ${one.found}/${one.all}${one.false > 0 ? ` +${one.false}` : ''}`)
    .join(', ');
