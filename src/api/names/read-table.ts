import { entriesOf, type Found, itemsOf, membersOf, openReading, type Reading, textOf } from './nodes.ts';
import type { Item, NamesTable, OpaqueMember, Place, ScopedNames, Tell } from './table.ts';

/** Larger files are no tables of names. */
const mostBytes = 4 * 2 ** 20;

const tables = ['paths', 'members', 'values', 'codes', 'messages', 'events', 'headers', 'scopes'] as const;
const permitted: ReadonlySet<string> = new Set([...tables, 'vendors', 'hosts', 'scoped', 'opaque']);
const inScoped = ['members', 'values', 'codes'] as const;
const permittedInScoped: ReadonlySet<string> = new Set(['in', ...inScoped]);
const permittedInOpaque: ReadonlySet<string> = new Set(['in', 'member', 'members']);

/**
 * Reads a table, YAML or JSON. What is wrong with its form is told, and what is right is answered all the same, so that
 * faults of the names can be told with it.
 */
export function readTable(text: string, tell: Tell): NamesTable {
  const isLarge = Buffer.byteLength(text) > mostBytes;
  if (isLarge) tell({ line: 1, path: '' }, `The file is larger than ${mostBytes / 2 ** 20} MiB.`);
  const reading = openReading(isLarge ? '' : text, tell);
  const members = membersOf(reading.root, reading, permitted);
  const entries = (name: (typeof tables)[number]) => entriesOf(members.get(name), reading);
  return {
    paths: entries('paths'),
    members: entries('members'),
    values: entries('values'),
    codes: entries('codes'),
    messages: entries('messages'),
    events: entries('events'),
    headers: entries('headers'),
    scopes: entries('scopes'),
    vendors: textsOf(members.get('vendors'), reading),
    hosts: textsOf(members.get('hosts'), reading),
    scoped: itemsOf(members.get('scoped'), reading).flatMap((one) => scopedOf(one, reading)),
    opaque: itemsOf(members.get('opaque'), reading).flatMap((one) => opaqueOf(one, reading)),
  };
}

const textsOf = (found: Found | undefined, reading: Reading): readonly Item[] =>
  itemsOf(found, reading).flatMap((one) => textOf(one, reading) ?? []);

function needed(members: ReadonlyMap<string, Found>, name: string, whole: Place, reading: Reading): Item | undefined {
  const member = members.get(name);
  if (member === undefined) return void reading.tell(whole, `lacks '${name}'.`);
  return textOf(member, reading);
}

function scopedOf(found: Found, reading: Reading): readonly ScopedNames[] {
  const members = membersOf(found, reading, permittedInScoped);
  const path = needed(members, 'in', found.place, reading);
  const names = (name: (typeof inScoped)[number]) => entriesOf(members.get(name), reading, true);
  if (!inScoped.some((name) => members.has(name))) reading.tell(found.place, `needs one of ${inScoped.join(', ')}.`);
  if (path === undefined) return [];
  return [{ in: path, members: names('members'), values: names('values'), codes: names('codes') }];
}

function opaqueOf(found: Found, reading: Reading): readonly OpaqueMember[] {
  const members = membersOf(found, reading, permittedInOpaque);
  const path = needed(members, 'in', found.place, reading);
  const member = needed(members, 'member', found.place, reading);
  if (!members.has('members')) reading.tell(found.place, `lacks 'members'.`);
  if (path === undefined || member === undefined) return [];
  return [{ in: path, member, members: entriesOf(members.get('members'), reading) }];
}
