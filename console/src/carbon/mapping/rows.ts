import { nameKey } from '../entries.ts';
import type { Entry, Material, Proposal } from '../shapes.ts';

/** A name of the model with what the mapping says of it. */
export interface NameRow {
  readonly key: string;
  readonly material: Material;
  readonly entry: Entry | undefined;
  readonly state: 'Open' | 'Mapped' | 'Ignored' | 'Nameless';
  /** The surest one, of what is open. */
  readonly proposal: Proposal | undefined;
}

export const filters = ['all', 'open', 'proposed', 'mapped', 'ignored', 'changed'] as const;
export type Filter = (typeof filters)[number];

/** One name may come with several categories: they share their entry. */
export function rowsOf(materials: readonly Material[], entries: readonly Entry[]): readonly NameRow[] {
  const known = new Map(entries.map((one) => [nameKey(one.name), one]));
  return materials.map((material): NameRow => {
    const { name, category, proposals } = material;
    const entry = name === null ? undefined : known.get(nameKey(name));
    const state =
      name === null
        ? 'Nameless'
        : entry === undefined
          ? 'Open'
          : entry.ignored
            ? 'Ignored'
            : entry.epdId
              ? 'Mapped'
              : 'Open';
    const proposal = state === 'Open' ? proposals[0] : undefined;
    return { key: JSON.stringify([name, category]), material, entry, state, proposal };
  });
}

/** Those of the list that a filter and a text leave. */
export function chosenRows(rows: readonly NameRow[], filter: Filter, text: string): readonly NameRow[] {
  const wanted = nameKey(text);
  const fits: Readonly<Record<Filter, (row: NameRow) => boolean>> = {
    all: () => true,
    open: ({ state }) => state === 'Open',
    proposed: ({ proposal }) => proposal !== undefined,
    mapped: ({ state }) => state === 'Mapped',
    ignored: ({ state }) => state === 'Ignored',
    changed: ({ material: { change } }) => change === 'New' || change === 'Changed',
  };
  return rows.filter((row) => {
    const { name, category, classes, types } = row.material;
    const texts = [name, category, ...classes, ...types].flatMap((one) => one ?? []);
    return fits[filter](row) && (wanted === '' || texts.some((one) => nameKey(one).includes(wanted)));
  });
}

/** What accepting proposals puts into the mapping: the entry of each name, once. */
export function acceptedOf(rows: readonly NameRow[]): readonly Entry[] {
  const accepted = new Map<string, Entry>();
  for (const { material, proposal, entry } of rows) {
    if (proposal === undefined || material.name === null || accepted.has(nameKey(material.name))) continue;
    accepted.set(nameKey(material.name), { ...entry, name: material.name, epdId: proposal.epdId });
  }
  return [...accepted.values()];
}
