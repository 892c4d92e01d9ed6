const members = [
  ...(['id', 'globalId', 'classId', 'class', 'categoryId', 'partitionId', 'parentId', 'containerId', 'name'] as const),
  'box',
] as const;

/** What lists tell of an element. */
export type Member = (typeof members)[number];

/** The members that a `$select` names, without case; undefined for all. */
export function selected(text: string | undefined): ReadonlySet<Member> | undefined {
  if (text === undefined) return undefined;
  const named = namesIn(text);
  return new Set(members.filter((member) => named.includes(member.toLowerCase())));
}

export const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim().toLowerCase());
export const isMember = (name: string): boolean => members.some((member) => member.toLowerCase() === name);
