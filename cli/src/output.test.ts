import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Reply, startStub } from '../testing/stub.ts';
import { tableOfSources } from '../testing/table.ts';
import { newFolder, twin } from '../testing/twin.ts';

const river = 'dc914a84-e0c9-40e2-9d14-faf5ed84147f';
const cork = '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const rows = [
  {
    id: river,
    class: 'Endeavor',
    subClass: 'Project',
    number: '00001',
    displayName: 'White River',
    status: 'Active',
    latitude: 40.028,
  },
  {
    id: cork,
    class: 'Thing',
    subClass: 'Asset',
    number: 'C-7',
    displayName: 'Cork, Harbour',
    status: 'Active',
    latitude: null,
  },
];

const table = await tableOfSources();
let reply: (url: string) => Reply = () => ({ body: {} });
const stub = await startStub(({ url }) => reply(url));
const { folder, remove } = newFolder();
after(async () => {
  await stub.stop();
  remove();
});
const env = { TWIN_URL: stub.url, TWIN_TOKEN: 'secret', TWIN_CONFIG_DIR: folder };
const call = (argv: string, options: Parameters<typeof twin>[2] = {}) =>
  twin(table, argv.split(' '), { env, ...options });

/** The same list in pages of one item each. */
const pages = (url: string): Reply => {
  const at = Number(new URL(url, stub.url).searchParams.get('$skip') ?? 0);
  const next = at < 2 ? { next: { href: `${stub.url}/twins/?$skip=${at + 1}` } } : {};
  return { body: { twins: [{ id: `${at}`, displayName: `Twin ${at}` }], _links: next } };
};

describe('a list', () => {
  const list = async (argv: string, options?: Parameters<typeof twin>[2]) => {
    reply = () => ({ body: JSON.stringify({ twins: rows }) });
    const { exit, out, err } = await call(`twins list ${argv}`.trim(), options);
    assert.deepEqual([exit, err], [0, '']);
    return out;
  };

  it('is lines with tabs where nobody sits in front of it', async () => {
    const [first = '', second = ''] = (await list('')).split('\n');
    assert.equal(first.split('\t').slice(0, 3).join('|'), `${river}|White River|Endeavor`);
    assert.equal(second.split('\t')[1], 'Cork, Harbour');
    assert.equal(await list('--columns number,latitude'), '00001\t40.028\nC-7\t\n');
  });

  it('is a table at a terminal, whose ids are never cut', async () => {
    const out = await list('--columns id,displayName,number', { terminal: 56 });
    assert.equal(
      out,
      [
        '\u001b[1mID                                    NAME        NUMBER\u001b[22m',
        `${river}  White Riv…  00001`,
        `${cork}  Cork, Har…  C-7`,
        '',
      ].join('\n'),
    );
  });

  it('has colours at a terminal only, and not where nobody wants them', async () => {
    const heading = /^ID {36}NAME {11}NUMBER\n/;
    const columns = '--columns id,displayName,number';
    assert.match(await list(`${columns} --no-color`, { terminal: 80 }), heading);
    assert.match(await list(columns, { terminal: 80, env: { ...env, NO_COLOR: '1' } }), heading);
    assert.match(await list(columns, { terminal: 80, env: { ...env, TERM: 'dumb' } }), heading);
    assert.ok(!(await list(columns)).includes('\u001b'));
  });

  it('is JSON as it came, or objects with the members that were asked for', async () => {
    assert.equal(await list('--json'), `${JSON.stringify({ twins: rows })}\n`);
    assert.equal(
      await list('--json=id,nothing.inside'),
      `[{"id":"${river}","nothing.inside":null},{"id":"${cork}","nothing.inside":null}]\n`,
    );
    assert.equal(await list('--jsonl --columns number'), '{"number":"00001"}\n{"number":"C-7"}\n');
  });

  it('is a table for spreadsheets by RFC 4180', async () => {
    assert.equal(
      await list('--csv --columns id,displayName,latitude'),
      `id,displayName,latitude\r\n${river},White River,40.028\r\n${cork},"Cork, Harbour",\r\n`,
    );
  });

  it('is its first column where little is wanted', async () => {
    assert.equal(await list('-q'), `${river}\n${cork}\n`);
  });

  it('that is empty says so, and prints nothing', async () => {
    reply = () => ({ body: { twins: [] } });
    assert.deepEqual(await call('twins list'), { exit: 0, out: '', err: 'No twins.\n' });
  });

  it('is one page, all pages, or exactly so many items', async () => {
    reply = pages;
    const one = await call('twins list -q');
    assert.deepEqual([one.out, one.err], ['0\n', 'There are more: use --all, or --limit <n>.\n']);
    assert.deepEqual(await call('twins list -q --all'), { exit: 0, out: '0\n1\n2\n', err: '' });
    assert.deepEqual(await call('twins list -q --limit 2'), { exit: 0, out: '0\n1\n', err: '' });
    const all = await call('twins list --all --json');
    assert.deepEqual(JSON.parse(all.out).twins.length, 3);
    assert.equal(all.out.split('\n').length, 2);
  });

  it('goes on from where a later page failed, and never to another server', async () => {
    reply = (url) =>
      url.includes('$skip=1') ? { status: 403, body: { error: { code: 'No', message: 'No.' } } } : pages(url);
    const broken = await call('twins list -q --all');
    assert.deepEqual([broken.exit, broken.out], [1, '0\n']);
    assert.equal(
      broken.err.trimEnd().split('\n').at(-1),
      `Continue with: twin api GET '${stub.url}/twins/?$skip=1' --paginate`,
    );
    reply = () => ({ body: { twins: [], _links: { next: { href: 'https://elsewhere.example.com/twins' } } } });
    const elsewhere = await call('twins list --all');
    assert.equal(elsewhere.exit, 1);
    assert.match(elsewhere.err, /elsewhere\.example\.com, which is not/);
  });
});

