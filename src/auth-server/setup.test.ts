import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { auditMigrations, testAudit } from '../../test/support/audit.ts';
import { eachDatabase } from '../../test/support/databases.ts';
import { ConfigError } from '../config/config.ts';
import { silentLog } from '../std/log.ts';
import { secretBox } from '../std/secret-box.ts';
import { openAuthServer } from './auth-server.ts';
import { passwordMatches } from './identity/passwords.ts';
import { authMigrations } from './migrations.ts';
import { type IdentitySetup, type SetupApplication, type SetupUser, setupFaults } from './setup.ts';
import { applicationById, insertApplication } from './store/applications.ts';
import { people } from './store/people.ts';
import { insertUser, userByEmail } from './store/users.ts';
import { q } from './tables.ts';

const organization = '11111111-1111-4111-8111-111111111111';
const userId = '22222222-2222-4222-8222-222222222222';
const boss: SetupUser = {
  id: userId,
  email: 'Boss@example.com',
  password: 'a password of the file',
  givenName: 'Ada',
  surname: 'Larsen',
  organization,
  roles: ['account_administrator'],
  groups: ['Engineers', 'Divers'],
};
const viewer: SetupApplication = {
  clientId: 'viewer',
  type: 'SPA',
  displayName: 'Viewer',
  redirectUris: ['http://localhost:3001/cb'],
  trusted: true,
  organization,
};
const importer: SetupApplication = {
  clientId: 'importer',
  clientSecret: 'a secret of the set-up file',
  type: 'Service',
  displayName: 'Importer',
  organization,
  tier: 'Premium',
  roles: ['account_administrator'],
};
const setup: IdentitySetup = {
  organizations: [{ id: organization, name: 'Bridges Ltd' }],
  users: [boss],
  applications: [viewer, importer],
};

