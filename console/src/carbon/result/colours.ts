import type { LegendEntry } from '../../ui/stage/colours.ts';
import { figure } from '../text.ts';
import type { ElementsFile, FigureOfElement } from './figures.ts';

/** From little to much; told apart by their lightness alone, too. */
const steps = [0xffffb2, 0xfecc5c, 0xfd8d3c, 0xf03b20, 0xa50f15] as const;
const lessThanNothing = 0x2c7fb8;
const unknown = 0x9aa5b1;

/** Of what a figure is looked at: a module, or a sum of modules; and of which material, of all if none is named. */
export interface Aspect {
  readonly member: string;
  readonly material?: number;
}

/** kg CO2e of an element; null is not known. */
export function figureOf(
  element: FigureOfElement,
  members: readonly string[],
  { member, material }: Aspect,
): number | null {
  const at = members.indexOf(member);
  const values = element.of.flatMap(([place, figures]) =>
    material === undefined || material === place ? (figures[at] ?? []) : [],
  );
  return values.length === 0 ? null : values.reduce((a, b) => a + b);
}

/**
 * Which elements have which colour: by their figure, for each or for its square metre. The last entries are not known.
 * `only`: those that are chosen; absent: all.
 */
export function legendOf(
  file: ElementsFile,
  aspect: Aspect,
  perArea: boolean,
  only?: ReadonlySet<string>,
): LegendEntry[] {
  const valued: (readonly [id: string, value: number])[] = [];
  const [uncounted, noArea]: [string[], string[]] = [[], []];
  for (const element of file.elements) {
    if (only && !only.has(element.id)) continue;
    const value = figureOf(element, file.members, aspect);
    if (value === null) uncounted.push(element.id);
    else if (!perArea) valued.push([element.id, value]);
    else if (element.area !== null && element.area > 0) valued.push([element.id, value / element.area]);
    else noArea.push(element.id);
  }
  const rest: LegendEntry[] = [
    { label: 'Area not known', color: unknown, ids: noArea },
    { label: 'Not calculated', color: unknown, ids: uncounted },
  ];
  return [...scaled(valued), ...rest].filter(({ ids }) => ids.length > 0);
}

function scaled(valued: readonly (readonly [id: string, value: number])[]): LegendEntry[] {
  const limits = limitsOf(valued.flatMap(([, value]) => (value > 0 ? [value] : [])));
  const negative = valued.flatMap(([id, value]) => (value < 0 ? [id] : []));
  const entries = steps.slice(0, limits.length + 1).map((color, at): LegendEntry => {
    const [from = 0, to = Number.POSITIVE_INFINITY] = [limits[at - 1], limits[at]];
    const ids = valued.flatMap(([id, value]) => (value >= 0 && (at === 0 || value > from) && value <= to ? [id] : []));
    return {
      label: labelOf(from, to, at, limits.length) ?? figure(valued.find(([, value]) => value >= 0)?.[1] ?? 0),
      color,
      ids,
    };
  });
  return [{ label: 'Less than 0', color: lessThanNothing, ids: negative }, ...entries];
}

/** Undefined where there is one figure only. */
const labelOf = (from: number, to: number, at: number, last: number): string | undefined =>
  last === 0
    ? undefined
    : at === 0
      ? `Up to ${figure(to)}`
      : at === last
        ? `More than ${figure(from)}`
        : `${figure(from)} to ${figure(to)}`;

/** Up to four round limits, so that about as many values are between each two. */
function limitsOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const limits = [0.2, 0.4, 0.6, 0.8].map((share) => Number(quantile(sorted, share).toPrecision(2)));
  return [...new Set(limits)].filter((limit) => limit >= least && limit < most);
}

/** Between two values as far as the share says. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
