import type { Entries, Entry, NamesTable, OpaqueMember } from './table.ts';
import { codeFinder } from './words.ts';

type Kind = 'members' | 'values' | 'codes';

/** The names that hold for one operation: exceptions first, those of the longest template before others. */
export interface Scope {
  /** The same for operations of which the same tables hold. */
  readonly key: string;
  find(kind: Kind, ours: string): Entry | undefined;
  /** The entry of a code of an error. */
  code(code: string): Entry | undefined;
  /** Names within a member of that name whose content no shape says. */
  opaque(member: string): Entries;
  /** Every entry in order of precedence, for look-ups by other means. */
  entries(kind: Kind): readonly Entry[];
}

/** Whether a path template begins with another one, whole segments of it. */
export const beginsWith = (template: string, beginning: string): boolean => {
  const [whole, first] = [template.toLowerCase(), beginning.toLowerCase().replace(/\/$/, '')];
  return whole === first || whole.startsWith(`${first}/`);
};

/** The names of each operation, by its path template. */
export function scopesOf(table: NamesTable): (template: string) => Scope {
  const known = new Map<string, Scope>();
  return (template) => {
    const scoped = table.scoped
      .filter((one) => beginsWith(template, one.in.text))
      .toSorted((one, other) => other.in.text.length - one.in.text.length);
    const opaque = table.opaque.filter((one) => beginsWith(template, one.in.text));
    const key = [...scoped, ...opaque].map((one) => one.in.place.path).join(' ');
    const scope = known.get(key) ?? scopeOf(key, [...scoped, table], opaque);
    known.set(key, scope);
    return scope;
  };
}

function scopeOf(key: string, tables: readonly Pick<NamesTable, Kind>[], opaque: readonly OpaqueMember[]): Scope {
  const merged = (kind: Kind): ReadonlyMap<string, Entry> => {
    const found = new Map<string, Entry>();
    for (const table of tables)
      for (const entry of table[kind]) if (!found.has(entry.ours)) found.set(entry.ours, entry);
    return found;
  };
  const byKind = { members: merged('members'), values: merged('values'), codes: merged('codes') };
  return {
    key,
    find: (kind, ours) => byKind[kind].get(ours),
    code: codeFinder([...byKind.codes.values()]),
    opaque: (member) => opaque.filter((one) => one.member.text === member).flatMap((one) => one.members),
    entries: (kind) => [...byKind[kind].values()],
  };
}
