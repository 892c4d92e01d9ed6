const members = [
  'id',
  'globalId',
  'classId',
  'class',
  'categoryId',
  'partitionId',
  'parentId',
  'containerId',
  'name',
  'box',
] as const;

/** What lists tell of an element only when it is asked for: reading it takes longer. */
export const onRequest = 'propertySets';

/** What lists tell of an element. */
export type Member = (typeof members)[number] | typeof onRequest;

const all: readonly Member[] = [...members, onRequest];

/** The members that a `$select` names, without case; undefined for all. */
export function selected(text: string | undefined): ReadonlySet<Member> | undefined {
  if (text === undefined) return undefined;
  const named = namesIn(text);
  return new Set(all.filter((member) => named.includes(member.toLowerCase())));
}

export const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim().toLowerCase());
export const isMember = (name: string): boolean => all.some((member) => member.toLowerCase() === name);
