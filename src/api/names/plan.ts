import { isRecord } from '../../std/records.ts';

/*
 * How values of a shape change from one language into the other. A plan knows only what changes: a value whose shape has
 * no plan is passed as it is, without a look at it.
 */

export type Language = 'ours' | 'theirs';

/** What becomes of one member: its name in the other language, and its value. */
export interface Step {
  readonly name: string;
  readonly plan: Plan | undefined;
}

type Both<T> = Readonly<Record<Language, T>>;

export interface Plan {
  /** Members that change, by their name in the language that the key is not: `theirs` leads from ours to theirs. */
  readonly members: Both<ReadonlyMap<string, Step>>;
  /** What changes on the way to theirs, ready to run through. */
  readonly changing: readonly (readonly [name: string, step: Step])[];
  readonly items: Plan | undefined;
  /** Of members that are not declared by name. */
  readonly others: Plan | undefined;
  /** Values of an enumeration that change. */
  readonly values: Both<ReadonlyMap<string, string>> | undefined;
  /** Whether values are compared without case. */
  readonly anyCase: boolean;
  /** Texts that are more than texts. */
  readonly text: 'link' | 'event' | undefined;
}

/** What links and names of events become. */
export interface Texts {
  readonly link: (text: string) => string;
  readonly event: (text: string) => string;
}

/** A value of a shape in the other language; the value itself where nothing in it changes. */
export function inLanguage(plan: Plan | undefined, value: unknown, to: Language, texts: Texts): unknown {
  if (plan === undefined) return value;
  if (typeof value === 'string') return textIn(plan, value, to, texts);
  if (Array.isArray(value)) {
    const { items } = plan;
    return items === undefined ? value : value.map((item) => inLanguage(items, item, to, texts));
  }
  if (!isRecord(value)) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return inLanguage(plan, value.toJSON(), to, texts);
  return to === 'theirs' && plan.others === undefined ? told(plan, value, texts) : renamed(plan, value, to, texts);
}

/**
 * An object for an answer. Most of it stays, so that a copy with some other members is the quickest; a member that has gone is
 * left without a value, and JSON without it.
 */
function told({ changing }: Plan, given: Readonly<Record<string, unknown>>, texts: Texts): object {
  const copy: Record<string, unknown> = { ...given };
  for (const [name, step] of changing) if (step.name !== name && given[name] !== undefined) copy[name] = undefined;
  for (const [name, step] of changing) {
    const member = given[name];
    if (member === undefined) continue;
    copy[step.name] = step.plan === undefined ? member : inLanguage(step.plan, member, 'theirs', texts);
  }
  return copy;
}

function renamed(plan: Plan, value: Readonly<Record<string, unknown>>, to: Language, texts: Texts): object {
  const steps = plan.members[to];
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const step = steps.get(name);
    const next = step === undefined ? plan.others : step.plan;
    const into = step === undefined ? name : step.name;
    const now = next === undefined ? member : inLanguage(next, member, to, texts);
    if (into === '__proto__') Object.defineProperty(changed, into, { value: now, enumerable: true });
    else changed[into] = now;
  }
  return changed;
}

function textIn({ values, anyCase, text }: Plan, value: string, to: Language, texts: Texts): string {
  const known = values?.[to].get(value) ?? (anyCase ? withoutCase(values?.[to], value) : undefined);
  if (known !== undefined) return known;
  return text === undefined ? value : texts[text](value);
}

function withoutCase(values: ReadonlyMap<string, string> | undefined, value: string): string | undefined {
  const lower = value.toLowerCase();
  for (const [from, to] of values ?? []) if (from.toLowerCase() === lower) return to;
  return undefined;
}
