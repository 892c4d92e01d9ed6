import type { Detail } from '../../../std/detail.ts';
import { membersOf } from '../../../std/records.ts';

const namesIn = (list: unknown, member: string): unknown[] =>
  Array.isArray(list)
    ? list.map((one) => (typeof one === 'object' && one !== null ? Reflect.get(one, member) : one))
    : [];

const wrong = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });

/** Faults of a workflow that no schema says: names that are there twice, or are no states. */
export function checkWorkflow({ body }: { readonly body: unknown }): Detail[] {
  const { states, startStates, transitions } = membersOf(body);
  const known = namesIn(states, 'name');
  const twice = known.flatMap((name, at) =>
    known.indexOf(name) < at ? [wrong(`states[${at}].name`, `There are two states '${name}'.`)] : [],
  );
  const unknown = (names: readonly unknown[], target: (at: number) => string) =>
    names.flatMap((name, at) => (known.includes(name) ? [] : [wrong(target(at), `There is no state '${name}'.`)]));
  return [
    ...twice,
    ...unknown(Array.isArray(startStates) ? startStates : [], (at) => `startStates[${at}]`),
    ...unknown(namesIn(transitions, 'start'), (at) => `transitions[${at}].start`),
    ...unknown(namesIn(transitions, 'end'), (at) => `transitions[${at}].end`),
  ];
}
