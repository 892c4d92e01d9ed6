import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, it } from 'node:test';
import { blockBlob, blockId, put, refused, useBlobEndpoint } from '../../../test/support/blob-endpoint.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('base64');
const list = (...ids: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;

describe('blob endpoint, uploads', () => {
  const at = useBlobEndpoint();

  describe('PUT', () => {
    it('answers 201 without a body, with a tag, a date and ids', async () => {
      const answer = await put(await at.uploadUrl(), 'x', { ...blockBlob, 'x-ms-client-request-id': 'mine' });
      assert.equal(answer.status, 201);
      assert.equal(await answer.text(), '');
      assert.equal(answer.headers.get('etag'), `"${createHash('sha256').update('x').digest('hex')}"`);
      assert.equal(answer.headers.get('x-ms-request-server-encrypted'), 'true');
      assert.equal(answer.headers.get('x-ms-client-request-id'), 'mine');
      for (const name of ['last-modified', 'date', 'x-ms-request-id', 'x-ms-version'])
        assert.ok(answer.headers.get(name));
    });

    it('replaces the content and drops uncommitted blocks', async () => {
      const url = await at.uploadUrl();
      await put(`${url}&comp=block&blockid=${blockId('1')}`, 'block');
      await put(url, 'one');
      await put(url, 'two');
      assert.equal(await (await fetch(url)).text(), 'two');
      assert.match(await (await fetch(`${url}&comp=blocklist&blocklisttype=all`)).text(), /<UncommittedBlocks><\/Un/);
    });

    it('accepts chunked transfer encoding', async () => {
      const url = await at.uploadUrl();
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('in '));
          controller.enqueue(Buffer.from('chunks'));
          controller.close();
        },
      });
      const init = { method: 'PUT', body, headers: blockBlob, duplex: 'half' } as RequestInit;
      assert.equal((await fetch(url, init)).status, 201);
      assert.equal(await (await fetch(url)).text(), 'in chunks');
    });

    it('checks Content-MD5 when sent', async () => {
      const url = await at.uploadUrl();
      const blockUrl = `${url}&comp=block&blockid=${blockId('1')}`;
      assert.equal((await put(url, 'x', { ...blockBlob, 'content-md5': md5('x') })).status, 201);
      assert.equal((await put(blockUrl, 'x', { 'content-md5': md5('x') })).status, 201);
      await refused(put(url, 'x', { ...blockBlob, 'content-md5': md5('y') }), 400, 'Md5Mismatch');
      await refused(put(blockUrl, 'x', { 'content-md5': md5('y') }), 400, 'Md5Mismatch');
      await refused(put(`${url}&comp=blocklist`, list(), { 'content-md5': md5('y') }), 400, 'Md5Mismatch');
      assert.equal(await (await fetch(url)).text(), 'x');
    });

    it('needs x-ms-blob-type', async () => {
      await refused(put(await at.uploadUrl(), 'x', {}), 400, 'MissingRequiredHeader');
      await refused(put(await at.uploadUrl(), 'x', { 'x-ms-blob-type': 'PageBlob' }), 400, 'MissingRequiredHeader');
    });

    it('refuses a body that says it is too long before it is sent, and the connection goes on', async () => {
      const url = await at.uploadUrl();
      for (const [target, length] of [
        [url, 256 * 2 ** 20 + 1],
        [`${url}&comp=block&blockid=${blockId('1')}`, 100 * 2 ** 20 + 1],
      ] as const) {
        const status = await new Promise((resolve, reject) => {
          const request = httpRequest(target, { method: 'PUT', headers: { ...blockBlob, 'content-length': length } });
          request.on('response', (response) => resolve(response.statusCode)).on('error', reject);
          request.write('x');
        });
        assert.equal(status, 413);
      }
    });

    it('refuses a chunked block as soon as it is too long', async () => {
      const chunk = randomBytes(2 ** 20);
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (++sent > 101) controller.close();
          else controller.enqueue(chunk);
        },
      });
      const url = `${await at.uploadUrl()}&comp=block&blockid=${blockId('1')}`;
      const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
      await refused(fetch(url, init), 413, 'RequestBodyTooLarge');
    });

    it('keeps nothing of a body that breaks off', async () => {
      const url = await at.uploadUrl();
      await put(url, 'before');
      await new Promise<void>((resolve) => {
        const request = httpRequest(url, { method: 'PUT', headers: { ...blockBlob, 'content-length': 1000 } });
        request.on('error', () => resolve());
        request.write('half', () => setTimeout(() => request.destroy(), 50));
        request.on('close', () => resolve());
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(await (await fetch(url)).text(), 'before');
    });
  });

  describe('blocks', () => {
    const faultyIds = ['', 'not base64!', 'YQ', Buffer.alloc(65).toString('base64')];
    for (const id of faultyIds) {
      it(`refuses the block id '${id.slice(0, 20)}'`, async () => {
        const url = `${await at.uploadUrl()}&comp=block&blockid=${encodeURIComponent(id)}`;
        await refused(put(url, 'x', {}), 400, 'InvalidBlockId');
      });
    }

    it('refuses a block id of another length than the rest', async () => {
      const url = await at.uploadUrl();
      assert.equal((await put(`${url}&comp=block&blockid=${blockId('abc')}`, 'x', {})).status, 201);
      await refused(put(`${url}&comp=block&blockid=${blockId('abcd')}`, 'x', {}), 400, 'InvalidBlockId');
    });

    const faultyLists: Record<string, string> = {
      'an unknown block': list('YQ=='),
      'no XML': 'hello',
      'another root': '<List><Latest>YQ==</Latest></List>',
      'another element': '<BlockList><Newest>YQ==</Newest></BlockList>',
      'an id that is none': '<BlockList><Latest>?</Latest></BlockList>',
      nothing: '',
      'more than 50,000 blocks': list(...Array.from({ length: 50_001 }, () => 'YQ==')),
      'an entity': '<!DOCTYPE x [<!ENTITY a "YQ==">]><BlockList><Latest>&a;</Latest></BlockList>',
      'an entity of its own element': '<BlockList><!ENTITY a "b"><Latest>YQ==</Latest></BlockList>',
      'an element __proto__': '<BlockList><__proto__>YQ==</__proto__></BlockList>',
      'a root __proto__': '<__proto__><Latest>YQ==</Latest></__proto__>',
      'a member constructor': '<BlockList><constructor><Latest>YQ==</Latest></constructor></BlockList>',
      '50,000 levels': `<BlockList>${'<Latest>'.repeat(50_000)}YQ==${'</Latest>'.repeat(50_000)}</BlockList>`,
      'an end of another element': '<BlockList><Latest>YQ==</Committed></BlockList>',
      'something after it': '<BlockList><Latest>YQ==</Latest></BlockList>x',
      'no end': '<BlockList><Latest>YQ==</Latest>',
    };
    for (const [words, body] of Object.entries(faultyLists)) {
      it(`refuses a block list with ${words}`, async () => {
        await refused(put(`${await at.uploadUrl()}&comp=blocklist`, body, {}), 400, 'InvalidBlockList');
      });
    }

    const block = (id: string) => `<Latest>${id}</Latest>`;
    const forms: Record<string, string> = {
      'a declaration': `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<BlockList>${block('YQ==')}</BlockList>\n`,
      'a byte order mark': `\uFEFF<BlockList>${block('YQ==')}</BlockList>`,
      'white space anywhere': '\n <BlockList >\r\n\t<Latest >\n YQ== </Latest\n>\n</BlockList >\n',
      'a name space': `<BlockList xmlns="urn:x">${block('YQ==')}</BlockList>`,
    };
    for (const [words, body] of Object.entries(forms)) {
      it(`takes a block list with ${words}`, async () => {
        const url = await at.uploadUrl();
        await put(`${url}&comp=block&blockid=${encodeURIComponent('YQ==')}`, 'one', {});
        assert.equal((await put(`${url}&comp=blocklist`, body, {})).status, 201);
        assert.equal(await (await fetch(url)).text(), 'one');
      });
    }

    for (const body of ['<BlockList></BlockList>', '<BlockList />', '<BlockList/>', '<BlockList xmlns="urn:x" />']) {
      it(`takes ${body} for no blocks: nothing is in the blob`, async () => {
        const url = await at.uploadUrl();
        assert.equal((await put(`${url}&comp=blocklist`, body, {})).status, 201);
        assert.equal(await (await fetch(url)).text(), '');
      });
    }

    it('looks for listed blocks where the list says', async () => {
      const url = await at.uploadUrl();
      const [a, b] = ['YQ==', 'Yg=='];
      const block = (id: string, body: string) => put(`${url}&comp=block&blockid=${encodeURIComponent(id)}`, body, {});
      const commit = (entries: string) => put(`${url}&comp=blocklist`, `<BlockList>${entries}</BlockList>`, {});
      await block(a, 'old ');
      await commit(`<Uncommitted>${a}</Uncommitted>`);
      await block(a, 'new ');
      await block(b, 'end');
      const answer = await commit(`<Committed>${a}</Committed><Latest>${a}</Latest><Uncommitted>${b}</Uncommitted>`);
      assert.equal(answer.status, 201);
      assert.equal(await (await fetch(url)).text(), 'old new end');
      await refused(commit(`<Uncommitted>${a}</Uncommitted>`), 400, 'InvalidBlockList');
    });

    it('is found by address only when it was begun', async () => {
      const url = await at.uploadUrl();
      await refused(fetch(url), 404, 'BlobNotFound');
      assert.equal((await fetch(`${url}&comp=blocklist`)).status, 200);
      await refused(fetch(`${url}&comp=blocklist&blocklisttype=some`), 400, 'InvalidQueryParameterValue');
    });

    it('sets the stored type', async () => {
      const url = await at.uploadUrl();
      await put(url, 'x', { ...blockBlob, 'x-ms-blob-content-type': 'model/ifc' });
      assert.equal((await fetch(url)).headers.get('content-type'), 'model/ifc');
      await put(url, 'x', { ...blockBlob, 'x-ms-blob-content-type': 'not a type' });
      assert.equal((await fetch(url)).headers.get('content-type'), 'model/ifc');
    });
  });
});
