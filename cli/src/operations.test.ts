import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startStub } from '../testing/stub.ts';
import { tableOfSources } from '../testing/table.ts';
import { newFolder, twin } from '../testing/twin.ts';
import { typedName } from './operation-flags.ts';
import { allOperations, type Flag, type Operation } from './table.ts';

/* Every operation is called by its command, and what arrives is compared with what the contract says. */

const id = '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const table = await tableOfSources();
let current: Operation | undefined;
const stub = await startStub(() => {
  if (current?.answer === 'none') return { status: 204 };
  if (current?.answer === 'file') return { headers: { 'Content-Type': 'text/plain' }, body: 'content' };
  if (current?.answer === 'events')
    return { headers: { 'Content-Type': 'text/event-stream' }, body: 'data: {"state":"Succeeded","title":"Job"}\n\n' };
  const items = current?.items;
  return { body: items === '.' ? [] : items === undefined ? { thing: { id: 'x' } } : { [items]: [] } };
});
const { folder, remove } = newFolder();
after(async () => {
  await stub.stop();
  remove();
});
const file = join(folder, 'Größe "1".csv');
writeFileSync(file, 'a,b\n1,2\n');

const env = { TWIN_URL: stub.url, TWIN_AUTH_URL: `${stub.url}/auth`, TWIN_TOKEN: 'secret', TWIN_CONFIG_DIR: folder };

/** A value of the contract's type, and how it is typed. */
function sampleOf(flag: Flag): { readonly typed: readonly string[]; readonly text: string } {
  const one = flag.enum?.[0] ?? (flag.format === 'uuid' || /^(twin|project)Id$/.test(flag.name) ? id : undefined);
  if (flag.type === 'array') {
    const item = String(one ?? (flag.items === 'integer' || flag.items === 'number' ? 7 : 'a&b'));
    return { typed: [item, item], text: `${item},${item}` };
  }
  if (flag.type === 'boolean') return { typed: ['true'], text: 'true' };
  const sentence = flag.in === 'header' ? 'Pier 7 & more' : 'Pier 7 & more = ü';
  const text = String(one ?? (flag.type === 'integer' || flag.type === 'number' ? 7 : sentence));
  return { typed: [text], text };
}

const parametersOf = (operation: Operation) => operation.flags.filter((flag) => flag.in !== 'body' && !flag.hidden);

/** `--name=value`, as often as there are values. */
const asFlags = (operation: Operation, flag: Flag, values: readonly string[]): string[] =>
  values.map((value) => `--${typedName(operation, flag)}=${value}`);

/** The members of the contract's example, each as a flag; undefined where only a whole body says it. */
function exampleAsFlags(operation: Operation): string[] | undefined {
  const { example } = operation;
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return undefined;
  const flags: string[] = [];
  for (const [name, value] of Object.entries(example)) {
    const flag = operation.flags.find((one) => one.in === 'body' && one.name === name);
    if (flag === undefined || flag.type === 'any') return undefined;
    if (value === null) flags.push(`--unset=${name}`);
    else if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object'))
      flags.push(...asFlags(operation, flag, value.map(String)));
    else flags.push(...asFlags(operation, flag, [typeof value === 'object' ? JSON.stringify(value) : String(value)]));
  }
  return flags;
}

function bodyArguments(
  operation: Operation,
  whole: boolean,
): { readonly typed: readonly string[]; readonly body: unknown } {
  if (operation.body === 'file') return { typed: [`--file=${file}`], body: 'a,b\n1,2\n' };
  if (operation.body === '') return { typed: [], body: undefined };
  if (operation.rest !== undefined) return { typed: [id, id], body: [id, id] };
  const flags = whole ? undefined : exampleAsFlags(operation);
  const body = operation.example ?? { any: 'thing' };
  return { typed: flags ?? ['--data', JSON.stringify(body)], body };
}

async function called(operation: Operation, whole: boolean) {
  current = operation;
  const parameters = parametersOf(operation).map((flag) => ({ flag, sample: sampleOf(flag) }));
  const { typed, body } = bodyArguments(operation, whole);
  const positional = operation.positional.map(({ twin: isTwin }) => (isTwin ? id : 'a b/ü'));
  const argv = [
    ...positional,
    ...parameters.flatMap(({ flag, sample }) => asFlags(operation, flag, sample.typed)),
    ...typed,
  ];
  stub.take();
  const command = whole ? ['call', operation.id.toUpperCase()] : operation.words;
  const result = await twin(table, [...command, ...argv], { env });
  assert.deepEqual([result.exit, result.err.replace(/^No .+\.\n$/, '')], [0, ''], operation.id);
  const [received, ...more] = stub.take();
  assert.deepEqual(more.length, 0, `${operation.id} sent more than one request`);
  assert.ok(received);
  return { received, parameters, body, positional };
}

/** What arrived, against what was meant. */
async function check(operation: Operation, whole: boolean): Promise<void> {
  const { received, parameters, body, positional } = await called(operation, whole);
  const [path = '', query = ''] = received.url.split('?');
  const wanted = operation.positional.reduce(
    (text, { name }, at) => text.replace(`{${name}}`, encodeURIComponent(positional[at] ?? '')),
    operation.path,
  );
  const { id: what } = operation;
  assert.deepEqual(
    [received.method, path],
    [operation.method, (operation.at === 'auth' ? '/auth' : '') + wanted],
    what,
  );
  const asked = parameters
    .filter(({ flag }) => flag.in === 'query')
    .map(({ flag, sample }) => [flag.name, sample.text]);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), Object.fromEntries(asked), what);
  const { headers } = received;
  for (const { flag, sample } of parameters)
    if (flag.in === 'header') assert.equal(headers[flag.name.toLowerCase()], sample.text, what);
  assert.equal(headers.authorization, 'Bearer secret', what);
  assert.equal(headers['user-agent'], 'twin/1.2.3', what);
  const version = `application/vnd.vendor.twin-platform.v${operation.version}+json`;
  assert.equal(headers.accept, operation.answer === 'events' ? 'text/event-stream' : version, what);
  assert.equal(headers['idempotency-key'] !== undefined, operation.method === 'POST', what);
  if (operation.body === 'file') {
    assert.equal(received.body.toString(), body, what);
    const named = /filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22\.csv$/.test(headers['content-disposition'] ?? '');
    assert.equal(named, operation.disposition ?? false, what);
  } else if (body === undefined) assert.equal(received.body.length, 0, what);
  else {
    assert.equal(headers['content-type'], 'application/json', what);
    assert.deepEqual(JSON.parse(received.body.toString()), body, what);
  }
}

/** Texts that no header can hold are no samples for one. */
const headersOf = (operation: Operation) => operation.flags.filter((flag) => flag.in === 'header');

describe('commands', () => {
  for (const { name } of table.index.areas)
    it(`of ${name} send what the contract says, with flags and with whole bodies`, async () => {
      for (const operation of table.area(name)) {
        assert.ok(headersOf(operation).every(({ name: header }) => /^[\w-]+$/.test(header)));
        await check(operation, false);
        await check(operation, true);
      }
    });

  it('are as many as operations, and each has a title, a permission and a help', async () => {
    const operations = allOperations(table);
    assert.equal(operations.length, table.index.operations.length);
    for (const { words, id: what, method, path } of operations) {
      const { exit, out } = await twin(table, ['help', ...words]);
      assert.equal(exit, 0);
      assert.ok(out.includes(`Operation:  ${what}, ${method} ${path}\n`), what);
      assert.ok(out.includes(`Usage: twin ${words.join(' ')}`), what);
    }
  });
});