describe('one thing', () => {
  const thing = {
    twin: {
      id: river,
      displayName: 'A\u001b[2J',
      tags: ['x\ty'],
      createdDateTime: '2026-03-04T09:12:44.120Z',
      type: null,
    },
  };
  const one = (argv: string, options?: Parameters<typeof twin>[2]) => {
    reply = () => ({ body: JSON.stringify(thing) });
    return call(`twins get ${river} ${argv}`.trim(), options);
  };

  it('is lines of members and values', async () => {
    const { out } = await one('');
    assert.equal(
      out,
      `id\t${river}\ndisplayName\tA\u001b[2J\ntags\t["x\\ty"]\ncreatedDateTime\t2026-03-04T09:12:44.120Z\ntype\t\n`,
    );
  });

  it('sends no signs to a terminal that would act on it, and tells times by its clock', async () => {
    const { out } = await one('', { terminal: 80 });
    assert.ok(out.includes('displayName      A\\u001b[2J\n'), out);
    assert.match(out, /createdDateTime {2}\d{4}-\d\d-\d\d \d\d:\d\d\n/);
  });

  it('is JSON as it came, byte for byte, with one line break at its end', async () => {
    assert.equal((await one('--json')).out, `${JSON.stringify(thing)}\n`);
    assert.equal((await one('--json=displayName')).out, '{"displayName":"A\\u001b[2J"}\n');
    assert.equal((await one('-q')).out, `${river}\n`);
    assert.equal((await one('--csv --columns id,tags')).out, `id,tags\r\n${river},"[""x\\ty""]"\r\n`);
  });

  it('that is gone prints nothing', async () => {
    reply = () => ({ status: 204 });
    for (const form of ['', ' --json', ' -q'])
      assert.deepEqual(await call(`twins delete ${river}${form}`), { exit: 0, out: '', err: '' });
  });

  it('is deleted at a terminal only by somebody who says yes', async () => {
    reply = () => ({ status: 204 });
    stub.take();
    const no = await call(`twins delete ${river}`, { terminal: 80, stdin: 'n\n' });
    assert.deepEqual([no.err, stub.take().length], [`Delete twin ${river}? [y/N] `, 0]);
    await call(`twins delete ${river}`, { terminal: 80, stdin: 'y\n' });
    await call(`twins delete ${river} --yes`, { terminal: 80 });
    assert.equal(stub.take().length, 2);
  });
});
