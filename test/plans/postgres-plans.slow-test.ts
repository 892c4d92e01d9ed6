import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openMatrix } from '../security/matrix.ts';
import { type Person, type Platform, requireSuccess, startPlatform } from '../support/platform.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { pathWith, type World } from '../support/world.ts';
import { operationsOf, queryOf } from '../support/world-requests.ts';
import { type Asked, explain, type Recorder, recordReads } from './explained.ts';
import { multiplierOf } from './multiply.ts';

/** A part of it, for who works on the test itself. */
const scale = Number(process.env.PLANS_SCALE ?? 1);
const twins = 100_000 * scale;
const folders = 1_000_000 * scale;
const members = 10_000 * scale;
/** Of everything else; a list that reads all of it is seen by this. */
const others = 3000;

/** A statement may look at so many rows, and so many more for each that it answers. */
const allowance = 500;
const perShown = 20;

/** Ends when it is left. */
const stream = 'observability.tailRequests';
/** A partition an hour, by its ids; the bench asks it for many rows. */
const ofRequestLog = /^request(?:s|_bodies)(?:_\d+)?$/;

/** The queue looks for work by itself, whatever is asked meanwhile: it reads the jobs that wait for others of their lane. */
const isLookForWork = (statement: string): boolean =>
  statement.startsWith('select') && statement.includes('from "jobs" where "due" <=');

describe('PostgreSQL with 100,000 twins, a million folders and 10,000 members', () => {
  let server: TestPostgres;
  let p: Platform & { stop(): Promise<void> };
  let world: World;
  let administrator: Person;
  let member: Person;
  let other: Person;
  let client: pg.Client;
  let recorder: Recorder;
  before(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    p = await startPlatform({ databaseUrl });
    const matrix = await openMatrix(p);
    world = matrix.world;
    administrator = matrix.society.administrator;
    await world.complete();
    member = await p.person({ organizationId: matrix.society.organizationId });
    await world.admit(member, matrix.allPermissions);
    other = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    requireSuccess(await p.call(other, 'GET /twins/myprimaryaccount'));
    client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await fill(client, await world.idOf('twin'), matrix.society.accountId);
    recorder = recordReads();
  });
  after(async () => {
    recorder?.stop();
    await client?.end();
    await p?.stop();
    await server?.stop();
  });

  /** What was remembered counts no more, so that it is asked anew. */
  const forget = () => client.query('SELECT pg_current_xact_id()');

  it('answers every operation that reads, for an administrator and for a member', async () => {
    const failed: string[] = [];
    for (const { endpoint, prefix } of operationsOf(p)) {
      if (endpoint.method !== 'GET' || endpoint.id === stream) continue;
      const path = prefix + pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
      for (const who of [administrator, member]) {
        await forget();
        recorder.by(endpoint.id);
        const { status } = await p.call(who, `GET ${path}`);
        if (status >= 500 || status === 401) failed.push(`${endpoint.id}: ${status}`);
      }
    }
    assert.deepEqual(failed, []);
  });

  it('answers pages in the middle, and looks for rights and names before it writes', async () => {
    const twin = await world.idOf('twin');
    const root = requireSuccess(await p.call(member, `GET /storage/?twinId=${twin}`))._links.folder.href;
    const pages = [`/twins/?$top=50&$skip=500`, `/accesscontrol/twins/${twin}/members/users?$top=50&$skip=500`];
    for (const scope of ['OrganizationAdmin', 'all']) {
      await forget();
      recorder.by(`twins.getMyTwins of ${scope}`);
      const headers = { 'X-Twin-Query-Scope': scope };
      requireSuccess(await p.call(other, 'GET /twins/?$top=50', { headers }));
    }
    for (const path of [...pages, `${root}/folders`, `${root}/list`]) {
      await forget();
      recorder.by(
        `a page of ${path
          .replace(p.baseUrl, '')
          .split('?')[0]
          ?.replace(/[A-Za-z0-9_-]{20,}/g, '…')}`,
      );
      const first = await p.call(administrator, `GET ${path}`);
      const next = first.body._links?.next?.href;
      if (next) requireSuccess(await p.call(administrator, `GET ${next}`));
    }
    for (const who of [administrator, member]) {
      recorder.by('storage.createFolder');
      requireSuccess(await p.call(who, `POST ${root}/folders`, { body: { displayName: `New of ${who.userId}` } }));
    }
    recorder.by('twins.createTwin');
    const body = { class: 'Endeavor', subClass: 'Project', displayName: 'One more', number: 'one-more' };
    requireSuccess(await p.call(administrator, 'POST /twins/', { body }));
    recorder.by('');
  });

  it('reads no more for it than it shows', async (t) => {
    const asked = recorder.asked().filter(({ text }) => !isLookForWork(text));
    assert.ok(asked.length > 300, `${asked.length} statements`);
    const faults = await faultsOf(client, asked);
    t.diagnostic(`${asked.length} statements explained`);
    assert.deepEqual(faults, []);
  });

  it('would be found out if it did: a list without its index', async () => {
    const twin = await world.idOf('twin');
    const by = 'a test';
    const text = `select * from members where twin_id = $1 and member_type = 'User' order by position limit 100`;
    const good: Asked = { text, values: [twin], by, named: true };
    const sorted: Asked = { ...good, text: text.replace('position', 'version * 2') };
    const counted: Asked = { ...good, text: 'select count(*) from twins where deleted is null' };
    assert.equal((await faultsOf(client, [good])).length, 0);
    assert.equal((await faultsOf(client, [sorted])).length, 1);
    assert.equal((await faultsOf(client, [counted])).length, 1);
  });
});

