import type { PropertySet } from '../../snapshot/types.ts';
import { type Model, refsOf } from '../step/model.ts';
import { freeNames } from './free-names.ts';
import { type NamedSet, readSet } from './properties.ts';

/** Reads property sets; those used lately are remembered, as many elements share one. */
export interface SetReader {
  /** With unique names: the second of one name is `<name>~2`, in the order of the sets' GlobalIds. */
  named(numbers: readonly number[], of: PropertySet['of']): PropertySet[];
  /** Sets attached to a type. */
  ofType(type: number): readonly number[];
}

const remembered = 20_000;

export function setReader(model: Model): SetReader {
  const known = new Map<number, NamedSet | undefined>();
  const types = new Map<number, readonly number[]>();
  const read = (number: number): NamedSet | undefined => {
    if (known.has(number)) return known.get(number);
    if (known.size === remembered) known.clear();
    const set = readSet(model, number);
    known.set(number, set);
    return set;
  };
  return {
    named(numbers, of) {
      const sets = [...new Set(numbers)].flatMap((number) => read(number) ?? []);
      if (sets.length > 1) sets.sort((a, b) => (a.globalId < b.globalId ? -1 : a.globalId > b.globalId ? 1 : 0));
      const freeName = freeNames();
      return sets.map(({ globalId: _, name, ...set }) => ({ name: freeName(name), of, ...set }));
    },
    ofType(type) {
      const found = types.get(type) ?? refsOf(typeSets(model, type));
      types.set(type, found);
      return found;
    },
  };
}

function typeSets(model: Model, number: number) {
  const type = model.read(number);
  return type === undefined ? null : model.get(type, 'HasPropertySets');
}
