import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterGeneralFlags, plainName } from '../arguments.ts';
import { isObject } from '../body.ts';
import { generalFlags } from '../general-flags.ts';
import { builtInTexts } from '../help.ts';
import type { Io } from '../io.ts';
import { flagsOf } from '../operation-flags.ts';
import { type BuiltIn, sessionFor } from '../run.ts';
import { cacheFolder } from '../served.ts';
import { type Index, type Operation, operationOf, type Table } from '../table.ts';
import { plainText } from '../text.ts';

type Candidate = readonly [text: string, description: string];

/** `twin __complete -- <words…>`: what the last word may become; never a fault. */
export const complete: BuiltIn = async ({ io, table, argv }) => {
  const words = argv[0] === '--' ? argv.slice(1) : argv;
  const typed = words.at(-1) ?? '';
  const candidates = await candidatesFor(afterGeneralFlags(words.slice(0, -1)), typed, io, table).catch(
    (): Candidate[] => [],
  );
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  await io.stdout.write(
    candidates
      .filter(([text]) => text.toLowerCase().startsWith(typed.toLowerCase()))
      .map(([text, description]) => `${plain(text)}\t${plain(description)}\n`)
      .join(''),
  );
};

async function candidatesFor(before: readonly string[], typed: string, io: Io, table: Table): Promise<Candidate[]> {
  const { index } = table;
  const [first, ...others] = before;
  if (first === undefined) return firstWords(index);
  if (first === 'help') return others.length === 0 ? firstWords(index) : nextWords(others, index);
  if (first === 'completion') return ['bash', 'zsh', 'fish', 'powershell'].map((one): Candidate => [one, '']);
  if (first === 'call' && others.length === 0) return index.operations.map(({ id, title }): Candidate => [id, title]);
  if (first === 'use') return idsOf('twins', [], io, table);
  const operation = operationBehind(before, table);
  if (operation === undefined) return nextWords(before, index);
  return ofOperation(operation, before, typed, io, table);
}

const firstWords = ({ areas, operations, builtIn }: Index): Candidate[] => [
  ...areas
    .filter(({ name }) => operations.some((one) => one.words[0] === name && !one.hidden))
    .map(({ name, title }): Candidate => [name, title]),
  ...builtIn.flatMap((name): Candidate[] => {
    const text = builtInTexts[name];
    return text === undefined ? [] : [[name, text]];
  }),
];

function nextWords(before: readonly string[], { operations, areaAliases }: Index): Candidate[] {
  const words = [areaAliases[before[0] ?? ''] ?? before[0] ?? '', ...before.slice(1)];
  const found = new Map<string, string>();
  for (const one of operations) {
    const next = one.words[words.length];
    if (one.hidden || next === undefined || !words.every((word, at) => one.words[at] === word)) continue;
    if (!found.has(next)) found.set(next, one.words.length === words.length + 1 ? one.title : '');
  }
  return [...found];
}

function operationBehind(before: readonly string[], table: Table): Operation | undefined {
  const { operations, areaAliases } = table.index;
  const [first = '', second = ''] = before;
  if (first === 'call') {
    const called = operations.find(({ id }) => id.toLowerCase() === second.toLowerCase());
    return called && operationOf(table, called);
  }
  const words = [areaAliases[first] ?? first, ...before.slice(1)];
  const found = operations.find((one) => one.words.every((word, at) => words[at] === word));
  return found && operationOf(table, found);
}

async function ofOperation(
  operation: Operation,
  before: readonly string[],
  typed: string,
  io: Io,
  table: Table,
): Promise<Candidate[]> {
  const flags = flagsOf(operation);
  const last = before.at(-1) ?? '';
  const named = last.startsWith('--')
    ? flags.find(({ name }) => plainName(name) === plainName(last.slice(2)))
    : undefined;
  if (named?.takes === 'one') {
    const values = named.flag?.enum?.map((one): Candidate => [String(one), '']);
    return values ?? idsOf(named.flag?.name ?? '', [], io, table);
  }
  if (plainName(last) === plainName('--twin')) return idsOf('twins', [], io, table);
  if (typed.startsWith('-'))
    return [
      ...flags
        .filter(({ name, flag }) => !flag?.hidden && !/^(query|body|header)\./.test(name))
        .map(({ name, flag }): Candidate => [`--${name}`, flag?.description ?? '']),
      ...generalFlags.map(({ name, text }): Candidate => [`--${name}`, text]),
    ];
  const given = before.slice(before[0] === 'call' ? 2 : operation.words.length).filter((one) => !one.startsWith('-'));
  const position = operation.positional[given.length];
  return position ? idsOf(position.twin ? 'twins' : position.name, given, io, table) : [];
}

/** Lists in which ids are found, by the name of the parameter; the twin is that of the call or the profile. */
const lists: Readonly<
  Record<string, (twin: string, given: readonly string[]) => readonly [path: string, member: string]>
> = {
  twins: () => ['/twins/?$top=100', 'twins'],
  twinId: () => ['/twins/?$top=100', 'twins'],
  modelId: (twin) => [`/models/?twinId=${twin}&$top=100`, 'models'],
  folderId: (twin) => [`/storage/?twinId=${twin}&$top=100`, 'items'],
  fileId: (twin) => [`/storage/?twinId=${twin}&$top=100`, 'items'],
  roleId: (_, [id = '']) => [`/accesscontrol/twins/${id}/roles`, 'roles'],
  webhookId: () => ['/webhooks/', 'webhooks'],
};

const patienceMs = 1000;
const keptMs = 60_000;

/** Ids of the server with their names: kept a minute, nothing where it takes longer than a second. */
async function idsOf(name: string, given: readonly string[], io: Io, table: Table): Promise<Candidate[]> {
  const list = lists[name];
  if (list === undefined) return [];
  const session = await sessionFor(
    { ...io, stderr: { ...io.stderr, write: async () => undefined } },
    { timeout: 1 },
    table,
  )();
  const { settings } = session;
  const [path, member] = list(encodeURIComponent(settings.twin?.given ?? ''), given.map(encodeURIComponent));
  const file = join(
    completeFolder(io),
    `${createHash('sha256').update(`${settings.url} ${settings.profileName} ${path}`).digest('hex')}.json`,
  );
  const known = keptIn(file);
  if (known) return known;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('late')), patienceMs).unref();
  });
  const body = await Promise.race([session.json('GET', path), late]);
  const items = Array.isArray(body[member]) ? body[member].filter(isObject) : [];
  const wantsFolder = name === 'folderId' ? 'folder' : name === 'fileId' ? 'file' : undefined;
  const candidates = items
    .filter(({ type }) => wantsFolder === undefined || type === wantsFolder)
    .map((item): Candidate => [String(item.id), plainText(item.displayName ?? item.name ?? item.callbackUrl)]);
  try {
    mkdirSync(completeFolder(io), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(candidates), { mode: 0o600 });
  } catch {
    // next time it is asked again
  }
  return candidates;
}

const completeFolder = (io: Io): string => join(cacheFolder(io), 'complete');

function keptIn(file: string): Candidate[] | undefined {
  try {
    if (Date.now() - statSync(file).mtimeMs > keptMs) return undefined;
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
