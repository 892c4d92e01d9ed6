import type { Issues } from '../issues.ts';
import type { Schema } from '../schema.ts';
import type { StepIndex } from './scan.ts';
import { isEnum, isList, isRef, isTyped, parseArguments, StepSyntaxError, type StepValue } from './values.ts';

/** One instance of the file, read. */
export interface Instance {
  readonly number: number;
  /** In upper case. */
  readonly entity: string;
  readonly values: readonly StepValue[];
}

/** The file, instance by instance; nothing read is kept. */
export interface Model {
  readonly bytes: Uint8Array;
  readonly index: StepIndex;
  readonly schema: Schema;
  readonly issues: Issues;
  /** Undefined when it is not there or cannot be read; that is reported once. `from`: what refers to it. */
  read(number: number, from?: { readonly number: number }): Instance | undefined;
  entityOf(number: number): string | undefined;
  /** Numbers of all instances of an entity and those below it, in the order of the file. */
  all(ancestor: string): number[];
  get(instance: Instance, attribute: string): StepValue;
}

export function openModel(bytes: Uint8Array, index: StepIndex, schema: Schema, issues: Issues): Model {
  const reported = new Set<number>();
  const report = (number: number, message: string, place = number) => {
    if (!reported.has(number)) issues.add(message, { number: place });
    reported.add(number);
  };
  const entityAt = (position: number): string => index.entities[index.kinds[position] ?? 0] ?? '';
  return {
    bytes,
    index,
    schema,
    issues,
    read(number, from) {
      const position = index.find(number);
      if (position === -1) {
        const by = from === undefined ? '' : ` by #${from.number}`;
        report(number, `#${number} is referred to${by}, but not in the file.`, from?.number);
        return undefined;
      }
      try {
        const values = parseArguments(bytes, index.offsets[position] ?? 0);
        return { number, entity: entityAt(position), values };
      } catch (error) {
        if (!(error instanceof StepSyntaxError)) throw error;
        report(number, `#${number} cannot be read and counts as absent.`);
        return undefined;
      }
    },
    entityOf(number) {
      const position = index.find(number);
      return position === -1 ? undefined : entityAt(position);
    },
    all(ancestor) {
      const wanted = index.entities.map((entity) => schema.is(entity, ancestor));
      const found: number[] = [];
      for (let position = 0; position < index.count; position++) {
        if (wanted[index.kinds[position] ?? 0] !== true) continue;
        const number = index.numbers[position] ?? 0;
        if (index.find(number) === position) found.push(number);
      }
      return found;
    },
    get(instance, attribute) {
      const position = schema.attributes(instance.entity).indexOf(attribute);
      return instance.values[position] ?? null;
    },
  };
}

/** What a value holds, without its type: `IFCLABEL('a')` → 'a'. */
export const bare = (value: StepValue | undefined): StepValue => (isTyped(value) ? bare(value.value) : (value ?? null));

export function textOf(value: StepValue | undefined): string | null {
  const inner = bare(value);
  return typeof inner === 'string' ? inner : null;
}

export function numberOf(value: StepValue | undefined): number | null {
  const inner = bare(value);
  return typeof inner === 'number' ? inner : null;
}

export function enumOf(value: StepValue | undefined): string | null {
  const inner = bare(value);
  return isEnum(inner) ? inner.enum : null;
}

export const refOf = (value: StepValue | undefined): number | null => (isRef(value) ? value.ref : null);

/** References of a list, or of a typed list; a single one counts as a list of one. */
export function refsOf(value: StepValue | undefined): number[] {
  const inner = bare(value);
  if (isRef(inner)) return [inner.ref];
  return isList(inner) ? inner.flatMap((one) => (isRef(one) ? [one.ref] : [])) : [];
}

export function numbersOf(value: StepValue | undefined): number[] {
  const inner = bare(value);
  return isList(inner) ? inner.map((one) => numberOf(one) ?? 0) : [];
}

/** The instance behind an attribute, if there is one. */
export function follow(model: Model, from: Instance, attribute: string): Instance | undefined {
  const number = refOf(model.get(from, attribute));
  return number === null ? undefined : model.read(number, from);
}
