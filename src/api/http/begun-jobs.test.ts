import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachPlatform, type Person, type Platform } from '../../../test/support/platform.ts';
import { beginFile, rootOf, upload } from '../../areas/storage/testing/fixture.ts';

const fromPage = { origin: 'https://twins.example.com' };
const ids = (headers: Headers) => headers.get('TwinPlatform-Job')?.split(', ') ?? [];

/** A file with its content, and where its upload is told to be complete. */
async function uploaded(p: Platform, who: Person, twinId: string, name: string): Promise<string> {
  const { id, url } = await beginFile(p, who, await rootOf(p, who, twinId), name);
  await upload(url, 'ISO-10303-21;');
  return `/storage/files/${id}/complete`;
}

eachPlatform('answers', (platform) => {
  describe('of requests that begin jobs', () => {
    it('name the job, which the caller may follow, and let scripts read it', async () => {
      const p = await platform();
      const ada = await p.person();
      const body = { outputFormat: 'JsonGZip' };
      const { status, headers } = await p.call(ada, 'POST /twins/exports', { body, headers: fromPage });
      assert.equal(status, 201);
      const [id, ...more] = ids(headers);
      assert.deepEqual(more, []);
      assert.equal((await p.call(ada, `GET /jobs/${id}`)).status, 200);
      assert.ok(headers.get('Access-Control-Expose-Headers')?.split(', ').includes('TwinPlatform-Job'));
    });

    it('name jobs that a listener began, and the same ones again to the same key', async () => {
      const p = await platform();
      const ada = await p.person();
      const { id: twinId } = await p.twin(ada);
      const complete = await uploaded(p, ada, twinId, 'pier.ifc');
      const headers = { 'idempotency-key': twinId };
      const first = await p.call(ada, `POST ${complete}`, { headers });
      const [job = ''] = ids(first.headers);
      const { body } = await p.call(ada, `GET /jobs/${job}`);
      assert.match(body.job.title, /pier\.ifc/);
      const again = await p.call(ada, `POST ${complete}`, { headers });
      assert.deepEqual([again.status, ids(again.headers)], [first.status, [job]]);
    });

    it('name none where nothing was begun', async () => {
      const p = await platform();
      const ada = await p.person();
      const { id: twinId } = await p.twin(ada);
      const complete = await uploaded(p, ada, twinId, 'notes.txt');
      const plain = await p.call(ada, `POST ${complete}`);
      assert.deepEqual([plain.status, ids(plain.headers)], [200, []]);
      const refused = await p.call(ada, 'POST /twins/exports', { body: { outputFormat: 'Paper' } });
      assert.deepEqual([refused.status, ids(refused.headers)], [422, []]);
    });
  });
});
