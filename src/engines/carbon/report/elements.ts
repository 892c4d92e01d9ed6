import { keyOf, type Line } from '../calculate.ts';
import { nineDigits } from '../kahan.ts';
import { type Member, members } from '../totals.ts';

/** What `elements.json` holds: what each element of a model weighs, for those who draw it or compare two results. */
export interface ElementFigures {
  readonly format: 1;
  /** What the figures are of, in their order: the modules, `upfront`, `embodied`. */
  readonly members: readonly Member[];
  /** Names; the elements have their places in this list. */
  readonly materials: readonly string[];
  readonly elements: readonly FigureOfElement[];
}

export interface FigureOfElement {
  readonly id: string;
  readonly globalId: string;
  readonly class: string;
  readonly storey: string | null;
  /** m²; null where it is not known. */
  readonly area: number | null;
  /** By material; an element of which nothing could be calculated has none. */
  readonly of: readonly FigureOfMaterial[];
}

/** The place of a material, and its kg CO2e by member; null is not known. */
export type FigureOfMaterial = readonly [material: number, figures: readonly (number | null)[]];

interface Gathered extends FigureOfElement {
  readonly of: [number, (number | null)[]][];
}

/** Gathers lines by element, also those of several labels. */
export function newElementFigures() {
  const elements = new Map<string, Gathered>();
  const places = new Map<string, number>();
  const materials: string[] = [];
  const placeOf = (name: string): number => {
    const key = keyOf(name);
    const place = places.get(key) ?? materials.push(name) - 1;
    places.set(key, place);
    return place;
  };
  return {
    add({ element, material, outcome }: Line): void {
      if (element === undefined) return;
      const { id, globalId, class: ofClass, storey, area } = element;
      const found = elements.get(id) ?? { id, globalId, class: ofClass, storey, area: rounded(area), of: [] };
      elements.set(id, found);
      if (outcome.reason !== null) return;
      const place = placeOf(material ?? '');
      const { figures, upfront, embodied } = outcome;
      const row = members.map((member) =>
        rounded((member === 'upfront' ? upfront : member === 'embodied' ? embodied : figures[member]) ?? null),
      );
      const before = found.of.find(([one]) => one === place)?.[1];
      if (before === undefined) found.of.push([place, row]);
      else for (const [at, value] of row.entries()) before[at] = rounded(together(before[at] ?? null, value));
    },
    read: (): ElementFigures => ({ format: 1, members, materials, elements: [...elements.values()] }),
  };
}

const rounded = (value: number | null): number | null => (value === null ? null : nineDigits(value));
const together = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

/** As text, piece by piece: of many elements one text would be too long. */
export function* elementFiguresText({ elements, ...rest }: ElementFigures): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"elements":[`;
  for (const [at, element] of elements.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(element)}`;
  yield '\n]}\n';
}
