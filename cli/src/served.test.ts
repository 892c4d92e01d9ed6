import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { servedApis } from '../../src/start/served-apis.ts';
import { type Reply, startStub } from '../testing/stub.ts';
import { tableOfSources } from '../testing/table.ts';
import { newFolder, twin } from '../testing/twin.ts';

/* A server of another version: it has one operation more, one less, and one with another parameter. */

const table = await tableOfSources();
const apis = await servedApis();
const commands = commandTable(apis);
const other = 'http://platform.example.com';

function definitionOf(name: string): object | undefined {
  const api = apis.find((one) => `${one.name}-v${one.version}` === name);
  if (api === undefined) return undefined;
  const document = JSON.parse(JSON.stringify(documentOf(api, { baseUrl: other, authUrl: `${other}/auth`, commands })));
  if (name !== 'webhooks-v2') return document;
  const { get } = document.paths['/webhooks/'];
  document.paths['/webhooks/receipts'] = {
    get: {
      ...get,
      operationId: 'webhooks.getReceipts',
      summary: 'Get receipts',
      'x-command': 'webhooks receipts list',
    },
  };
  delete document.paths['/webhooks/{webhookId}'].patch;
  get.parameters = [
    ...get.parameters,
    { name: 'onlyActive', in: 'query', required: false, schema: { type: 'boolean' } },
  ];
  return document;
}

const stub = await startStub(({ url }): Reply => {
  if (url === '/definitions') {
    const href = (name: string) => ({ href: `${other}/definitions/${name}.json` });
    const definitions = apis.map(({ name, version }) => ({
      name,
      version: `v${version}`,
      definition: href(`${name}-v${version}`),
    }));
    return { body: { definitions } };
  }
  const [, name = ''] = /^\/definitions\/(.+)\.json$/.exec(url) ?? [];
  const definition = definitionOf(name);
  if (definition) return { body: definition };
  return { body: { webhooks: [{ id: 'x' }] } };
});
const { folder, remove } = newFolder();
after(async () => {
  await stub.stop();
  remove();
});
const env = { TWIN_URL: stub.url, TWIN_TOKEN: 'x', TWIN_CONFIG_DIR: folder, HOME: folder };
const call = (line: string, more: Readonly<Record<string, string>> = {}) =>
  twin(table, line.split(' '), { env: { ...env, ...more } });

describe('a server of another version', () => {
  it('is as it was built until it is asked', async () => {
    assert.equal((await call('webhooks receipts list')).exit, 2);
    const { exit, out } = await call('refresh');
    assert.equal(exit, 0);
    const [first, ...lines] = out.split('\n');
    assert.match(first ?? '', new RegExp(`^${stub.url} has \\d+ operations: 1 new, 1 changed, 1 missing\\.$`));
    assert.deepEqual(lines, ['+ twin webhooks receipts list', '- twin webhooks update', '']);
  });

  it('has its new operations, flags and help then, and says what it has not', async () => {
    stub.take();
    const made = await call('webhooks receipts list -q');
    assert.deepEqual([made.exit, made.out, stub.take()[0]?.url], [0, 'x\n', '/webhooks/receipts']);
    assert.match((await call('webhooks')).out, /twin webhooks receipts list {2,}Get receipts/);
    assert.equal((await call('webhooks list --onlyActive')).exit, 0);
    assert.deepEqual(
      stub.take().map(({ url }) => url),
      ['/webhooks/?onlyActive=true'],
    );
    const gone = await call('webhooks update w --active');
    assert.deepEqual([gone.exit, gone.err], [2, `twin: webhooks update is not served by ${stub.url}.\n`]);
    assert.deepEqual(stub.take(), []);
  });

  it('is alone in that: others are as the tool was built', async () => {
    assert.equal((await call('webhooks receipts list', { TWIN_URL: 'http://localhost:1' })).exit, 2);
    assert.equal((await call(`--url http://localhost:1 webhooks receipts list`)).exit, 2);
    const version = await call('--version');
    assert.match(version.out, new RegExp(`\\n${table.index.operations.length} operations`));
  });
});

describe('general flags', () => {
  it('may stand before the area and between the words', async () => {
    stub.take();
    for (const line of [
      '--json webhooks list',
      '-q webhooks list',
      'webhooks --json=id list',
      '--timeout 5 --columns=id webhooks -v list',
      `--profile default webhooks list --url ${stub.url}`,
    ])
      assert.notEqual((await call(line)).exit, 3, line);
    assert.equal(stub.take().length, 4);
    assert.equal((await call('-q webhooks list')).out, 'x\n');
    assert.match((await call('--nonsense webhooks list')).err, /--nonsense: unknown flag/);
    assert.match((await call('--no-color')).out, /^twin: the platform/);
  });
});
