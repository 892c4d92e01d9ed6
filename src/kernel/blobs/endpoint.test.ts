import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { blockBlob, put, refused, useBlobEndpoint } from '../../../test/support/blob-endpoint.ts';
import { startBlobServer } from '../../../test/support/blob-server.ts';
import { Unavailable } from '../../std/unavailable.ts';
import type { BlobStore } from './store.ts';
import { partsOf } from './tables.ts';

describe('blob endpoint', () => {
  const at = useBlobEndpoint();

  describe('signed address', () => {
    it('has three path segments and says what it allows', async () => {
      const url = new URL(await at.uploadUrl('pier-07.ifc'));
      assert.match(url.pathname, /^\/blobs\/storage\/uploads\/[0-9a-f-]{36}$/);
      assert.equal(url.searchParams.get('sp'), 'rw');
      assert.equal(url.searchParams.get('sr'), 'b');
      assert.equal(url.searchParams.get('rscd'), 'attachment; filename="pier-07.ifc"');
      const hours = (Date.parse(url.searchParams.get('se') ?? '') - Date.now()) / 3_600_000;
      assert.ok(hours > 11.9 && hours <= 12);
      assert.match(url.searchParams.get('se') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    const changes: Record<string, (url: URL) => void> = {
      path: (url) => {
        url.pathname = url.pathname.replace('uploads', 'downloads');
      },
      sp: (url) => url.searchParams.set('sp', 'r'),
      se: (url) => url.searchParams.set('se', '2099-01-01T00:00:00Z'),
      sv: (url) => url.searchParams.set('sv', '2020-01-01'),
      sr: (url) => url.searchParams.set('sr', 'c'),
      rscd: (url) => url.searchParams.set('rscd', 'inline'),
      'an added rsct': (url) => url.searchParams.set('rsct', 'text/html'),
      sig: (url) => url.searchParams.set('sig', `${url.searchParams.get('sig')}x`),
      'no sig': (url) => url.searchParams.delete('sig'),
    };
    for (const [name, change] of Object.entries(changes)) {
      it(`is refused with another ${name}`, async () => {
        const url = new URL(await at.uploadUrl());
        change(url);
        await refused(put(String(url), 'x'), 403, 'AuthenticationFailed');
      });
    }

    it('needs no Authorization header and ignores one, and any Accept', async () => {
      const headers = { ...blockBlob, authorization: 'Bearer nonsense', accept: 'application/xml' };
      assert.equal((await put(await at.uploadUrl(), 'x', headers)).status, 201);
    });

    it('expires', async () => {
      const url = await at.uploadUrl();
      const other = await startBlobServer(at.db, at.store);
      other.pass(12 * 3_600_000 + 1000);
      await refused(put(url.replace(at.server.baseUrl, other.baseUrl), 'x'), 403, 'AuthenticationFailed');
      await other.stop();
    });

    it('for reading only does not write', async () => {
      await refused(put(await at.kept('x'), 'y'), 403, 'AuthorizationPermissionMismatch');
    });
  });

  describe('other calls', () => {
    it('refuses other methods and other values of comp', async () => {
      const url = await at.uploadUrl();
      await refused(fetch(url, { method: 'DELETE' }), 405, 'UnsupportedHttpVerb');
      await refused(fetch(url, { method: 'POST', body: 'x' }), 405, 'UnsupportedHttpVerb');
      await refused(put(`${url}&comp=metadata`, 'x'), 400, 'InvalidQueryParameterValue');
      await refused(fetch(`${url}&comp=tags`), 400, 'InvalidQueryParameterValue');
      await refused(fetch(`${at.server.baseUrl}/blobs`), 403, 'AuthenticationFailed');
    });

    it('allows preflights with any header, and lets scripts read the answers', async () => {
      const headers = {
        origin: 'https://console.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-ms-blob-type,x-ms-version,content-type',
      };
      const answer = await fetch(await at.uploadUrl(), { method: 'OPTIONS', headers });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PUT, GET, HEAD/);
      assert.equal(answer.headers.get('access-control-allow-headers'), headers['access-control-request-headers']);
      const error = await put(await at.uploadUrl(), 'x', {});
      assert.equal(error.headers.get('access-control-allow-origin'), '*');
      assert.match(error.headers.get('access-control-expose-headers') ?? '', /ETag.*x-ms-request-id/);
    });

    it('is busy when the store is full or away', async () => {
      const full: BlobStore = {
        ...at.store,
        put: async () => {
          throw new Unavailable('file store', 'ENOSPC');
        },
      };
      const other = await startBlobServer(at.db, full);
      const url = (await at.uploadUrl()).replace(at.server.baseUrl, other.baseUrl);
      const answer = await put(url, 'x');
      assert.equal(answer.headers.get('retry-after'), '5');
      await refused(answer, 503, 'ServerBusy');
      await other.stop();
    });

    it('tells lost content, missing or shorter than it was, apart from a busy store', async () => {
      const [missing, shorter, whole] = [await at.kept('missing'), await at.kept('0123456789'), await at.kept('whole')];
      const keyOf = async (url: string) => {
        const id = new URL(url).pathname.split('/').at(-1) ?? '';
        return (await at.db.all(partsOf, { blob: id }))[0]?.key ?? '';
      };
      await at.store.remove([await keyOf(missing), await keyOf(shorter)]);
      await at.store.put(await keyOf(shorter), Readable.from([Buffer.from('01')]), { length: 2 });
      for (const url of [missing, shorter]) {
        const answer = await fetch(url);
        assert.equal(answer.headers.get('retry-after'), null);
        await refused(answer, 500, 'ContentLost');
      }
      assert.equal(await (await fetch(whole)).text(), 'whole');
    });
  });
});
