import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { type AuthServer, openAuthServer } from '../../src/auth-server/auth-server.ts';
import type { AuthServerOptions } from '../../src/auth-server/core.ts';
import { hashPassword } from '../../src/auth-server/identity/passwords.ts';
import { authMigrations } from '../../src/auth-server/migrations.ts';
import { insertApplication, type NewApplication } from '../../src/auth-server/store/applications.ts';
import { insertOrganization } from '../../src/auth-server/store/organizations.ts';
import { insertUser } from '../../src/auth-server/store/users.ts';
import type { UserRow } from '../../src/auth-server/tables.ts';
import type { Database } from '../../src/kernel/db/database.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { Mail } from '../../src/kernel/ports.ts';
import { secretBox } from '../../src/kernel/std/secret-box.ts';
import { type Browser, openBrowser } from './browser.ts';

export const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

export const redirectUri = 'https://app.example.com/callback';
export const webSecret = 'web-secret-0123456789012345678901234567890';
export const serviceSecret = 'service-secret-01234567890123456789012345';

/** A bare HTTP server around the authorization server, with one person and one application of each type. */
export interface TestAuthServer {
  readonly db: Database;
  readonly url: string;
  readonly server: AuthServer;
  readonly user: UserRow;
  readonly organizationId: string;
  readonly mails: readonly Mail[];
  readonly secrets: ReturnType<typeof secretBox>;
  readonly ended: readonly string[];
  browser(): Browser;
  addUser(email: string, change?: Partial<Parameters<typeof insertUser>[1]>): Promise<UserRow>;
  addApplication(application: Partial<NewApplication> & Pick<NewApplication, 'type'>): Promise<string>;
}

export async function startAuthServer(
  db: Database,
  change: Partial<AuthServerOptions['config']> = {},
  options: Partial<AuthServerOptions> = {},
): Promise<TestAuthServer> {
  await db.migrate(authMigrations);
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const base = `http://localhost:${address.port}`;
  const secrets = options.secrets ?? secretBox(randomBytes(32));
  const mails: Mail[] = [];
  const ended: string[] = [];
  const server = await openAuthServer({
    config: {
      authUrl: `${base}/auth`,
      baseUrl: base,
      scopeAliases: ['old-platform'],
      registration: 'open',
      upstream: undefined,
      trustedProxies: [],
      ...change,
    },
    db,
    secrets,
    log: silentLog,
    sendMail: async (tx, mail) => tx.afterCommit(() => mails.push(mail)),
    onOrganizationCreated: async () => {},
    onApplicationEnded: async (_tx, clientId, how) => void ended.push(`${clientId} ${how}`),
    invitations: { isInvited: async () => false, accept: async () => 'unknown' },
    ...options,
  });
  http.on('request', (request, response) => {
    const mount = server.mounts.find(({ prefix }) => request.url?.startsWith(prefix));
    if (mount) void mount.handle(request, response);
    else response.writeHead(404).end();
  });
  after(() => {
    http.close();
    http.closeAllConnections();
  });
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  const now = Date.now();
  const organization = await db.write((tx) => insertOrganization(tx, { name: 'Bridges Ltd' }, now));
  const addUser: TestAuthServer['addUser'] = (email, more = {}) =>
    db.write((tx) =>
      insertUser(
        tx,
        {
          email,
          passwordHash: hash,
          givenName: 'Ada',
          surname: 'Lovelace',
          organizationId: organization.id,
          emailProved: now,
          country: 'GB',
          ...more,
        },
        now,
      ),
    );
  const user = await addUser('ada@example.com');
  const addApplication: TestAuthServer['addApplication'] = async (application) => {
    const row = await db.write((tx) =>
      insertApplication(
        tx,
        {
          displayName: `${application.type} App`,
          redirectUris: application.type === 'Service' ? [] : [redirectUri],
          postLogoutRedirectUris: [],
          scopes: ['twin-platform'],
          organizationId: organization.id,
          createdBy: user.id,
          ...application,
        },
        { secrets, host: 'localhost', now },
      ),
    );
    return row.client_id;
  };
  await addApplication({
    type: 'Native',
    clientId: 'native-app',
    redirectUris: ['http://localhost/callback', 'com.example.app:/callback'],
  });
  await addApplication({ type: 'SPA', clientId: 'spa-app', postLogoutRedirectUris: ['https://app.example.com/out'] });
  await addApplication({ type: 'Web', clientId: 'web-app', secret: webSecret });
  await addApplication({ type: 'Service', clientId: 'service-app', secret: serviceSecret });
  return {
    db,
    url: `${base}/auth`,
    server,
    user,
    organizationId: organization.id,
    mails,
    secrets,
    ended,
    browser: () => openBrowser(),
    addUser,
    addApplication,
  };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
