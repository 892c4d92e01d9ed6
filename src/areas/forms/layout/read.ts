import { boundedJson } from '../../../std/json-bounds.ts';
import { builtIns, type Control, keyOf, type Layout } from './controls.ts';

export const largestLayout = 2 * 2 ** 20;
const mostControls = 2000;
const deepest = 16;

/** Why a layout cannot be used at all. */
export interface Unreadable {
  readonly reason: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the text of a definition; unknown types and members are kept as they are. */
export function readLayout(text: string): Layout | Unreadable {
  if (new TextEncoder().encode(text).length > largestLayout) return { reason: 'The layout is larger than 2 MiB.' };
  const form = boundedJson(text)?.value;
  const list = isRecord(form) && isRecord(form.Form) ? form.Form.Controls : undefined;
  if (!Array.isArray(list)) return { reason: 'The layout is no JSON object with Form.Controls.' };
  const budget = { left: mostControls };
  const controls = controlsIn(list, budget, deepest);
  if (controls === undefined) {
    return { reason: `The layout has more than ${mostControls} controls, or they lie deeper than ${deepest} levels.` };
  }
  const all = flat(controls);
  const byKey = new Map<string, Control>();
  for (const one of all) if (one.key !== undefined && !byKey.has(one.key)) byKey.set(one.key, one);
  return { controls, all, byKey };
}

export const isUnreadable = (layout: Layout | Unreadable): layout is Unreadable => 'reason' in layout;

/** Undefined when there are too many, or they lie too deep. */
function controlsIn(list: readonly unknown[], budget: { left: number }, levels: number): Control[] | undefined {
  if (levels === 0 && list.length > 0) return undefined;
  const controls: Control[] = [];
  for (const entry of list) {
    const [pair] = isRecord(entry) ? Object.entries(entry) : [];
    if (pair === undefined || !isRecord(pair[1])) continue;
    budget.left--;
    if (budget.left < 0) return undefined;
    const [type, members] = pair;
    const children = controlsIn(listIn(members, 'Children'), budget, levels - 1);
    const columns = controlsIn(listIn(members, 'Columns'), budget, levels - 1);
    if (children === undefined || columns === undefined) return undefined;
    controls.push({ type, members, children, columns, ...factsOf(members) });
  }
  return controls;
}

const listIn = (members: Readonly<Record<string, unknown>>, name: string): readonly unknown[] => {
  const value = members[name];
  return Array.isArray(value) ? value : [];
};

function factsOf(members: Readonly<Record<string, unknown>>) {
  const binding = typeof members.Binding === 'string' ? members.Binding.trim() : '';
  const builtIn = Object.hasOwn(builtIns, binding) ? builtIns[binding] : undefined;
  const names = [members.DisplayLabel, members.Name, binding].filter((name) => typeof name === 'string' && name !== '');
  return {
    label: String(names[0] ?? ''),
    key: binding === '' || builtIn !== undefined ? undefined : keyOf(binding),
    builtIn,
    required: members.IsRequired === true,
  };
}

const flat = (controls: readonly Control[]): Control[] => controls.flatMap((one) => [one, ...flat(one.children)]);
