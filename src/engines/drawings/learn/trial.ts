import type { Engine } from '../../engine.ts';
import { centerOf } from '../geometry.ts';
import type { PagesParams } from '../params.ts';
import type { BoundingBox } from '../prediction.ts';
import { withSheet } from '../read-sheet.ts';
import { type Recognised, recognise } from '../recognise/recognise.ts';
import type { SymbolSet } from '../symbols/set.ts';

/** What people said of a place of a sheet: which symbol is there, or that there is none. */
export interface Reviewed {
  readonly id: string;
  readonly modelClass: string;
  readonly box: BoundingBox;
  readonly there: boolean;
}

/** The engine `drawingTrial`: what two symbol sets make of a sheet that was reviewed. */
export interface TrialParams extends PagesParams {
  readonly page: number;
  readonly before: SymbolSet;
  readonly after: SymbolSet;
  readonly reviewed: readonly Reviewed[];
}

export interface TrialCounts {
  /** Symbols that are there, with their class. */
  readonly right: number;
  /** Symbols that are there and are not found, or with another class. */
  readonly missed: number;
  /** What was deleted in the review, and is found all the same. */
  readonly wrong: number;
  /** Found where nobody has said anything. */
  readonly unreviewed: number;
}

export interface TrialResult {
  readonly before: TrialCounts;
  readonly after: TrialCounts;
  /** Reviewed regions of which the second set is right and the first is not, and the other way round. */
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

/** Looks at a sheet with both sets. */
export const tryOut: Engine<TrialParams, TrialResult> = async (params, context) => {
  const judged = async (set: SymbolSet): Promise<Judgement> => {
    const asked = { ...params, name: '', output: '', symbolSet: set };
    const seen = await withSheet(asked, context, (read) => read.see());
    context.progress({ step: 'Recognising' });
    return judge(recognise(seen, set), params.reviewed);
  };
  const [before, after] = [await judged(params.before), await judged(params.after)];
  const only = (a: Judgement, b: Judgement) => [...a.right].filter((id) => !b.right.has(id));
  return { before: before.counts, after: after.counts, better: only(after, before), worse: only(before, after) };
};

interface Judgement {
  readonly counts: TrialCounts;
  /** Reviewed regions about which it is right, those that are not there among them. */
  readonly right: ReadonlySet<string>;
}

function judge({ symbols }: Recognised, reviewed: readonly Reviewed[]): Judgement {
  const found = symbols.map(({ rule, box }) => ({ modelClass: rule.modelClass, center: centerOf(box) }));
  const at = (one: Reviewed) =>
    found.filter(({ center: [x, y] }) => {
      const { left, top, width, height } = one.box;
      return x > left && x < left + width && y > top && y < top + height;
    });
  const right = reviewed.filter((one) => {
    const here = at(one);
    const same = here.some(({ modelClass }) => modelClass === one.modelClass);
    return one.there ? same : !same;
  });
  const places = new Set(reviewed.flatMap(at));
  const there = reviewed.filter((one) => one.there);
  const rightThere = right.filter((one) => one.there).length;
  return {
    right: new Set(right.map(({ id }) => id)),
    counts: {
      right: rightThere,
      missed: there.length - rightThere,
      wrong: reviewed.length - there.length - (right.length - rightThere),
      unreviewed: found.filter((one) => !places.has(one)).length,
    },
  };
}
