import { alternativesBy } from '../../kernel/schema/alternatives.ts';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import type { Plan, Step } from './plan.ts';
import type { Scope } from './scopes.ts';
import type { Entry, Tell } from './table.ts';

/** A plan while it is made: circles of shapes are closed in it, and what changes is known at the end only. */
interface Draft extends Plan {
  readonly members: { readonly ours: Map<string, DraftStep>; readonly theirs: Map<string, DraftStep> };
  changing: (readonly [string, DraftStep])[];
  items: Draft | undefined;
  others: Draft | undefined;
  values: Plan['values'];
  text: Plan['text'];
  changes: boolean;
}

interface DraftStep extends Step {
  plan: Draft | undefined;
  readonly of: Draft | undefined;
}

/** Plans of shapes for the operations of one scope. */
export interface Planner {
  /** The plan of values that may have any of these shapes; complete once `settle` has been called. */
  plan(nodes: readonly SchemaNode[], where: string): Draft;
  /** Closes the plans: forgets what changes nothing. */
  settle(): void;
}

export interface PlannerOptions {
  readonly scope: Scope;
  readonly tell: Tell;
  /** Sees each entry that holds somewhere. */
  readonly use: (entry: Entry) => void;
}

/** All shapes that a value may have by one of its schema. */
const alternatives = alternativesBy(({ anyOf, oneOf, allOf, shapes }) => [anyOf, oneOf, allOf, shapes]);

