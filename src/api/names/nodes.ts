import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Entry, Item, Place, Tell } from './table.ts';

/** A node of the file and where it stands. */
export interface Found {
  readonly node: unknown;
  readonly place: Place;
}

/** The file that is read, with what tells faults in it. */
export interface Reading {
  readonly root: Found;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly tell: Tell;
}

const start: Place = { line: 1, path: '' };

/** Parses YAML or JSON. A file that is neither is empty, with its faults told. */
export function openReading(text: string, tell: Tell): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, merge: false });
  for (const { pos, message } of document.errors) {
    const said = message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? '';
    tell({ line: lines.linePos(pos[0]).line, path: '' }, `The file is not YAML: ${said}`);
  }
  const node = document.errors.length > 0 ? null : document.contents;
  return { root: { node, place: start }, document, lines, tell };
}

function lineOf(node: unknown, { lines }: Reading, otherwise: number): number {
  const { range }: { range?: readonly number[] | null } = node ?? {};
  return range?.[0] === undefined ? otherwise : lines.linePos(range[0]).line;
}

const resolved = (node: unknown, { document }: Reading): unknown => (isAlias(node) ? node.resolve(document) : node);

const isNothing = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null);

/** The members of a mapping by their keys; what is none, keys that are not permitted, or there twice, are told. */
export function membersOf(
  { node, place }: Found,
  reading: Reading,
  permitted?: ReadonlySet<string>,
): ReadonlyMap<string, Found> {
  const { tell } = reading;
  const members = new Map<string, Found>();
  if (isNothing(node)) return members;
  if (!isMap(node)) {
    tell(place, 'must be a mapping of names.');
    return members;
  }
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const at = { line: lineOf(key, reading, place.line), path: place.path === '' ? name : `${place.path}.${name}` };
    if (permitted && !permitted.has(name)) tell(at, `is not known here; there may be ${[...permitted].join(', ')}.`);
    else if (members.has(name)) tell(at, 'is there twice.');
    else members.set(name, { node: resolved(value, reading), place: at });
  }
  return members;
}

/** The items of a list. */
export function itemsOf(found: Found | undefined, reading: Reading): readonly Found[] {
  if (found === undefined || isNothing(found.node)) return [];
  const { node, place } = found;
  if (!isSeq(node)) {
    reading.tell(place, 'must be a list.');
    return [];
  }
  return node.items.map((item, at) => ({
    node: resolved(item, reading),
    place: { line: lineOf(item, reading, place.line), path: `${place.path}[${at}]` },
  }));
}

export function textOf({ node, place }: Found, { tell }: Reading): Item | undefined {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'string') tell(place, 'must be a text.');
  else if (value.trim() === '') tell(place, 'must not be empty.');
  else return { text: value.trim(), place };
  return undefined;
}

/** The names of a mapping. `mayStay`: one may be said to stay as it is, against a general table. */
export function entriesOf(found: Found | undefined, reading: Reading, mayStay = false): readonly Entry[] {
  if (found === undefined) return [];
  return [...membersOf(found, reading)].flatMap(([ours, member]) => {
    const theirs = textOf(member, reading)?.text;
    if (theirs === undefined) return [];
    if (theirs !== ours || mayStay) return [{ ours, theirs, place: member.place }];
    reading.tell(member.place, 'has the same name in both languages.');
    return [];
  });
}