/** Statements that look at many more rows than they answer, by either kind of plan. */
async function faultsOf(client: pg.Client, asked: readonly Asked[]): Promise<string[]> {
  const faults: string[] = [];
  for (const one of asked) {
    for (const generic of one.named ? [false, true] : [false]) {
      const { shown, read, worst } = await explain(client, one, generic);
      if (read <= allowance + perShown * shown) continue;
      faults.push(`${one.by}: ${read} rows for ${shown}, ${worst}${generic ? ', generic' : ''}: ${one.text}`);
      break;
    }
  }
  return faults;
}

/** Much of everything around one world, in its twin, and in its account. */
async function fill(client: pg.Client, twin: string, account: string): Promise<void> {
  await client.query('SET session_replication_role = replica'); // copies point to copies that may come later
  const { tables, copies } = await multiplierOf(client);
  const apart = ['twins', 'storage_items', 'members', 'role_assignments', 'auth_users'];
  const few = ['auth_signing_keys', 'job_workers', 'maintenance', 'federation_packages']; // however large the installation
  for (const table of tables) {
    if (apart.includes(table) || few.includes(table) || ofRequestLog.test(table)) continue;
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM "${table}"`);
    const count = rows[0].count;
    if (count > 0) await copies(table, Math.ceil(others / count));
  }
  const ofTwin = `t.twin_id = '${twin}'`;
  const one = `SELECT member_id FROM members WHERE twin_id = '${twin}' AND member_type = 'User' LIMIT 1`;
  const theirs = `${ofTwin} AND t.member_id = (${one})`;
  await copies('members', members, { where: theirs, keep: ['twin_id', 'member_type'] });
  await copies('role_assignments', members, { where: theirs, keep: ['twin_id', 'member_type', 'role_id'] });
  await copies('auth_users', members, { where: `t.id = (${one})`, keep: ['organization_id'] });
  const inAccount = ['account_id', 'parent_id', 'owner_organization_id'];
  await copies('twins', twins, { where: `t.id = '${twin}'`, keep: inAccount });
  const folder = `SELECT min(id) FROM storage_items WHERE twin_id = '${twin}' AND parent_id IS NOT NULL AND kind = 0 AND state = 'live'`;
  await client.query('ALTER TABLE storage_items SET UNLOGGED');
  const inFolder = folders / 4;
  await copies('storage_items', inFolder, { where: `t.id = (${folder})`, keep: ['twin_id', 'parent_id'] });
  await copies('storage_items', folders - inFolder, { where: `t.id = (${folder})`, from: inFolder + 1 }); // elsewhere
  await client.query('SET session_replication_role = origin; ANALYZE');
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM twins WHERE account_id = '${account}')::int AS twins,
       (SELECT count(*) FROM storage_items)::int AS folders, (SELECT count(*) FROM members WHERE twin_id = '${twin}')::int AS members`,
  );
  const [made] = rows;
  assert.ok(made.twins >= twins && made.folders >= folders && made.members >= members, JSON.stringify(made));
}
