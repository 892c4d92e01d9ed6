import type { Control } from '../../../../src/areas/forms/layout/controls.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options of a choice, each once. */
export function optionsOf({ members }: Control): Option[] {
  const found = new Map<string, Option>();
  for (const one of Array.isArray(members.Options) ? members.Options : []) {
    const { Value, Label } = Object(one);
    if (typeof Value === 'string' && Value !== '' && !found.has(Value)) {
      found.set(Value, { value: Value, label: typeof Label === 'string' && Label !== '' ? Label : Value });
    }
  }
  return [...found.values()];
}
