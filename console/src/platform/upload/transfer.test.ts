import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { gateOf } from '@twin-platform/client/gate';
import { type Person, type Platform, requireSuccess, startPlatform } from '../../../../test/support/platform.ts';
import { type Put, type Transfer, transfer, UploadGone } from './transfer.ts';

const platform = await startPlatform();
after(() => platform.stop());
const ada = await platform.person();
const twin = await platform.twin(ada);

const bytes = randomBytes(13 * 2 ** 20 + 5); // four blocks

interface Links {
  readonly uploadUrl: { readonly href: string };
  readonly completeUrl: { readonly href: string };
}

async function begin({ call }: Platform, who: Person, displayName: string): Promise<Links> {
  const top = requireSuccess(await call(who, `GET /storage/?twinId=${twin.id}`));
  const root = top._links.folder.href.split('/').at(-1);
  return requireSuccess(await call(who, `POST /storage/folders/${root}/files`, { body: { displayName } }))._links;
}

/** What the browser does with a request of its own kind. */
const sending = (sent: string[] = []): Put => {
  return async (url, body, { onSent, signal }) => {
    sent.push(new URL(url).searchParams.get('comp') ?? 'whole');
    const response = await fetch(url, { method: 'PUT', body, headers: { 'x-ms-blob-type': 'BlockBlob' }, signal });
    if (!response.ok) throw new Error(`${response.status}`);
    onSent?.(typeof body === 'string' ? body.length : body.size);
  };
};

async function contentAfter({ completeUrl }: Links): Promise<string> {
  const { file } = requireSuccess(await platform.call(ada, `POST ${completeUrl.href}`));
  const download = await platform.call(ada, `GET /storage/files/${file.id}/download`);
  const content = await fetch(download.headers.get('location') ?? '');
  const tag = content.headers.get('etag');
  const digest = createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex');
  assert.equal(tag, `"${digest}"`, 'the tag of a content is its SHA-256');
  return digest;
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const given = (links: Links, change: Partial<Transfer> = {}): Transfer => ({
  file: new Blob([bytes]),
  uploadUrl: links.uploadUrl.href,
  resumed: false,
  signal: new AbortController().signal,
  onProgress() {},
  ...change,
});

describe('sending a file', () => {
  it('asks for the address anew for each block, where addresses do not work long enough', async () => {
    const data = '/reality-management/reality-data';
    const body = { twinId: twin.id, displayName: 'Scan', type: 'Unstructured' };
    const { realityData } = requireSuccess(await platform.call(ada, `POST ${data}/`, { body }));
    const links: string[] = [];
    const renewed = async () => {
      const { _links } = requireSuccess(await platform.call(ada, `GET ${data}/${realityData.id}/writeaccess`));
      const link = _links.containerUrl.href.replace('?', '/scans/north%20a.laz?');
      links.push(link);
      return link;
    };
    const work = { ...given({ uploadUrl: { href: 'http://localhost/gone' }, completeUrl: { href: '' } }), renewed };
    await transfer({ put: sending(), gate: gateOf(2) }, work);
    assert.equal(links.length, 5, 'four blocks and their list');
    assert.equal(sha256(new Uint8Array(await (await fetch(links[0] ?? '')).arrayBuffer())), sha256(bytes));
  });

  it('sends blocks, tells truly how far it is, and leaves the same bytes', async () => {
    const links = await begin(platform, ada, 'large.ifc');
    const progress: number[] = [];
    const sent: string[] = [];
    const lines = { put: sending(sent), gate: gateOf(3) };
    await transfer(lines, given(links, { onProgress: (count) => progress.push(count) }));
    assert.deepEqual(sent, ['block', 'block', 'block', 'block', 'blocklist']);
    assert.equal(progress.at(-1), bytes.length);
    assert.ok(progress.every((count) => count <= bytes.length));
    assert.equal(await contentAfter(links), sha256(bytes));
  });

  it('sends a small file whole, and an empty one', async () => {
    for (const content of [randomBytes(1000), new Uint8Array()]) {
      const links = await begin(platform, ada, `small-${content.length}.txt`);
      const sent: string[] = [];
      await transfer({ put: sending(sent), gate: gateOf(1) }, given(links, { file: new Blob([content]) }));
      assert.deepEqual(sent, ['whole']);
      assert.equal(await contentAfter(links), sha256(content));
    }
  });

  it('goes on after a break, without sending again what is there', async () => {
    const links = await begin(platform, ada, 'broken-off.ifc');
    const stop = new AbortController();
    const put = sending();
    const breaking: Put = async (url, body, options) => {
      await put(url, body, options);
      if (url.includes(encodeURIComponent(btoa('000001.').slice(0, 8)))) stop.abort();
    };
    const first = transfer({ put: breaking, gate: gateOf(1) }, given(links, { signal: stop.signal }));
    await assert.rejects(first, { name: 'AbortError' });

    const sent: string[] = [];
    await transfer({ put: sending(sent), gate: gateOf(4) }, given(links, { resumed: true }));
    assert.deepEqual(sent, ['block', 'block', 'blocklist']);
    assert.equal(await contentAfter(links), sha256(bytes));
  });

  it('sends what has changed meanwhile anew, so that two versions are never mixed', async () => {
    const links = await begin(platform, ada, 'changed.ifc');
    const stop = new AbortController();
    const put = sending();
    let blocks = 0;
    const breaking: Put = async (url, body, options) => {
      await put(url, body, options);
      if (++blocks === 3) stop.abort();
    };
    const first = transfer({ put: breaking, gate: gateOf(1) }, given(links, { signal: stop.signal }));
    await assert.rejects(first, { name: 'AbortError' });

    const changed = Buffer.from(bytes);
    changed[100] = (changed[100] ?? 0) ^ 255;
    const sent: string[] = [];
    const file = new Blob([changed]);
    await transfer({ put: sending(sent), gate: gateOf(4) }, given(links, { resumed: true, file }));
    assert.deepEqual(sent, ['block', 'block', 'blocklist']); // the changed one and the one that was missing
    assert.equal(await contentAfter(links), sha256(changed));
  });

  it('says that an address does not work any more', async () => {
    const links = await begin(platform, ada, 'twice.ifc');
    await transfer({ put: sending(), gate: gateOf(4) }, given(links));
    await contentAfter(links);
    const again = transfer({ put: sending(), gate: gateOf(4) }, given(links, { resumed: true }));
    await assert.rejects(again, UploadGone);
  });

  it('ends at the first block that is refused', async () => {
    const links = await begin(platform, ada, 'refused.ifc');
    let asked = 0;
    const refusing: Put = async () => {
      asked++;
      throw new Error('refused');
    };
    await assert.rejects(transfer({ put: refusing, gate: gateOf(1) }, given(links)), /refused/);
    await new Promise(setImmediate);
    assert.equal(asked, 1);
  });
});
