import { ratio } from './objects.ts';

export interface SegmentsReport {
  readonly version: '1.0';
  readonly type: 'EvalS2D' | 'EvalS3D' | 'EvalSOrtho';
  readonly labels: readonly string[];
  /** Of reference i predicted as j. */
  readonly confusionMatrix: readonly (readonly number[])[];
  readonly accuracy: number | null;
  readonly iou: Readonly<Record<string, number | null>>;
}

/** Counts pairs of labels, by name: ids of the two sides may differ. */
export interface Confusion {
  add(reference: string, prediction: string, count?: number): void;
  report(type: SegmentsReport['type']): SegmentsReport;
}

export function confusion(): Confusion {
  const labels: string[] = [];
  const places = new Map<string, number>();
  const counts = new Map<number, number>();
  const place = (label: string): number => {
    const known = places.get(label);
    if (known !== undefined) return known;
    places.set(label, labels.length);
    return labels.push(label) - 1;
  };
  const most = 65_536;
  return {
    add(reference, prediction, count = 1) {
      const key = place(reference) * most + place(prediction);
      counts.set(key, (counts.get(key) ?? 0) + count);
    },
    report(type) {
      const confusionMatrix = labels.map((_, i) => labels.map((_other, j) => counts.get(i * most + j) ?? 0));
      const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
      const right = confusionMatrix.map((row, i) => row[i] ?? 0);
      const iou = labels.map((label, i): [string, number | null] => {
        const row = sum(confusionMatrix[i] ?? []);
        const column = sum(confusionMatrix.map((one) => one[i] ?? 0));
        return [label, ratio(right[i] ?? 0, row + column - (right[i] ?? 0))];
      });
      const all = sum(confusionMatrix.map(sum));
      const figures = { accuracy: ratio(sum(right), all), iou: Object.fromEntries(iou) };
      return { version: '1.0', type, labels: [...labels], confusionMatrix, ...figures };
    },
  };
}