export function plannerOf(options: PlannerOptions): Planner {
  const ids = new WeakMap<SchemaNode, number>();
  let last = 0;
  const idOf = (node: SchemaNode): number => {
    const id = ids.get(node) ?? ++last;
    ids.set(node, id);
    return id;
  };
  const drafts = new Map<string, Draft>();

  const ofOne = new WeakMap<SchemaNode, Draft>();

  function plan(given: readonly SchemaNode[], where: string, opaque: readonly Entry[] = []): Draft {
    const [only] = given.length === 1 && opaque.length === 0 ? given : [];
    const found = (only && ofOne.get(only)) ?? planAny(given, where, opaque);
    if (only) ofOne.set(only, found);
    return found;
  }

  function planAny(given: readonly SchemaNode[], where: string, opaque: readonly Entry[]): Draft {
    const nodes = given.flatMap(alternatives);
    const key = [...nodes.map(idOf), ...opaque.map((entry) => entry.place.path)].join(' ');
    const known = drafts.get(key);
    if (known !== undefined) return known;
    const draft: Draft = {
      members: { ours: new Map(), theirs: new Map() },
      changing: [],
      items: undefined,
      others: undefined,
      values: valuesOf(nodes, where, options),
      anyCase: nodes.some((node) => node.anyCase === true),
      text: textOf(nodes),
      changes: false,
    };
    drafts.set(key, draft);
    const items = nodes.flatMap((node) => node.items ?? []);
    if (items.length > 0) draft.items = plan(items, `${where}[]`);
    const others = nodes.flatMap(othersOf);
    if (others.length > 0) draft.others = plan(others, `${where}.*`);
    addMembers(draft, nodes, where, opaque);
    draft.changes = draft.values !== undefined || draft.text !== undefined;
    return draft;
  }

  function addMembers(draft: Draft, nodes: readonly SchemaNode[], where: string, opaque: readonly Entry[]): void {
    const declared = [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
    const names = [...new Set([...declared, ...opaque.map(({ ours }) => ours)])];
    const renamed = new Map<string, Entry>();
    for (const name of names) {
      const entry = opaque.find(({ ours }) => ours === name) ?? options.scope.find('members', name);
      if (entry === undefined) continue;
      options.use(entry);
      if (entry.theirs !== name) renamed.set(name, entry);
    }
    tellClashes(names, renamed, `the shape of ${where}`, options.tell);
    for (const name of names) {
      const shapes = nodes.flatMap(({ properties = {} }) => properties[name] ?? []);
      const of = shapes.length === 0 ? undefined : plan(shapes, `${where}.${name}`, options.scope.opaque(name));
      const theirs = renamed.get(name)?.theirs ?? name;
      draft.members.theirs.set(name, { name: theirs, plan: of, of });
      draft.members.ours.set(theirs, { name, plan: of, of });
    }
  }

  return { plan, settle: () => settle([...drafts.values()]) };
}

/** Two names that would be one, or one that is there already, are faults of the entries. */
export function tellClashes(
  names: Iterable<string>,
  renamed: ReadonlyMap<string, Entry>,
  where: string,
  tell: Tell,
): void {
  if (renamed.size === 0) return;
  const taken = new Map<string, string>();
  for (const name of names) if (!renamed.has(name)) taken.set(name, name);
  for (const [name, { theirs, place }] of renamed) {
    const other = taken.get(theirs);
    if (other === theirs) tell(place, `is '${theirs}', which ${where} has already.`);
    else if (other !== undefined) tell(place, `is '${theirs}', as is '${other}' in ${where}.`);
    else taken.set(theirs, name);
  }
}

const othersOf = ({ additionalProperties, patternProperties = {} }: SchemaNode): readonly SchemaNode[] => [
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...Object.values(patternProperties),
];

/** Links are declared as addresses; names of events have a format of their own. */
function textOf(nodes: readonly SchemaNode[]): Plan['text'] {
  if (nodes.some(({ format }) => format === 'event-type')) return 'event';
  return nodes.some(({ format, link }) => format === 'uri' || link === true) ? 'link' : undefined;
}

function valuesOf(nodes: readonly SchemaNode[], where: string, { scope, tell, use }: PlannerOptions): Plan['values'] {
  const all = nodes.flatMap(({ enum: some = [], known = [], const: only }) => [...some, ...known, only]);
  const texts = [...new Set(all.filter((one) => typeof one === 'string'))];
  const renamed = new Map<string, Entry>();
  for (const text of texts) {
    const entry = scope.find('values', text);
    if (entry === undefined) continue;
    use(entry);
    if (entry.theirs !== text) renamed.set(text, entry);
  }
  if (renamed.size === 0) return undefined;
  tellClashes(texts, renamed, `the values of ${where}`, tell);
  const pairs = [...renamed].map(([ours, { theirs }]) => [ours, theirs] as const);
  return { theirs: new Map(pairs), ours: new Map(pairs.map(([ours, theirs]) => [theirs, ours])) };
}

/** A plan changes something where a name or value in it does, or a plan that it leads to. */
function settle(drafts: readonly Draft[]): void {
  let isNew = true;
  while (isNew) {
    isNew = false;
    for (const draft of drafts) {
      if (draft.changes || !changesNow(draft)) continue;
      draft.changes = true;
      isNew = true;
    }
  }
  const kept = (draft: Draft | undefined) => (draft?.changes ? draft : undefined);
  for (const draft of drafts) {
    draft.items = kept(draft.items);
    draft.others = kept(draft.others);
    for (const steps of [draft.members.theirs, draft.members.ours]) {
      for (const [name, step] of steps) {
        step.plan = kept(step.of);
        // a member without a change of its own is only of use where others of its object may change
        if (step.name === name && step.plan === undefined && draft.others === undefined) steps.delete(name);
      }
    }
    draft.changing = [...draft.members.theirs];
  }
}

const changesNow = ({ members, items, others }: Draft): boolean =>
  (items?.changes ?? false) ||
  (others?.changes ?? false) ||
  [...members.theirs].some(([name, step]) => step.name !== name || (step.of?.changes ?? false));

/** The members of a shape and of all in it that have another name in words of the table. */
export function changedMembers(plan: Plan | undefined, seen: Set<Plan> = new Set()): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (plan === undefined || seen.has(plan)) return found;
  seen.add(plan);
  for (const [name, step] of plan.members.theirs) {
    if (step.name !== name) found.set(name, step.name);
    for (const [inner, theirs] of changedMembers(step.plan, seen)) found.set(inner, theirs);
  }
  for (const inner of [plan.items, plan.others])
    for (const [name, theirs] of changedMembers(inner, seen)) found.set(name, theirs);
  return found;
}
