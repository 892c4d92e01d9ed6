import { membersOf } from '../../../std/records.ts';
import type { Described } from './definition.ts';
import { likeness } from './likeness.ts';
import type { Match } from './match.ts';

/** Names that were found to be the same, with the operations in which they are. */
export interface Pair {
  readonly ours: string;
  readonly theirs: string;
  readonly in: Described;
}

/** What two operations that do the same call by other names, and what has no counterpart. */
export interface Comparison {
  readonly members: readonly Pair[];
  readonly values: readonly Pair[];
  readonly codes: readonly Pair[];
  /** Names of theirs at a place where nothing of ours is left for them. */
  readonly left: readonly string[];
}

interface Notes {
  readonly members: Pair[];
  readonly values: Pair[];
  readonly codes: Pair[];
  readonly left: string[];
}

export function compareOperations(match: Match): Comparison {
  const { ours, theirs } = match;
  const notes: Notes = { members: [], values: [], codes: [], left: [] };
  const named = (one: Described) => one.parameters.map(({ name }) => name);
  const parameters = pairsOf(named(ours), named(theirs));
  note(parameters, notes.members, match, notes);
  const schemaOf = (one: Described, name: string) => one.parameters.find((other) => other.name === name)?.schema;
  for (const [own, other] of parameters.all)
    compareShapes([schemaOf(ours, own), schemaOf(theirs, other)], match, notes);
  compareShapes([ours.body, theirs.body], match, notes);
  for (const [status, shape] of ours.answers) compareShapes([shape, theirs.answers.get(status)], match, notes);
  for (const [status, codes] of ours.codes)
    note(pairsOf(codes, theirs.codes.get(status) ?? []), notes.codes, match, notes);
  return notes;
}

type Shapes = readonly [ours: unknown, theirs: unknown];

function compareShapes(shapes: Shapes, match: Match, notes: Notes, seen: readonly unknown[] = []): void {
  const [own, other] = [match.ours.resolve(shapes[0]), match.theirs.resolve(shapes[1])];
  if (own === undefined || other === undefined || seen.includes(own) || seen.length > 30) return;
  const [a, b] = [membersOf(own), membersOf(other)];
  const further = (one: Shapes) => compareShapes(one, match, notes, [...seen, own]);
  const texts = (values: unknown) => (Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []);
  note(pairsOf(texts(a.enum), texts(b.enum)), notes.values, match, notes);
  const [ours, theirs] = [membersOf(a.properties), membersOf(b.properties)];
  const members = pairsOf(Object.keys(ours), Object.keys(theirs));
  note(members, notes.members, match, notes);
  for (const [name, named] of members.all) further([ours[name], theirs[named]]);
  if (a.items !== undefined) further([a.items, b.items]);
  if (typeof a.additionalProperties === 'object') further([a.additionalProperties, b.additionalProperties]);
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const [first, second] = [a[word], b[word]];
    if (!Array.isArray(first) || !Array.isArray(second) || first.length !== second.length) continue;
    for (const [at, one] of first.entries()) further([one, second[at]]);
  }
}

interface Paired {
  /** All names that belong together, the same ones among them. */
  readonly all: readonly (readonly [ours: string, theirs: string])[];
  readonly left: readonly string[];
}

function note({ all, left }: Paired, to: Pair[], { ours }: Match, notes: Notes): void {
  for (const [own, theirs] of all) if (own !== theirs) to.push({ ours: own, theirs, in: ours });
  notes.left.push(...left);
}

/** Names of one place: the same are the same, of the others those that have most in common, or stand at the same place. */
export function pairsOf(ours: readonly string[], theirs: readonly string[]): Paired {
  const same = ours.filter((one) => theirs.includes(one));
  const [own, other] = [ours.filter((one) => !same.includes(one)), theirs.filter((one) => !same.includes(one))];
  const all: (readonly [string, string])[] = same.map((one) => [one, one]);
  const ranked = own
    .flatMap((one, at) => other.map((two, place) => [one, two, likeness(one, two), Math.abs(at - place)] as const))
    .toSorted((one, two) => two[2] - one[2] || one[3] - two[3]);
  const taken = new Set<string>();
  for (const [one, two, alike] of ranked) {
    const isOnly = own.length === 1 && other.length === 1;
    if (taken.has(`<${one}`) || taken.has(`>${two}`) || (alike === 0 && !isOnly && own.length !== other.length))
      continue;
    taken.add(`<${one}`).add(`>${two}`);
    all.push([one, two]);
  }
  return { all, left: other.filter((two) => !taken.has(`>${two}`)) };
}
