import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lookForTimers } from '../../src/areas/federation/testing/timers.ts';
import { idOf } from '../../src/areas/observability/testing/people.ts';
import { tailOf } from '../../src/areas/observability/testing/tails.ts';
import { beginFile, newFolder, rootOf, upload } from '../../src/areas/storage/testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { startPostgres } from '../support/postgres.ts';
import { startS3 } from '../support/s3.ts';

/** Two whole programs over one database and one store: what one writes, the next request on the other sees. */
function together(name: string, start: () => Promise<[Platform, Platform, () => Promise<void>]>): void {
  describe(`two servers on ${name}`, () => {
    let starting: ReturnType<typeof start> | undefined;
    const both = () => {
      starting ??= start();
      return starting;
    };
    after(async () => (await starting)?.[2]());

    it('write one log of requests: each tail and list has those of both', async () => {
      const [a, b] = await both();
      const person = await a.person();
      const tails = await Promise.all([tailOf(a, person), tailOf(b, person)]);
      await Promise.all(tails.map((one) => one.ready()));
      const ids = [idOf(await a.call(person, 'GET /twins/')), idOf(await b.call(person, 'GET /users/me'))].sort();
      for (const one of tails) await eventually(async () => assert.deepEqual(one.ids().toSorted(), ids));
      const { requests } = (await b.call(person, 'GET /observability/requests?api=twins,users')).body;
      assert.deepEqual(requests.map(({ id }: { id: string }) => id).toSorted(), ids);
      for (const one of tails) one.stop();
    });

    it('see each other’s writes, permissions and deletions at the next request', async () => {
      const [a, b] = await both();
      const owner = await a.person();
      const guest = await a.person();
      for (let round = 0; round < 10; round++) {
        const { id } = await a.twin(owner, { displayName: `T${round}` });
        assert.equal((await b.call(guest, `GET /twins/${id}`)).status, 404);
        const role = await b.call(owner, `POST /accesscontrol/twins/${id}/roles`, {
          body: { displayName: 'Reader', description: 'Reads', permissions: ['storage_read'] },
        });
        const roleIds = [role.body.role.id];
        const members = `/accesscontrol/twins/${id}/members/users`;
        const added = await a.call(owner, `POST ${members}`, { body: { members: [{ email: guest.email, roleIds }] } });
        assert.equal(added.status, 201, JSON.stringify(added.body));
        const invitation = added.body.invitations[0]?.id;
        if (invitation) {
          const accept = `/accesscontrol/twins/${id}/members/invitations/${invitation}/accept`;
          assert.equal((await b.call(guest, `POST ${accept}`)).status, 204);
        }
        assert.equal((await a.call(guest, `GET /twins/${id}`)).status, 200);
        assert.equal((await b.call(guest, `GET /twins/${id}`)).status, 200);
        assert.equal((await b.call(guest, `PATCH /twins/${id}`, { body: {} })).status, 403);
        assert.equal((await a.call(owner, `DELETE ${members}/${guest.userId}`)).status, 204);
        assert.equal((await b.call(guest, `GET /twins/${id}`)).status, 404);
        assert.equal((await b.call(owner, `DELETE /twins/${id}`)).status, 204);
        assert.equal((await a.call(owner, `GET /twins/${id}`)).status, 404);
      }
    });

    it('give a number once, however many ask at once', async () => {
      const [a, b] = await both();
      const owner = await a.person();
      const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Same', number: 'N-1' };
      await a.call(owner, 'GET /twins/myprimaryaccount');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => (i % 2 ? a : b).call(owner, 'POST /twins/', { body })),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [201, ...Array.from({ length: 11 }, () => 409)]);
    });

    it('take an upload in blocks sent to both', async () => {
      const [a, b] = await both();
      const owner = await a.person();
      const { id } = await a.twin(owner);
      const top = await a.call(owner, `GET /storage/?twinId=${id}`);
      const folder = top.body._links.folder.href.split('/').at(-1);
      const links = (await b.call(owner, `POST /storage/folders/${folder}/files`, { body: { displayName: 'f.bin' } }))
        .body;
      const at = (p: Platform) => links._links.uploadUrl.href.replace(p.baseUrl, p.address);
      const ids = ['AAAA', 'AAAB', 'AAAC'];
      await Promise.all(
        ids.map((block, i) =>
          fetch(`${at(i % 2 ? a : b)}&comp=block&blockid=${block}`, { method: 'PUT', body: `${block} ` }),
        ),
      );
      const list = `<BlockList>${ids.map((block) => `<Latest>${block}</Latest>`).join('')}</BlockList>`;
      assert.equal((await fetch(`${at(a)}&comp=blocklist`, { method: 'PUT', body: list })).status, 201);
      const complete = new URL(links._links.completeUrl.href).pathname;
      const completed = await a.call(owner, `POST ${complete}`);
      assert.equal(completed.body.file.size, 15);
      const download = await b.call(owner, `GET /storage/files/${completed.body.file.id}/download`);
      assert.equal(
        await (await fetch((download.headers.get('Location') ?? '').replace(b.baseUrl, b.address))).text(),
        'AAAA AAAB AAAC ',
      );
    });

    it('learn from each other which token was revoked', async () => {
      const [a, b] = await both();
      const person = await a.person();
      assert.equal((await b.call(person, 'GET /users/me')).status, 200);
      const form = new URLSearchParams({ token: person.token, client_id: person.clientId });
      const revoked = await fetch(`${a.address}/auth/connect/revocation`, { method: 'POST', body: form });
      assert.equal(revoked.status, 200);
      assert.equal((await a.call(person, 'GET /users/me')).status, 401);
      await eventually(async () => assert.equal((await b.call(person, 'GET /users/me')).status, 401));
    });

    it('read one feed, a page from each, and fire a timer once', async () => {
      const [a, b] = await both();
      const owner = await a.person();
      const { id } = await a.twin(owner);
      const tables = await newFolder(a, owner, await rootOf(a, owner, id), 'Tables');
      const file = await beginFile(a, owner, tables, 'pumps.csv');
      const content = `N\n${Array.from({ length: 2500 }, (_, at) => at).join('\n')}\n`;
      await upload(file.url.replace('http://balancer.example', a.address), content);
      assert.equal((await b.call(owner, `POST /storage/files/${file.id}/complete`)).status, 200);
      const rows: { N: number }[] = [];
      let next = `/federation/twins/${id}/packages/TWIN_TABLES/odata/pumps`;
      for (let page = 0; next; page++) {
        const { body } = await (page % 2 ? a : b).call(owner, `GET ${next}`);
        rows.push(...body.value);
        next = String(body['@odata.nextLink'] ?? '').replace('http://balancer.example', '');
      }
      assert.deepEqual(
        rows.map((row) => row.N),
        rows.map((_, at) => at),
      );
      assert.equal(rows.length, 2500);
      const body = {
        packageUniqueName: 'TWIN_TABLES',
        cronStr: '0 0 1 * *',
        parameters: [{ name: 'entitySet', value: 'pumps' }],
      };
      const timer = (await a.call(owner, `POST /federation/twins/${id}/timers`, { body })).body.id;
      await Promise.all([a, b, a, b].map((one) => lookForTimers(one, nextFirst() - Date.now() + 1000)));
      await eventually(async () => {
        const { runs } = (await b.call(owner, `GET /federation/twins/${id}/timers/${timer}/runs`)).body;
        assert.deepEqual(
          runs.map((run: { state: string; rows: number }) => [run.state, run.rows]),
          [['Succeeded', 2500]],
        );
      });
    });

    it('run a job once, whichever of them has it', async () => {
      const [a, b] = await both();
      const owner = await a.person();
      const made = await a.call(owner, 'POST /twins/exports', { body: { outputFormat: 'Csv' } });
      await eventually(async () => {
        const answer = await b.call(owner, `GET /twins/exports/${made.body.export.id}`);
        assert.equal(answer.body.export.status, 'Completed');
      });
    });
  });
}

/** When a timer of the first of each month fires next. */
function nextFirst(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

/** The same addresses and keys for both, as a load balancer in front would have it. */
async function pair(environment: Record<string, string>): Promise<[Platform, Platform, () => Promise<void>]> {
  const shared = {
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BASE_URL: 'http://balancer.example',
    ...environment,
  };
  const a = await startPlatform({ environment: shared });
  const b = await startPlatform({ environment: shared });
  return [a, b, () => Promise.all([a.stop(), b.stop()]).then(() => {})];
}

together('one SQLite file', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'twin-many-'));
  const [a, b, stop] = await pair({ DATA_DIR });
  return [a, b, () => stop().then(() => rmSync(DATA_DIR, { recursive: true, force: true }))];
});

together('PostgreSQL and S3', async () => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const [a, b, stop] = await pair({ DATABASE_URL: await postgres.createDatabase(), BLOB_URL: await s3.createBucket() });
  return [
    a,
    b,
    () =>
      stop()
        .then(() => Promise.all([postgres.stop(), s3.stop()]))
        .then(() => {}),
  ];
});
