import { isDeepStrictEqual } from 'node:util';
import { readArguments } from '../arguments.ts';
import { isObject, type Members } from '../body.ts';
import { operationsIn } from '../definitions/operations.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import type { Io } from '../io.ts';
import { unreachable } from '../oauth.ts';
import { writeThing } from '../output.ts';
import type { BuiltIn } from '../run.ts';
import { writeDifference } from '../served.ts';
import { settingsOf } from '../settings.ts';
import { allOperations, type Operation } from '../table.ts';

/** `twin refresh`: what the server has that this tool was not built with, and the other way round. */
export const refresh: BuiltIn = async ({ io, builtTable, argv }) => {
  const { words, general, problems } = readArguments(argv, []);
  const wrong = [...problems, ...(words.length > 0 ? [`${words.join(' ')}: too many arguments.`] : [])];
  if (wrong.length > 0)
    throw wrongCall(
      'Cannot read what is served.',
      wrong.map((one) => `  ${one}`),
    );
  const { url } = settingsOf(io, general);
  const served = await operationsOf(io, url);
  const { index } = builtTable;
  const built = new Map(allOperations(builtTable).map((one) => [one.id, one]));
  const operations = served.operations.filter((one) => !isDeepStrictEqual(plain(one), plain(built.get(one.id))));
  const isServed = new Set(served.operations.map(({ id }) => id));
  const missing = [...built.keys()].filter((id) => !isServed.has(id));
  const areas = served.areas.filter(({ name }) => !index.areas.some((one) => one.name === name));
  writeDifference(io, { version: index.version, url, areas, operations, missing });
  const added = operations.filter(({ id }) => !built.has(id));
  const told = {
    url,
    operations: isServed.size,
    new: added.map(({ words: name }) => name.join(' ')),
    changed: operations.length - added.length,
    missing: missing.map((id) => built.get(id)?.words.join(' ') ?? id),
  };
  if (general.json || general.jsonl || general.csv) return writeThing(told, JSON.stringify(told), general, io);
  const lines = [
    `${url} has ${told.operations} operations: ${added.length} new, ${told.changed} changed, ${missing.length} missing.`,
    ...told.new.map((name) => `+ twin ${name}`),
    ...told.missing.map((name) => `- twin ${name}`),
  ];
  await io.stdout.write(`${lines.join('\n')}\n`);
};

const plain = (operation: Operation | undefined): unknown => operation && JSON.parse(JSON.stringify(operation));

interface Served {
  readonly operations: readonly Operation[];
  readonly areas: readonly { readonly name: string; readonly title: string }[];
}

/** Every operation by the definitions of a server; they need no token. */
async function operationsOf(io: Io, url: string): Promise<Served> {
  const { definitions } = await documentAt(io, `${url}/definitions`);
  const listed = Array.isArray(definitions) ? definitions.filter(isObject) : [];
  const operations: Operation[] = [];
  const areas: { name: string; title: string }[] = [];
  for (const { name, version, definition } of listed) {
    const href = isObject(definition) ? String(definition.href) : '';
    const api = `${String(name)}-${String(version)}`;
    const document = await documentAt(io, `${url}/definitions/${encodeURIComponent(api)}.json`);
    operations.push(...operationsIn({ api, document, baseUrl: href.replace(/\/definitions\/[^/]*$/, '') }));
    const title = isObject(document.info) ? String(document.info.title) : String(name);
    areas.push({ name: String(document['x-area'] ?? name), title });
  }
  return { operations, areas };
}

async function documentAt(io: Io, address: string): Promise<Members> {
  let answer: Response;
  try {
    answer = await io.fetch(address, { signal: io.interrupted, redirect: 'error' });
  } catch (error) {
    throw unreachable(address, error);
  }
  const body: unknown = answer.ok ? await answer.json().catch(() => undefined) : await answer.body?.cancel();
  if (isObject(body)) return body;
  throw new Failure(exits.rejected, `${address} answers ${answer.status} and no definitions.`);
}
