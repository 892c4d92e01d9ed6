import { isRecord, membersOf } from '../../../../src/std/records.ts';

/** Figures of one label; null: of nothing. */
export interface ClassFigures {
  readonly label: string;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface ObjectsReport {
  readonly is: 'objects';
  readonly threshold: number;
  readonly classes: readonly ClassFigures[];
}

export interface SegmentsReport {
  readonly is: 'segments';
  readonly labels: readonly string[];
  /** Of what is right i found as j. */
  readonly matrix: readonly (readonly number[])[];
  readonly accuracy: number | null;
  readonly iou: ReadonlyMap<string, number | null>;
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const ratioIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Undefined: it is no report that is known. */
export function reportOf(json: unknown): ObjectsReport | SegmentsReport | undefined {
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.classes)) {
    const classes = json.classes.map(membersOf).map((one) => ({
      label: String(one.label ?? ''),
      truePositives: numberIn(one.truePositives),
      falsePositives: numberIn(one.falsePositives),
      falseNegatives: numberIn(one.falseNegatives),
      precision: ratioIn(one.precision),
      recall: ratioIn(one.recall),
      f1: ratioIn(one.f1),
    }));
    return { is: 'objects', threshold: numberIn(json.thresholdIOU), classes };
  }
  if (!Array.isArray(json.confusionMatrix)) return undefined;
  return {
    is: 'segments',
    labels: listIn(json.labels).map(String),
    matrix: json.confusionMatrix.map((row) => listIn(row).map(numberIn)),
    accuracy: ratioIn(json.accuracy),
    iou: new Map(Object.entries(membersOf(json.iou)).map(([label, value]) => [label, ratioIn(value)])),
  };
}

/** "71 %"; of nothing a dash. */
export const percent = (value: number | null): string => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
