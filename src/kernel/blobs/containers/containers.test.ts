import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { ContainerClient } from '@azure/storage-blob';
import { eachBackEnd } from '../../../../test/support/back-ends.ts';
import { startBlobServer } from '../../../../test/support/blob-server.ts';
import { tables } from '../../db/query.ts';
import { blobMaintenance } from '../collect.ts';
import { blobLink, containerLink, withoutPathPart } from '../container-link.ts';
import { type BlobTables, blobMigrations } from '../tables.ts';
import { drawerMigrations, drawers, type Rules } from './testing/drawers.ts';

const hour = 3_600_000;
const ada = { userId: 'ada', clientId: 'browser' };
const q = tables<BlobTables>();
const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob', ...headers }, body });
/** What clients of the protocol know of an address, and keep. */
const protocolNames = new Set(
  'sv ss srt sp st se sip spr sr si sig skoid sktid skt ske sks skv sdd suoid saoid scid ses rscc rscd rsce rscl rsct'.split(
    ' ',
  ),
);
const codeOf = (answer: Response) => answer.headers.get('x-ms-error-code');

eachBackEnd('signed containers', (open) => {
  async function begin(t: TestContext) {
    const { db, store } = await open();
    await db.migrate([...blobMigrations, ...drawerMigrations]);
    const server = await startBlobServer(db, store);
    t.after(() => server.stop());
    const rules: Rules = { closed: false, mayWrite: () => true };
    server.add(server.containers.mount(drawers(server.blobs, rules)));
    const link = (rights: 'rl' | 'racwdl', holder: typeof ada | null = ada, id = 'top') =>
      containerLink(server.secrets, {
        root: server.baseUrl,
        path: '/files/drawers',
        id,
        rights,
        form: 'full',
        now: Date.now(),
        ...(holder === null ? {} : { holder }),
      });
    return { db, store, server, rules, link, writing: link('racwdl'), client: new ContainerClient(link('racwdl')) };
  }

  it('are written, listed, read and emptied by the public client', async (t) => {
    const { client, link } = await begin(t);
    const large = randomBytes(3 * 2 ** 20 + 5);
    const names = ['a b.txt', 'Größe/ä+ö.txt', 'tiles/1.bin', 'tiles/0.bin', '100%.txt'];
    for (const name of names) await client.getBlockBlobClient(name).uploadData(Buffer.from(name));
    const inBlocks = { blockSize: 2 ** 20, maxSingleShotSize: 1, concurrency: 3 };
    await client.getBlockBlobClient('tiles/1.bin').uploadData(large, inBlocks);
    const reader = new ContainerClient(link('rl'));
    const found = (await Array.fromAsync(reader.listBlobsFlat())).map(({ name, properties }) => [
      name,
      properties.contentLength,
    ]);
    const sizes = names.map((name) => [name, name === 'tiles/1.bin' ? large.length : Buffer.byteLength(name)] as const);
    assert.deepEqual(
      found,
      sizes.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    for (const name of names) {
      const bytes = await reader.getBlobClient(name).downloadToBuffer();
      assert.ok(bytes.equals(name === 'tiles/1.bin' ? large : Buffer.from(name)), name);
    }
    const blocks = await client.getBlockBlobClient('tiles/1.bin').getBlockList('all');
    assert.deepEqual([blocks.committedBlocks?.length, blocks.uncommittedBlocks?.length ?? 0], [4, 0]);
    const part = await reader.getBlobClient('tiles/1.bin').downloadToBuffer(2 ** 20 - 2, 5);
    assert.ok(part.equals(large.subarray(2 ** 20 - 2, 2 ** 20 + 3)));
    assert.ok(await reader.exists());
    assert.ok(await reader.getBlobClient('a b.txt').exists());
    await client.deleteBlob('a b.txt');
    assert.equal(await reader.getBlobClient('a b.txt').exists(), false);
    await assert.rejects(client.deleteBlob('a b.txt'), { statusCode: 404, code: 'BlobNotFound' });
  });

  it('are listed in pages, by prefix and as folders', async (t) => {
    const { client } = await begin(t);
    for (const name of ['a', 'b/1', 'b/2', 'b/c/3', 'ba', 'd']) {
      await client.getBlockBlobClient(name).uploadData(Buffer.from(name));
    }
    const pages = client.listBlobsFlat({ prefix: 'b' }).byPage({ maxPageSize: 3 });
    const names = (await Array.fromAsync(pages)).map((page) => page.segment.blobItems.map(({ name }) => name));
    assert.deepEqual(names, [['b/1', 'b/2', 'b/c/3'], ['ba']]);
    const folder = async (prefix: string, maxPageSize = 5000) => {
      const found = client.listBlobsByHierarchy('/', { prefix }).byPage({ maxPageSize });
      return (await Array.fromAsync(found)).map(({ segment }) => [
        ...(segment.blobPrefixes ?? []).map(({ name }) => name),
        ...segment.blobItems.map(({ name }) => name),
      ]);
    };
    assert.deepEqual(await folder(''), [['b/', 'a', 'ba', 'd']]);
    assert.deepEqual(await folder('b/'), [['b/c/', 'b/1', 'b/2']]);
    assert.deepEqual(await folder('', 2), [
      ['b/', 'a'],
      ['ba', 'd'],
    ]);
    for (const query of ['maxresults=0', 'maxresults=5001', 'maxresults=x', 'marker=%3C']) {
      const answer = await fetch(`${client.url}&restype=container&comp=list&${query}`);
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'InvalidQueryParameterValue'], query);
    }
  });

  it('are read by a link whose query stands in the path, and never written by it', async (t) => {
    const { writing, link } = await begin(t);
    assert.equal((await put(blobLink(writing, 'tiles/1.bin'), 'first')).status, 201);
    const inPath = (signed: string): string => {
      const { origin, pathname, search } = new URL(signed);
      return `${origin}${pathname}/~${Buffer.from(search.slice(1)).toString('base64url')}`;
    };
    for (const one of [writing, link('rl', null)]) {
      assert.equal(await (await fetch(`${inPath(one)}/tiles/1.bin`)).text(), 'first');
      assert.equal((await fetch(`${inPath(one)}?restype=container&comp=list`)).status, 200);
      assert.equal(codeOf(await put(`${inPath(one)}/tiles/1.bin`, 'second')), 'AuthorizationPermissionMismatch');
    }
    assert.equal(
      codeOf(await fetch(`${inPath(link('rl', null, 'other')).replace('other', 'top')}/tiles/1.bin`)),
      'AuthenticationFailed',
    );
    assert.equal((await put(blobLink(writing, '~tmp/a'), 'a name that begins so')).status, 201);
    assert.equal((await fetch(blobLink(writing, '~tmp/a'))).status, 200);
    const long = new URL(inPath(writing)).pathname;
    assert.equal(withoutPathPart(`${long}/tiles/1.bin`), '/files/drawers/top/~/tiles/1.bin', 'for logs');
  });

  it('are written and read by clients that keep the signature parameters of the protocol only', async (t) => {
    const { writing, link } = await begin(t);
    for (const one of [writing, link('rl')]) {
      const { searchParams } = new URL(one);
      const others = [...searchParams.keys()].filter((name) => !protocolNames.has(name));
      assert.deepEqual(others, []);
    }
    assert.equal((await put(blobLink(writing, 'paper'), 'first')).status, 201);
    assert.equal(await (await fetch(blobLink(link('rl'), 'paper'))).text(), 'first');
  });

  it('have the addresses that they were given before, too, for as long as those live', async (t) => {
    const { server } = await begin(t);
    const expires = new Date(Date.now() + hour).toISOString();
    const query = new URLSearchParams({
      sv: '2021-08-06',
      sr: 'c',
      sp: 'racwdl',
      se: expires,
      uid: 'ada',
      cid: 'browser',
    });
    const signed = ['/files/drawers/top', ...query.values()].join('\n');
    query.set('sig', server.secrets.sign('container', signed));
    const former = `${server.baseUrl}/files/drawers/top/paper?${query}`;
    assert.equal((await put(former, 'first')).status, 201);
    assert.equal((await put(former.replace('uid=ada', 'uid=bob'), 'x')).status, 403);
    assert.equal((await put(`${former}&suoid=bob&scid=x`, 'second')).status, 201, 'they are no part of such a link');
  });

  it('have one address, with a slash before the question mark or without', async (t) => {
    const { writing } = await begin(t);
    for (const url of [writing, writing.replace('?', '/?')]) {
      const answer = await fetch(`${url}&restype=container&comp=list`);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /<EnumerationResults><ContainerName>top<\/ContainerName><Prefix\/>/);
      assert.equal((await fetch(`${url}&restype=container`, { method: 'HEAD' })).status, 200);
      assert.equal((await fetch(url)).status, 404);
      assert.equal((await fetch(`${url}&restype=container`, { method: 'PUT' })).status, 405);
    }
  });

  it('let their holders do what their links say, and nothing once the right is gone', async (t) => {
    const { link, rules, writing } = await begin(t);
    const paper = blobLink(writing, 'paper');
    assert.equal((await put(paper, 'first')).status, 201);
    const block = `${paper}&comp=block&blockid=YQ==`;
    assert.equal((await put(block, 'second')).status, 201);
    const refused = async (answer: Response, status: number, code: string) =>
      assert.deepEqual([answer.status, codeOf(answer)], [status, code]);
    for (const url of [blobLink(link('rl'), 'paper'), blobLink(link('racwdl', null), 'paper')]) {
      await refused(await put(url, 'x'), 403, 'AuthorizationPermissionMismatch');
      await refused(await fetch(url, { method: 'DELETE' }), 403, 'AuthorizationPermissionMismatch');
    }
    await refused(await put(paper.replace('sp=racwdl', 'sp=racwdlx'), 'x'), 403, 'AuthenticationFailed');
    await refused(await put(paper.replace('suoid=ada', 'suoid=bob'), 'x'), 403, 'AuthenticationFailed');
    await refused(await put(paper.replace('drawers/top', 'drawers/other'), 'x'), 403, 'AuthenticationFailed');
    rules.mayWrite = ({ userId }) => userId !== 'ada';
    const list = '<BlockList><Latest>YQ==</Latest></BlockList>';
    await refused(await put(paper, 'x'), 403, 'AuthorizationPermissionMismatch');
    await refused(await put(block, 'x'), 403, 'AuthorizationPermissionMismatch');
    await refused(await put(`${paper}&comp=blocklist`, list), 403, 'AuthorizationPermissionMismatch');
    await refused(await fetch(paper, { method: 'DELETE' }), 403, 'AuthorizationPermissionMismatch');
    assert.equal(await (await fetch(paper)).text(), 'first');
    rules.closed = true;
    await refused(await fetch(paper), 404, 'ContainerNotFound');
    await refused(await put(paper, 'x'), 404, 'ContainerNotFound');
  });

  it('take nothing from a sender who loses the right while the bytes come', async (t) => {
    const { db, rules, writing } = await begin(t);
    let asked = 0;
    rules.mayWrite = () => ++asked === 1;
    const answer = await put(blobLink(writing, 'paper'), 'late');
    assert.deepEqual([answer.status, codeOf(answer), asked], [403, 'AuthorizationPermissionMismatch', 2]);
    assert.equal((await fetch(blobLink(writing, 'paper'))).status, 404);
    assert.deepEqual(await db.all(q.selectFrom('blobs').select('id')), [], 'nothing is left of it');
  });

  it('keep the blocks of one person from those of another', async (t) => {
    const { link } = await begin(t);
    const paper = (userId: string) => blobLink(link('racwdl', { ...ada, userId }), 'paper');
    for (const who of ['ada', 'bob'])
      assert.equal((await put(`${paper(who)}&comp=block&blockid=YQ==`, who)).status, 201);
    const list = '<BlockList><Latest>YQ==</Latest></BlockList>';
    assert.equal((await put(`${paper('ada')}&comp=blocklist`, list)).status, 201);
    assert.equal(await (await fetch(paper('ada'))).text(), 'ada');
    assert.equal((await put(`${paper('eve')}&comp=blocklist`, list)).status, 400);
    assert.equal((await put(`${paper('bob')}&comp=blocklist`, list)).status, 201);
    assert.equal(await (await fetch(paper('ada'))).text(), 'bob');
  });

  it('gather blocks that come at the same time, also the first ones', async (t) => {
    const { client } = await begin(t);
    const ids = Array.from({ length: 12 }, (_, at) => Buffer.from(String(at).padStart(3, '0')).toString('base64'));
    const paper = client.getBlockBlobClient('at once');
    await Promise.all(ids.map((id) => paper.stageBlock(id, id, id.length)));
    await paper.commitBlockList(ids);
    assert.equal(String(await paper.downloadToBuffer()), ids.join(''));
  });

  it('forget blocks that nobody lists within a day', async (t) => {
    const { db, store, server, rules, client } = await begin(t);
    const paper = client.getBlockBlobClient('begun');
    await paper.stageBlock('YQ==', 'a', 1);
    server.pass(26 * hour);
    const now = () => Date.now() + 26 * hour;
    const fresh = containerLink(server.secrets, {
      root: server.baseUrl,
      path: '/files/drawers',
      id: 'top',
      rights: 'racwdl',
      form: 'full',
      holder: ada,
      now: now(),
    });
    const list = '<BlockList><Latest>YQ==</Latest></BlockList>';
    assert.equal((await put(`${blobLink(fresh, 'begun')}&comp=blocklist`, list)).status, 400);
    assert.equal(
      (await put(`${blobLink(fresh, 'begun')}&comp=block&blockid=Yg==`, 'b')).status,
      201,
      'a new one begins',
    );
    for (const later of [now, () => now() + 26 * hour, () => now() + 52 * hour]) {
      for (const task of blobMaintenance({ db, store, now: later })) await task.run(AbortSignal.timeout(10_000));
    }
    assert.equal(rules.closed, false);
    assert.deepEqual(await db.all(q.selectFrom('blob_drafts').selectAll()), []);
    assert.deepEqual(await db.all(q.selectFrom('blobs').select('id')), []);
  });

  it('refuse what the area refuses, what is no name, and conditions that do not hold', async (t) => {
    const { db, writing } = await begin(t);
    const codes = async (name: string, headers: Record<string, string> = {}) => {
      const answer = await put(blobLink(writing, name), 'x', headers);
      return [answer.status, codeOf(answer)];
    };
    assert.deepEqual(await codes('stamped'), [412, 'LeaseIdMissing']);
    for (const name of ['%', '%00', '%ff', 'a%0ab']) assert.deepEqual(await codes(name), [400, 'InvalidResourceName']);
    assert.deepEqual(await codes('paper', { 'If-Match': '*' }), [412, 'ConditionNotMet']);
    assert.deepEqual(await codes('paper', { 'If-None-Match': '*' }), [201, null]);
    assert.deepEqual(await codes('paper', { 'If-None-Match': '*' }), [412, 'ConditionNotMet']);
    assert.deepEqual(await codes('paper', { 'If-Match': '"other"' }), [412, 'ConditionNotMet']);
    const tag = (await fetch(blobLink(writing, 'paper'))).headers.get('etag') ?? '';
    assert.deepEqual(await codes('paper', { 'If-Match': tag }), [201, null]);
    assert.deepEqual(await codes('a.json'), [201, null]);
    const read = await fetch(blobLink(writing, 'a.json'), { headers: { 'Accept-Encoding': 'gzip' } });
    const coded = read.headers.get('etag') ?? '';
    assert.match(coded, /gzip/);
    assert.deepEqual(await codes('a.json', { 'If-Match': coded }), [201, null], 'what was read compressed');
    assert.deepEqual(await codes('paper', { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' }), [400, 'Md5Mismatch']);
    assert.deepEqual(await codes('paper', { 'x-ms-blob-type': 'PageBlob' }), [400, 'MissingRequiredHeader']);
    const answer = await fetch(`${blobLink(writing, 'paper')}&comp=metadata`, { method: 'PUT' });
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'InvalidQueryParameterValue']);
    const open = await db.all(q.selectFrom('blobs').select('id').where('state', '=', 'open'));
    assert.deepEqual(open, [], 'nothing is left of what was refused');
  });
});
