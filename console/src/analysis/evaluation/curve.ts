import type { Scene } from '../scene.ts';

/** One thing of an evaluation: found rightly (TP), made up (FP) or missed (FN). */
export interface Judged {
  readonly label: string;
  readonly verdict: 'TP' | 'FP' | 'FN';
  readonly confidence: number;
}

/** The things in the scene of an evaluation, whose labels say what became of each. */
export function judgedIn({ labels, objects2D, objects3D }: Scene): readonly Judged[] {
  const all = [...(objects2D ? [...objects2D.values()].flat() : []), ...(objects3D ?? [])];
  return all.flatMap(({ labelId, confidence }) => {
    const [, label = '', verdict] = /^(.*) (TP|FP|FN)$/s.exec(labels.get(labelId) ?? '') ?? [];
    return verdict === 'TP' || verdict === 'FP' || verdict === 'FN' ? [{ label, verdict, confidence }] : [];
  });
}

/** What is found by who believes only what is at least so sure. */
export interface CurvePoint {
  readonly least: number;
  readonly precision: number;
  readonly recall: number;
}

/** From the surest on, a point for each step of confidence; empty where there is nothing to find. */
export function curveOf(judged: readonly Judged[]): readonly CurvePoint[] {
  const there = judged.filter(({ verdict }) => verdict !== 'FP').length;
  const found = judged.filter(({ verdict }) => verdict !== 'FN').toSorted((a, b) => b.confidence - a.confidence);
  const points: CurvePoint[] = [];
  let right = 0;
  for (const [n, { verdict, confidence }] of found.entries()) {
    if (verdict === 'TP') right++;
    if (found[n + 1]?.confidence === confidence) continue;
    if (there > 0) points.push({ least: confidence, precision: right / (n + 1), recall: right / there });
  }
  return points;
}

/** Of the curve at one confidence; undefined where nothing is so sure. */
export const curveAt = (curve: readonly CurvePoint[], least: number): CurvePoint | undefined =>
  curve.findLast((point) => point.least >= least);
