import { allEntries, type Box, type Entry, type EntryKind, entryOf, listedCodes } from './entries.ts';

/** What somebody looks for; absent: everything. */
export interface Search {
  readonly text?: string | undefined;
  readonly kinds?: readonly EntryKind[] | undefined;
  /** A place that the area of use holds. */
  readonly at?: readonly [longitude: number, latitude: number] | undefined;
}

/** A system among many: its number, and what a search looks at. */
interface Item {
  readonly code: number;
  readonly kind: EntryKind;
  readonly name: string;
  readonly entry: Entry | undefined;
  /** Its number, name and area, plain. */
  readonly text: string;
  readonly plainName: string;
}

/** Without case, accents and signs: "Gauss-Krüger" is "gauss kruger". */
function plain(text: string): string {
  // most of it has no accents, and there are megabytes
  const bare = isAscii.test(text)
    ? text
    : text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .replaceAll('ß', 'ss');
  return bare
    .toLowerCase()
    .replaceAll(/[/\-_()]+/g, ' ')
    .trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them count
const isAscii = /^[\x00-\x7f]*$/;

function itemOf(code: number, name: string, entry: Entry | undefined): Item {
  const text = `${code} ${plain(`${name} ${entry?.area.name ?? ''}`)}`;
  return { code, kind: entry?.kind ?? 'projected', name, entry, text, plainName: plain(name) };
}

let all: readonly Item[] | undefined;

/** The register, and what only the library's list has, by name and then by number. */
function items(): readonly Item[] {
  if (all !== undefined) return all;
  const registered = allEntries().map((entry) => itemOf(entry.code, entry.name, entry));
  const others = listedCodes().filter((code) => entryOf(code) === undefined);
  const byName = (a: Item, b: Item) =>
    a.plainName < b.plainName ? -1 : a.plainName > b.plainName ? 1 : a.code - b.code;
  all = [...registered, ...others.map((code) => itemOf(code, `EPSG:${code}`, undefined))].toSorted(byName);
  return all;
}

const holds = ({ west, south, east, north }: Box, [longitude, latitude]: readonly [number, number]): boolean => {
  const inside = east < west ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
  return inside && latitude >= south && latitude <= north;
};

/** Numbers of systems: first that of the number that was looked for, then names that begin with the first word. */
export function searchSystems({ text = '', kinds, at }: Search): number[] {
  const words = plain(text.replace(/^\s*(epsg|esri)\s*:+/i, ''))
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const isCode = words.length === 1 && /^\d+$/.test(first);
  const ranks: [Item[], Item[], Item[]] = [[], [], []];
  for (const item of items()) {
    if (kinds !== undefined && !kinds.includes(item.kind)) continue;
    if (at !== undefined && (item.entry === undefined || !holds(item.entry.area.box, at))) continue;
    if (!words.every((word) => item.text.includes(word))) continue;
    const rank = isCode && item.code === Number(first) ? 0 : first !== '' && item.plainName.startsWith(first) ? 1 : 2;
    ranks[rank].push(item);
  }
  return ranks.flat().map(({ code }) => code);
}
