import type { Label } from '../scene/types.ts';

/** What is compared: an object with the name of its label. `B` is its box. */
export interface Marked<B> {
  readonly label: string;
  /** Absent counts as 1. */
  readonly confidence?: number;
  readonly box: B;
}

/** The objects of one photo, or of all space. */
export interface Pair<B> {
  readonly reference: readonly Marked<B>[];
  readonly prediction: readonly Marked<B>[];
}

export type Verdict = 'TP' | 'FP' | 'FN';

export interface Judged<B> extends Marked<B> {
  readonly verdict: Verdict;
}

/**
 * Per label, by decreasing confidence: a prediction takes the best reference that is free and overlaps enough, or is a
 * false positive; references that nobody took are false negatives.
 */
export function judge<B>(
  { reference, prediction }: Pair<B>,
  iou: (a: B, b: B) => number,
  threshold: number,
): Judged<B>[] {
  const taken = new Set<Marked<B>>();
  const order = prediction.toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1));
  const judged = order.map((one): Judged<B> => {
    let best: Marked<B> | undefined;
    let most = -1;
    for (const other of reference) {
      if (other.label !== one.label || taken.has(other)) continue;
      const value = iou(one.box, other.box);
      if (value <= most) continue;
      most = value;
      best = other;
    }
    if (best === undefined || most < threshold) return { ...one, verdict: 'FP' };
    taken.add(best);
    return { ...one, verdict: 'TP' };
  });
  const missed = reference.filter((one) => !taken.has(one));
  return [...judged, ...missed.map((one): Judged<B> => ({ ...one, verdict: 'FN' }))];
}

export interface ClassCounts {
  readonly label: string;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface ObjectsReport {
  readonly version: '1.0';
  readonly type: 'EvalO2D' | 'EvalO3D';
  readonly thresholdIOU: number;
  readonly classes: readonly ClassCounts[];
  readonly total: Pick<ClassCounts, 'truePositives' | 'falsePositives' | 'falseNegatives'>;
}

/** Figures per label and in all. */
export function objectsReport(
  type: ObjectsReport['type'],
  thresholdIOU: number,
  judged: readonly Judged<unknown>[],
): ObjectsReport {
  const names = [...new Set(judged.map((one) => one.label))].sort();
  return {
    version: '1.0',
    type,
    thresholdIOU,
    classes: names.map((label) => {
      const counts = countsOf(judged.filter((one) => one.label === label));
      const { truePositives: tp, falsePositives: fp, falseNegatives: fn } = counts;
      return {
        label,
        ...counts,
        precision: ratio(tp, tp + fp),
        recall: ratio(tp, tp + fn),
        f1: ratio(2 * tp, 2 * tp + fp + fn),
      };
    }),
    total: countsOf(judged),
  };
}

function countsOf(judged: readonly Judged<unknown>[]) {
  const of = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
  return { truePositives: of('TP'), falsePositives: of('FP'), falseNegatives: of('FN') };
}

/** Four decimals; null for nothing of nothing. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** Labels of the scene that shows verdicts, and each verdict's id in it. */
export function verdictLabels(names: readonly string[]): {
  labels: Label[];
  idOf(label: string, verdict: Verdict): number;
} {
  const ids = new Map<string, number>();
  for (const name of names) for (const verdict of ['TP', 'FP', 'FN']) ids.set(`${name} ${verdict}`, ids.size + 1);
  return {
    labels: [...ids].map(([name, id]) => ({ id, name })),
    idOf: (label, verdict) => ids.get(`${label} ${verdict}`) ?? 0,
  };
}
