import { calculated } from '../../../src/areas/forms/layout/calculate.ts';
import type { Layout } from '../../../src/areas/forms/layout/controls.ts';
import { faultsOfValue, isGiven } from '../../../src/areas/forms/layout/values.ts';
import type { Form, FormChange } from '../ui/forms/types.ts';

/** What a person has filled in of a form: values by their targets, as refusals of the server name them. */
export type Draft = Readonly<Record<string, unknown>>;

const builtIns = ['subject', 'description', 'dueDate', 'assignee', 'assignees'] as const;
const prefix = 'properties.';

export const targetOf = ({
  key,
  builtIn,
}: {
  readonly key: string | undefined;
  readonly builtIn: string | undefined;
}) => builtIn ?? (key === undefined ? undefined : `${prefix}${key}`);

/** The values of a form as a draft begins with them. */
export function draftOf(form: Form): Draft {
  const own = builtIns.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]] as const]));
  const custom = Object.entries(form.properties).map(([key, value]) => [prefix + key, value] as const);
  return Object.fromEntries([...own, ...custom]);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The targets whose values differ from the form. */
export function changedIn(draft: Draft, form: Form): string[] {
  const before = draftOf(form);
  const all = new Set([...Object.keys(before), ...Object.keys(draft)]);
  return [...all].filter((target) => !same(before[target], draft[target]));
}

/** What to ask of the server, so that the form has the values of the draft. */
export function changeOf(draft: Draft, targets: readonly string[]): FormChange {
  const given = (target: string) => (isGiven(draft[target]) ? draft[target] : null);
  const own = targets.filter((one) => !one.startsWith(prefix)).map((one) => [one, given(one)]);
  const custom = targets.filter((one) => one.startsWith(prefix)).map((one) => [one.slice(prefix.length), given(one)]);
  return { ...Object.fromEntries(own), ...(custom.length > 0 ? { properties: Object.fromEntries(custom) } : {}) };
}

/** A draft with its calculated values, as the server will make them. */
export interface Settled {
  readonly draft: Draft;
  /** Why calculated values are left out, by their targets. */
  readonly leftOut: ReadonlyMap<string, string>;
}

export function settled(draft: Draft, layout: Layout): Settled {
  const custom = Object.entries(draft).filter(([target]) => target.startsWith(prefix));
  const { properties, faults } = calculated(
    layout,
    Object.fromEntries(custom.map(([target, value]) => [target.slice(prefix.length), value])),
  );
  const made = [...layout.byKey].flatMap(([key, { type }]) =>
    type === 'Calculated'
      ? [[prefix + key, Object.hasOwn(properties, key) ? properties[key] : undefined] as const]
      : [],
  );
  return {
    draft: made.length === 0 ? draft : { ...draft, ...Object.fromEntries(made) },
    leftOut: new Map(faults.map(({ target, message }) => [target, message])),
  };
}

const lengths: Readonly<Record<string, number>> = { subject: 255, description: 4000 };

/** What the server would refuse of the draft, by targets; `closing` adds what a closed form must have. */
export function faultsOf(draft: Draft, layout: Layout): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const control of layout.all) {
    const target = targetOf(control);
    if (target === undefined) continue;
    const value = draft[target];
    const most = lengths[target];
    if (most !== undefined && typeof value === 'string' && value.length > most) {
      faults.set(target, `At most ${most} characters.`);
    }
    if (control.key === undefined || !isGiven(value) || control.type === 'Calculated') continue;
    for (const fault of faultsOfValue(control, value, target)) {
      if (fault.target && !faults.has(fault.target))
        faults.set(fault.target, sentenceOf(fault.message, control, value));
    }
  }
  return faults;
}

interface Bounded {
  readonly members: Readonly<Record<string, unknown>>;
  readonly type: string;
}

/** Says what would be right, where the control tells it. */
function sentenceOf(message: string, { type, members }: Bounded, value: unknown): string {
  const { Minimum, Maximum, MaxLength, Format } = members;
  if (type === 'NumberBox') {
    if (typeof value === 'string') return 'Write a number, for example 1.5.';
    if (typeof Minimum === 'number' && typeof Maximum === 'number') return `From ${Minimum} to ${Maximum}.`;
    if (typeof Minimum === 'number') return `At least ${Minimum}.`;
    if (typeof Maximum === 'number') return `At most ${Maximum}.`;
  }
  if (type === 'TextBox') {
    if (Format === 'email') return 'Write an e-mail address.';
    if (Format === 'url') return 'Write an address that begins with https://.';
    if (Format === 'digits') return 'Digits only.';
    return `At most ${typeof MaxLength === 'number' ? MaxLength : 4000} characters.`;
  }
  return message;
}
