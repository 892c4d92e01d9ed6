import type { ElementRecord, Json, PropertySet } from '../snapshot/types.ts';

/*
 * Several sets of one name on an element are `Name`, `Name~2` …, in an order that a program may change when it exports a
 * model again, as it may give them new GlobalIds; so it is with several properties of one name in a set. Before two
 * versions are compared, what is equal is given the same name.
 */

/** The later record with names that its sets and properties have in the earlier one where they are equal. */
export function aligned(before: ElementRecord, after: ElementRecord): ElementRecord {
  if (!before.propertySets.some(isOneOfSeveral) && !after.propertySets.some(isOneOfSeveral)) return after;
  const propertySets = (['element', 'type'] as const).flatMap((of) => {
    const sets = (record: ElementRecord) => record.propertySets.filter((set) => set.of === of);
    return alignedSets(sets(before), sets(after));
  });
  return { ...after, propertySets };
}

const numbered = /~\d+$/;
const familyOf = (name: string): string => name.replace(numbered, '');
const isOneOfSeveral = ({ name, properties }: PropertySet): boolean =>
  numbered.test(name) || Object.keys(properties).some((property) => numbered.test(property));

function alignedSets(before: readonly PropertySet[], after: readonly PropertySet[]): PropertySet[] {
  const values = (sets: readonly PropertySet[]) => new Map(sets.map((set) => [set.name, set.properties]));
  const old = values(before);
  const names = namesAsBefore(old, values(after));
  return after.map((set) => {
    const name = names.get(set.name) ?? set.name;
    return { ...set, name, properties: withNames(old.get(name), set.properties) };
  });
}

function withNames(before: PropertySet['properties'] | undefined, after: PropertySet['properties']) {
  if (before === undefined || !Object.keys(after).some((name) => numbered.test(name))) return after;
  const names = namesAsBefore(new Map(Object.entries(before)), new Map(Object.entries(after)));
  return Object.fromEntries(
    Object.entries(after).map(([name, value]): [string, Json] => [names.get(name) ?? name, value]),
  );
}

/** Name now → name before, for names of several; within a family each name is given once. */
function namesAsBefore(before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>): Map<string, string> {
  const names = new Map<string, string>();
  const families = (values: ReadonlyMap<string, Json>) => Map.groupBy(values.keys(), familyOf);
  const oldFamilies = families(before);
  for (const [family, members] of families(after)) {
    const old = oldFamilies.get(family) ?? [];
    if (members.length === 1 && old.length <= 1) continue;
    const free = new Set(old);
    const take = (member: string, name: string): boolean => {
      const isFree = free.delete(name);
      if (isFree) names.set(member, name);
      return isFree;
    };
    let waiting = members;
    for (const keyOf of [exact, coarse]) {
      const alike = Map.groupBy(free, (name) => keyOf(before.get(name)));
      waiting = waiting.filter((member) => {
        const like = alike.get(keyOf(after.get(member)))?.shift();
        return like === undefined || !take(member, like);
      });
    }
    waiting = waiting.filter((member) => !take(member, member));
    const left = [...free, ...members.filter((member) => !before.has(member))];
    for (const [at, member] of waiting.entries()) names.set(member, left[at] ?? member);
  }
  return names;
}

const exact = (value: Json | undefined): string => JSON.stringify(value) ?? '';

/** Equal for values that differ by the noise of their numbers, nearly always; what it misses stays in its order. */
const coarse = (value: Json | undefined): string =>
  JSON.stringify(value, (_, part: Json) => (typeof part === 'number' ? Number(part.toPrecision(6)) : part));