eachDatabase('the set-up file', (open) => {
  const start = async () => {
    const db = await open();
    await db.migrate([...authMigrations, ...auditMigrations]);
    const created: string[] = [];
    const server = await openAuthServer({
      config: {
        authUrl: 'http://localhost:1/auth',
        baseUrl: 'http://localhost:1',
        scopeAliases: [],
        registration: 'closed',
        upstream: undefined,
        trustedProxies: [],
        testMode: { on: true, sandboxes: 200 },
      },
      db,
      secrets: secretBox(randomBytes(32)),
      log: silentLog,
      sendMail: async () => '',
      audit: testAudit,
      onOrganizationCreated: async (_tx, { id }) => void created.push(id),
      onApplicationEnded: async () => {},
      invitations: { isInvited: async () => false, look: async () => undefined, accept: async () => 'unknown' },
      ownClients: [],
      lastCheck: async () => undefined,
    });
    return { db, server, created };
  };

  it('makes organizations, users and applications with the ids and secrets it says', async () => {
    const { db, server, created } = await start();
    await server.applySetup(setup);
    assert.deepEqual(created, [organization]);
    const user = await userByEmail(db, 'boss@EXAMPLE.com');
    assert.deepEqual([user?.id, user?.organization_id, user?.display_name], [userId, organization, 'Ada Larsen']);
    assert.ok(await passwordMatches('a password of the file', user?.password_hash));
    assert.equal(await people.groupExists(db, 'Divers'), true);
    assert.equal(await people.groupExists(db, 'Diver'), false);
    const importer = await people.byEmail(db, 'importer@apps.localhost');
    assert.deepEqual([importer?.kind, importer?.organizationName], ['service', 'Bridges Ltd']);
    const token = await server.issueAccessToken({ clientId: 'importer' });
    const caller = await server.authenticate(`Bearer ${token}`);
    assert.ok(typeof caller === 'object' && caller.organizationAdministrator);
    assert.equal(caller.tier, 'Premium');
    assert.equal(await server.createFirstAdministratorLink(), undefined, 'there is an administrator');
  });

  it('may be applied again: nothing changes but what the file changes', async () => {
    const { db, server, created } = await start();
    await server.applySetup(setup);
    const all = async () => [
      await db.all(q.selectFrom('auth_users').selectAll().orderBy('id')),
      (await db.all(q.selectFrom('auth_applications').selectAll().orderBy('client_id'))).map(
        ({ modified: _, ...row }) => row,
      ),
    ];
    const before = await all();
    await server.applySetup(setup);
    assert.deepEqual(await all(), before);
    assert.equal(created.length, 1);
    await server.applySetup({
      organizations: [{ id: organization, name: 'Bridges and Tunnels Ltd' }],
      users: [{ ...boss, surname: 'Berg', roles: [], email: 'chief@example.com' }],
      applications: [{ ...viewer, displayName: 'Better viewer', redirectUris: [] }],
    });
    assert.equal(await people.organizationName(db, organization), 'Bridges and Tunnels Ltd');
    const user = await userByEmail(db, 'chief@example.com');
    assert.deepEqual([user?.id, user?.surname, user?.roles], [userId, 'Berg', '[]']);
    assert.equal((await applicationById(db, 'viewer'))?.display_name, 'Better viewer');
    assert.ok(await applicationById(db, 'importer'), 'what it no longer names stays');
  });

  it('leaves the passwords and secrets alone that people have changed since', async () => {
    const { db, server } = await start();
    await server.applySetup(setup);
    const changes = { password_hash: 'changed by the person' };
    await db.write((tx) => tx.run(q.updateTable('auth_users').set(changes).where('id', '=', userId)));
    const rotated = { secret_hash: 'rotated' };
    await db.write((tx) => tx.run(q.updateTable('auth_applications').set(rotated).where('client_id', '=', 'importer')));
    await server.applySetup(setup);
    assert.equal((await userByEmail(db, 'boss@example.com'))?.password_hash, 'changed by the person');
    assert.equal((await applicationById(db, 'importer'))?.secret_hash, 'rotated');
    await server.applySetup({
      users: [{ ...boss, password: 'another password of the file' }],
      applications: [{ ...importer, clientSecret: 'another secret of the file' }] as IdentitySetup['applications'] &
        object,
    });
    const hash = (await userByEmail(db, 'boss@example.com'))?.password_hash;
    assert.ok(await passwordMatches('another password of the file', hash));
    assert.notEqual((await applicationById(db, 'importer'))?.secret_hash, 'rotated');
  });

  it('never adopts an application that a person registered: it stops and says so', async () => {
    const { db, server } = await start();
    const mine = { type: 'Service', displayName: 'Mine', redirectUris: [], postLogoutRedirectUris: [] } as const;
    const owned = { scopes: ['twin-platform'], organizationId: null, createdBy: randomUUID(), secret: 'my own secret' };
    const box = { secrets: secretBox(randomBytes(32)), host: 'localhost', now: Date.now() };
    await db.write((tx) => insertApplication(tx, { ...mine, ...owned, clientId: 'importer' }, box));
    await assert.rejects(server.applySetup(setup), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /application importer was registered by a person/);
      return true;
    });
    assert.equal((await applicationById(db, 'importer'))?.organization_id, null);
    assert.equal(await people.organizationName(db, organization), undefined, 'nothing else was applied');
  });

  it('never adopts a user who has not proved the e-mail, nor the id of a deleted application', async () => {
    const { db, server } = await start();
    const stranger = { email: boss.email, givenName: 'X', surname: 'Y', organizationId: null, emailProved: null };
    const made = await db.write((tx) => insertUser(tx, stranger, Date.now()));
    const { id: _, ...byEmail } = boss;
    await assert.rejects(server.applySetup({ ...setup, users: [byEmail] }), /has not proved to hold that e-mail/);
    await db.write((tx) => tx.run(q.deleteFrom('auth_users').where('id', '=', made.id)));
    await server.applySetup(setup);
    await db.write((tx) => tx.run(q.deleteFrom('auth_applications').where('client_id', '=', 'viewer')));
    await assert.rejects(server.applySetup(setup), /application viewer was deleted, and no id is used again/);
  });

  it('takes openid and offline_access in scopes for what they are: nothing to register', async () => {
    const { db, server } = await start();
    const scopes = ['openid', 'profile', 'twin-platform', 'offline_access'];
    const native: SetupApplication = { clientId: 'desktop', type: 'Native', displayName: 'Desktop', scopes };
    const applications = [native, { ...viewer, scopes }];
    assert.deepEqual(setupFaults({ applications }, ['twin-platform']), []);
    for (const _ of [1, 2]) await server.applySetup({ ...setup, applications });
    for (const { clientId } of applications) {
      assert.equal((await applicationById(db, clientId))?.scopes, '["twin-platform"]');
    }
    const service = { ...importer, scopes: ['twin-platform', 'offline_access', 'bridges'] };
    assert.deepEqual(
      setupFaults({ applications: [service] }, ['twin-platform']).map((fault) => fault.path.at(-1)),
      ['scopes[1]', 'scopes[2]'],
    );
  });

  it('makes test applications, whose mode cannot change', async () => {
    const { db, server } = await start();
    await server.applySetup({ ...setup, applications: [{ ...viewer, mode: 'Test' }] });
    assert.equal((await applicationById(db, 'viewer'))?.mode, 'Test');
    await assert.rejects(server.applySetup(setup), /viewer is of mode Test, which cannot change/);
  });

  it('does all or nothing', async () => {
    const { db, server } = await start();
    await server.applySetup(setup);
    const turned = { ...viewer, type: 'Native' as const, redirectUris: [] };
    const organizations = [{ id: organization, name: 'Other' }];
    await assert.rejects(server.applySetup({ organizations, applications: [turned] }), /type SPA/);
    assert.equal(await people.organizationName(db, organization), 'Bridges Ltd');
  });
});

it('tells what is wrong with the set-up, and where', () => {
  const faults = setupFaults(
    {
      organizations: [{ id: 'x', name: 'X' }],
      users: [boss, { ...boss, id: 'y', email: 'no address', password: 'short', roles: ['king'], organization: null }],
      applications: [
        {
          ...viewer,
          clientSecret: 'must not be here',
          redirectUris: ['http://localhost:1/', 'ftp://x'],
          scopes: ['models:read'],
        },
        { ...importer, clientSecret: 'short', clientId: 'with space', roles: ['king'] },
      ],
    },
    ['twin-platform'],
  );
  assert.deepEqual(
    faults.map((fault) => fault.path.join('.')),
    [
      'organizations.0.id',
      'users.1.id',
      'users.1.email',
      'users.1.password',
      'users.1.roles',
      'users.1.organization',
      'applications.0.clientSecret',
      'applications.0.redirectUris[1]',
      'applications.0.scopes[0]',
      'applications.1.clientId',
      'applications.1.clientSecret',
      'applications.1.roles[0]',
    ],
  );
  assert.deepEqual(setupFaults(setup, ['twin-platform']), []);
});
