import { firstElement } from '../../snapshot/id64.ts';
import { type Model, refOf, textOf } from '../step/model.ts';
import { freeNames } from './free-names.ts';

/** An IfcProduct of the file. */
export interface Element {
  /** Instance number in the file. */
  readonly number: number;
  /** In upper case. */
  readonly entity: string;
  /** GlobalId; the second one of a file with `~2`. */
  readonly key: string;
  /** Its number in the model: Id64 as a number. */
  readonly id: number;
  readonly placement: number | null;
  readonly representation: number | null;
}

export interface Elements {
  /** In the order of the file. */
  readonly all: readonly Element[];
  readonly byNumber: ReadonlyMap<number, Element>;
  /** Keys that were not known, in the order of their numbers. */
  readonly newKeys: readonly string[];
}

/** All products of the file with their ids; `known`: the keys the model had before, in the order of their numbers. */
export function elementsOf(model: Model, known: readonly string[]): Elements {
  const ids = new Map(known.map((key, n) => [key, firstElement + n]));
  const freeKey = freeNames();
  const newKeys: string[] = [];
  const all: Element[] = [];
  for (const number of model.all('IFCPRODUCT')) {
    const instance = model.read(number);
    const globalId = instance === undefined ? null : textOf(instance.values[0])?.trim();
    if (instance === undefined) continue;
    if (!globalId || /\s/.test(globalId)) {
      model.issues.add(`#${number} (${model.schema.spelling(instance.entity)}) has no GlobalId and was skipped.`, {
        number,
      });
      continue;
    }
    const key = freeKey(globalId);
    if (key !== globalId) {
      model.issues.add(`The GlobalId ${globalId} is there more than once; #${number} is called ${key}.`, {
        number,
        globalId: key,
      });
    }
    let id = ids.get(key);
    if (id === undefined) {
      id = firstElement + ids.size;
      ids.set(key, id);
      newKeys.push(key);
    }
    const placement = refOf(model.get(instance, 'ObjectPlacement'));
    const representation = refOf(model.get(instance, 'Representation'));
    all.push({ number, entity: instance.entity, key, id, placement, representation });
  }
  return { all, byNumber: new Map(all.map((element) => [element.number, element])), newKeys };
}
