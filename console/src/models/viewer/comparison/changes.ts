import { className } from '../../../ui/stage/elements.ts';
import type { Changed } from '../../../ui/stage/looks-of.ts';
import { textOf } from '../../../ui/stage/value-text.ts';

/** One value that differs. */
export interface Difference {
  readonly property: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An element that differs between two versions. */
export interface Change extends Changed {
  readonly globalId: string;
  /** What of a modified one differs, in words. */
  readonly aspects: readonly string[];
  readonly differences: readonly Difference[];
}

/** The result as the API gives it: lists of equal length. */
interface Result {
  readonly changedElements: {
    readonly elements: readonly string[];
    readonly opcodes: readonly number[];
    readonly type: readonly number[];
    readonly globalIds: readonly string[];
    readonly properties: readonly (readonly string[])[];
    readonly oldValues: readonly (readonly unknown[])[];
    readonly newValues: readonly (readonly unknown[])[];
  };
}

const kinds: Readonly<Record<number, Change['kind']>> = { 9: 'Deleted', 18: 'Added', 23: 'Modified' };

const aspectNames: readonly (readonly [flag: number, name: string])[] = [
  [4, 'moved'],
  [2, 'shape'],
  [1, 'properties'],
  [8, 'type or material'],
  [16, 'layer or colour'],
  [32, 'part of something else'],
];

export function changesOf({ changedElements: of }: Result): Change[] {
  return of.elements.map((id, n) => ({
    id,
    globalId: of.globalIds[n] ?? '',
    kind: kinds[of.opcodes[n] ?? 0] ?? 'Modified',
    aspects: aspectNames.filter(([flag]) => ((of.type[n] ?? 0) & flag) !== 0).map(([, name]) => name),
    differences: (of.properties[n] ?? []).map((property, m) => ({
      property,
      before: of.oldValues[n]?.[m] ?? null,
      after: of.newValues[n]?.[m] ?? null,
    })),
  }));
}

/** Which changes are looked at: all of them, those that one sees, or those of values alone. */
export const limits = ['all', 'geometry', 'values'] as const;
export type Limit = (typeof limits)[number];

export const limitOf = (text: string | undefined): Limit => limits.find((one) => one === text) ?? 'all';

const seen = new Set(['moved', 'shape']);

/** What appears or goes is seen, whatever its values. */
export function within(changes: readonly Change[], limit: Limit): readonly Change[] {
  if (limit === 'all') return changes;
  const isSeen = ({ kind, aspects }: Change) => kind !== 'Modified' || aspects.some((one) => seen.has(one));
  return changes.filter((change) => isSeen(change) === (limit === 'geometry'));
}

/** How far something has moved: along each axis and in all, metres. */
export interface Move {
  readonly by: readonly [x: number, y: number, z: number];
  readonly distance: number;
}

type Box = { readonly low: readonly number[]; readonly high: readonly number[] };

const leastMove = 0.0005;

/** How far the middles of two boxes are apart; undefined where they are not, or one is not known. */
export function moveOf(from: Box | undefined, to: Box | undefined): Move | undefined {
  if (!from || !to) return undefined;
  const middle = ({ low, high }: Box, axis: number) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
  const along = (axis: number) => middle(to, axis) - middle(from, axis);
  const by = [along(0), along(1), along(2)] as const;
  const distance = Math.hypot(...by);
  return distance < leastMove ? undefined : { by, distance };
}

interface Named {
  readonly class: string;
  readonly name: string | null;
}

export const csvHeader = [
  'Change',
  'GlobalId',
  'Class',
  'Name',
  'What',
  'Moved by (m)',
  'Property',
  'Before',
  'After',
] as const;

/** A row for each value that differs, and one for what has none. */
export function csvRows(
  changes: readonly Change[],
  elementOf: (change: Change) => Named | undefined,
  moved: (change: Change) => Move | undefined,
) {
  return changes.flatMap((change) => {
    const element = elementOf(change);
    const name = element?.name ?? '';
    const head = [
      change.kind,
      change.globalId,
      element ? className(element.class) : '',
      name,
      change.aspects.join(', '),
      moved(change)?.distance.toFixed(3) ?? '',
    ];
    if (change.differences.length === 0) return [[...head, '', '', '']];
    return change.differences.map(({ property, before, after }) => [...head, property, textOf(before), textOf(after)]);
  });
}
