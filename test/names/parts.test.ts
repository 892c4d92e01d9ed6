import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fixtureOf, inState, testKinds } from '../../src/areas/jobs/testing/fixture.ts';
import { type Person, type Platform, startPlatform } from '../support/platform.ts';

const table = `
paths: { /twins: /zwillinge }
members: { twin: zwilling, twinId: zwillingsId }
vendors: [ acme.zwilling-platform ]
scoped:
  - in: /savedviews
    members: { twinId: zwillingId }
opaque:
  - in: /savedviews
    member: savedViewData
    members: { twin3dView: zwillingsAnsicht }
hosts: [ https://api.zwilling.example ]
`;
const view = { origin: [0, 0, 0], extents: [1, 1, 1], angles: { yaw: 0, pitch: 0, roll: 0 } };
const accept = { Accept: 'application/vnd.acme.zwilling-platform.v1+json' };

describe('parts of a table of names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  writeFileSync(join(folder, 'names.yaml'), table);
  let started: ReturnType<typeof startPlatform> | undefined;
  const platform = (): Promise<Platform> => {
    started ??= startPlatform({ environment: { NAMES_FILE: join(folder, 'names.yaml') }, jobKinds: testKinds });
    return started;
  };
  after(async () => {
    await (await started)?.stop();
    rmSync(folder, { recursive: true });
  });
  const cast = async () => {
    const p = await platform();
    const ada = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    return { p, ada, twinId: (await p.twin(ada)).id };
  };

  it('exceptions of a path win over the general names, in bodies and in what is wrong with them', async () => {
    const { p, ada, twinId } = await cast();
    const wrong = await p.call(ada, 'POST /savedviews', { body: {}, headers: accept });
    const targets = wrong.body.error.details.map(({ target }: { readonly target: string }) => target);
    assert.ok(targets.includes('zwillingId') && !targets.includes('zwillingsId'), targets.join(' '));
    const body = { zwillingId: twinId, displayName: 'View', savedViewData: { zwillingsAnsicht: view } };
    const made = await p.call(ada, 'POST /savedviews', { body, headers: accept });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const storage = await p.call(ada, `GET /storage?zwillingsId=${twinId}`);
    assert.match(storage.body._links.self.href, /\?zwillingsId=/);
  });

  it('names of an open member are changed on its first level only, and everything else in it stays', async () => {
    const { p, ada, twinId } = await cast();
    // names of the table deeper in it are somebody's own
    const inner = { ...view, zwillingsAnsicht: 1, twin3dView: 2, twinId: 3, zwillingsId: 4 };
    const savedViewData = { zwillingsAnsicht: inner };
    const body = { zwillingId: twinId, displayName: 'View', savedViewData };
    const made = await p.call(ada, 'POST /savedviews', { body, headers: accept });
    const { id } = made.body.savedView;
    const read = async (headers?: Readonly<Record<string, string>>) =>
      (await p.call(ada, `GET /savedviews/${id}`, headers ? { headers } : {})).body.savedView.savedViewData;
    assert.deepEqual(await read(), { twin3dView: inner });
    assert.deepEqual(await read({ ...accept, Prefer: 'return=representation' }), savedViewData);
  });

  it('links are made with the address that was asked, where it is one of the table, and with ours for others', async () => {
    const { p, ada, twinId } = await cast();
    const linkFor = (host: string, path: string) => hrefOf(p, ada, host, path);
    assert.match(
      await linkFor('api.zwilling.example', '/zwillinge'),
      /^https:\/\/api\.zwilling\.example\/zwillinge\/\?/,
    );
    assert.ok((await linkFor('elsewhere.example', '/zwillinge')).startsWith(`${p.baseUrl}/zwillinge/?`));
    assert.ok((await linkFor('api.zwilling.example', '/twins')).startsWith(`${p.baseUrl}/twins/?`));
    assert.ok(
      (await linkFor('api.zwilling.example', `/storage?zwillingsId=${twinId}`)).startsWith('https://api.zwilling'),
    );
  });

  it('events of a job are in the words of the request, while they come', async () => {
    const fixture = await fixtureOf(await platform());
    const { p, creator } = fixture;
    const id = await inState(fixture, await fixture.add('test.fail', creator), 'Failed');
    for (const [type, name] of [
      [`text/event-stream, ${accept.Accept}`, 'zwillingsId'],
      ['text/event-stream', 'twinId'],
    ] as const) {
      const { body } = await p.call(creator, `GET /jobs/${id}/events`, { headers: { Accept: type } });
      const job = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '');
      assert.deepEqual([job.id, name in job], [id, true]);
    }
  });
});

/** The link to itself of what is answered to a request that names this host. */
async function hrefOf({ address }: Platform, { token }: Person, host: string, path: string): Promise<string> {
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { Host: host, Authorization: `Bearer ${token}` };
    get(address + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    }).on('error', reject);
  });
  return JSON.parse(text)._links.self.href;
}
