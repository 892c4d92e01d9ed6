import { stringify } from 'yaml';
import { compareOperations, type Pair } from './compare.ts';
import type { Described } from './definition.ts';
import { changedBeginning, matchOperations } from './match.ts';

type Names = Readonly<Record<string, string>>;

interface Proposed {
  readonly names: Names;
  readonly scoped: readonly { readonly in: string; readonly names: Names }[];
}

/**
 * A table of names out of the definitions of another installation, as YAML, with what is left to decide in comments.
 * Operations are compared by method and shape of the path, then their parameters, shapes, values and codes.
 */
export function proposeTable(ours: readonly Described[], theirs: readonly Described[]): string {
  const { found, left } = matchOperations(ours, theirs);
  const compared = found.map(compareOperations);
  const members = settle(compared.flatMap((one) => one.members));
  const values = settle(compared.flatMap((one) => one.values));
  const codes = settle(compared.flatMap((one) => one.codes));
  const own = {
    vendors: new Set(ours.flatMap((one) => one.vendors)),
    scopes: new Set(ours.flatMap((one) => one.scopes)),
  };
  const vendors = [...new Set(theirs.flatMap((one) => one.vendors))].filter((one) => !own.vendors.has(one));
  const scopes = [...new Set(theirs.flatMap((one) => one.scopes))].filter((one) => !own.scopes.has(one));
  const table = {
    paths: shortest(found.flatMap((match) => [changedBeginning(match) ?? []].filter((one) => one.length === 2))),
    members: members.names,
    values: values.names,
    codes: codes.names,
    vendors,
    scopes: scopes.length === 1 ? { 'twin-platform': scopes[0] } : {},
    scoped: [
      ...members.scoped.map(({ in: path, names }) => ({ in: path, members: names })),
      ...values.scoped.map(({ in: path, names }) => ({ in: path, values: names })),
      ...codes.scoped.map(({ in: path, names }) => ({ in: path, codes: names })),
    ],
  };
  const filled = Object.fromEntries(Object.entries(table).filter(([, part]) => Object.keys(part).length > 0));
  const remarks = [
    `Made of ${theirs.length} operations, of which ${found.length} are ours, too. Look through it: names are compared, not meanings.`,
    'To decide: messages (words of sentences), events, headers, hosts, opaque members.',
    ...(scopes.length > 1 ? [`To decide: which of these is the scope twin-platform: ${scopes.join(', ')}.`] : []),
    ...left.map(({ method, path }) => `No operation of ours, or more than one: ${method} ${path}`),
    ...[...new Set(compared.flatMap((one) => one.left))].sort().map((name) => `A name without a counterpart: ${name}`),
  ];
  return `${remarks.map((one) => `# ${one}`).join('\n')}\n${stringify(filled)}`;
}

/** Only the beginnings that do not follow from shorter ones. */
function shortest(pairs: readonly (readonly string[])[]): Names {
  const kept: Record<string, string> = {};
  for (const [ours = '', theirs = ''] of pairs.toSorted(([one = ''], [other = '']) => one.length - other.length)) {
    const known = Object.entries(kept)
      .filter(([beginning]) => ours === beginning || ours.startsWith(`${beginning}/`))
      .toSorted(([one], [other]) => other.length - one.length)[0];
    const follows = known !== undefined && known[1] + ours.slice(known[0].length) === theirs;
    if (!follows && kept[ours] === undefined) kept[ours] = theirs;
  }
  return kept;
}

/** The name that is the most frequent everywhere, and exceptions for the operations that have another one. */
function settle(pairs: readonly Pair[]): Proposed {
  const counts = new Map<string, Map<string, number>>();
  for (const { ours, theirs } of pairs) {
    const of = counts.get(ours) ?? new Map<string, number>();
    of.set(theirs, (of.get(theirs) ?? 0) + 1);
    counts.set(ours, of);
  }
  const names: Record<string, string> = {};
  for (const [ours, of] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [first] = [...of].toSorted(([, one], [, other]) => other - one);
    if (first) names[ours] = first[0];
  }
  const scoped = new Map<string, Record<string, string>>();
  for (const { ours, theirs, in: operation } of pairs) {
    if (names[ours] === theirs) continue;
    scoped.set(operation.path, { ...scoped.get(operation.path), [ours]: theirs });
  }
  return { names, scoped: [...scoped].map(([path, exceptions]) => ({ in: path, names: exceptions })) };
}
