import { createHash, randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { pipelineOf } from '../../src/api/http/pipeline.ts';
import { httpServer } from '../../src/api/http/server.ts';
import type { Ports } from '../../src/api/ports/ports.ts';
import { type AuthServer, openAuthServer } from '../../src/auth-server/auth-server.ts';
import type { AuthServerOptions } from '../../src/auth-server/core.ts';
import { hashPassword } from '../../src/auth-server/identity/passwords.ts';
import { authMigrations } from '../../src/auth-server/migrations.ts';
import { insertApplication, type NewApplication } from '../../src/auth-server/store/applications.ts';
import { insertOrganization } from '../../src/auth-server/store/organizations.ts';
import { insertUser } from '../../src/auth-server/store/users.ts';
import type { UserRow } from '../../src/auth-server/tables.ts';
import type { ContentCheck } from '../../src/kernel/blobs/check/run.ts';
import type { Database } from '../../src/kernel/db/database.ts';
import { openRateLimiter } from '../../src/kernel/limits/rate-limits.ts';
import type { Mail } from '../../src/kernel/mail/port.ts';
import { silentLog } from '../../src/std/log.ts';
import { secretBox } from '../../src/std/secret-box.ts';
import { auditMigrations, testAudit } from './audit.ts';
import { type Browser, openBrowser, type Page } from './browser.ts';
import { answerNotes } from './coverage.ts';
import { eachDatabase } from './databases.ts';
import { freePort } from './free-port.ts';

export const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** A page of the server itself, once an application has this id. */
export const ownClient = 'own-page';
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
  /** A check of the stored content has ended. */
  checked(check: ContentCheck): void;
  /** At an address and in a network of its own, unless one is given. */
  browser(address?: string): Browser;
  stop(): Promise<void>;
  addOrganization(name: string): Promise<string>;
  addUser(email: string, change?: Partial<Parameters<typeof insertUser>[1]>): Promise<UserRow>;
  addApplication(application: Partial<NewApplication> & Pick<NewApplication, 'type'>): Promise<string>;
}

export async function startAuthServer(
  db: Database,
  change: Partial<AuthServerOptions['config']> | ((base: string) => Partial<AuthServerOptions['config']>) = {},
  options: Partial<AuthServerOptions> = {},
): Promise<TestAuthServer> {
  await db.migrate([...authMigrations, ...auditMigrations]);
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const secrets = options.secrets ?? secretBox(randomBytes(32));
  const mails: Mail[] = [];
  const ended: string[] = [];
  let check: ContentCheck | undefined;
  const config = {
    authUrl: `${base}/auth`,
    baseUrl: base,
    scopeAliases: ['old-platform'],
    registration: 'open' as const,
    upstream: undefined,
    trustedProxies: ['127.0.0.1'], // browsers of tests say where they are
    testMode: { on: true, sandboxes: 200 },
    ...(typeof change === 'function' ? change(base) : change),
  };
  const server = await openAuthServer({
    config,
    db,
    secrets,
    log: silentLog,
    async sendMail(tx, mail) {
      tx.afterCommit(() => mails.push(mail));
      return '';
    },
    audit: testAudit,
    onOrganizationCreated: async () => {},
    onApplicationEnded: async (_tx, clientId, how) => void ended.push(`${clientId} ${how}`),
    invitations: { isInvited: async () => false, look: async () => undefined, accept: async () => 'unknown' },
    ownClients: [ownClient],
    lastCheck: async () => check,
    ...options,
  });
  const notes = answerNotes();
  const pipeline = pipelineOf({
    db,
    ports: {} as Ports,
    authenticate: server.authenticate,
    authenticateApplication: server.authenticateApplication,
    limiter: openRateLimiter(db, 'off'),
    baseUrl: base,
    vendorAliases: [],
  });
  const http = httpServer({
    apis: server.apis,
    mounts: server.mounts,
    pipeline,
    baseUrl: base,
    authUrl: config.authUrl,
    trustedProxies: [],
    log: silentLog,
    checkAnswers: true,
    onAnswer: notes.note,
  });
  await http.listen(port, '127.0.0.1');
  passwordHash ??= hashPassword(password, { memory: 8, passes: 1 });
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
    url: base + new URL(config.authUrl).pathname.replace(/\/$/, ''),
    server,
    user,
    organizationId: organization.id,
    mails,
    secrets,
    ended,
    checked(found) {
      check = found;
    },
    browser: (address) => openBrowser(address),
    async stop() {
      notes.save();
      await http.close();
    },
    addOrganization: async (name) => (await db.write((tx) => insertOrganization(tx, { name }, Date.now()))).id,
    addUser,
    addApplication,
  };
}

/** Declares the same tests on both databases; the server starts at its first use. */
export function eachAuthServer(name: string, tests: (server: () => Promise<TestAuthServer>) => void): void {
  eachDatabase(name, (open) => {
    let started: Promise<TestAuthServer> | undefined;
    after(async () => (await started)?.stop());
    tests(() => {
      started ??= open().then((db) => startAuthServer(db));
      return started;
    });
  });
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

type Fields = Readonly<Record<string, string>>;

/** The address of an authorization request of the native application; `change` adds, replaces or (empty) removes. */
export function authorizeUrl(as: TestAuthServer, challenge: string, change: Fields = {}): string {
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: 'native-app',
    redirect_uri: 'http://localhost:5555/callback',
    scope: 'openid twin-platform offline_access',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'the state',
    ...change,
  };
  const kept = Object.entries(parameters).filter(([, value]) => value !== '');
  return `${as.url}/connect/authorize?${new URLSearchParams(kept)}`;
}

/** Enters e-mail and password where they are asked for, and answers the page that comes then. */
export async function enterPassword(browser: Browser, page: Page, email: string, secret = password): Promise<Page> {
  const second = await browser.follow(await browser.submit(page, { email }, 'identifierInput'));
  return browser.follow(await browser.submit(second, { password: secret }, 'Sign In'));
}

/** Goes from an authorization request through sign-in and consent, whatever of it is asked, to the redirect. */
export async function authorize(browser: Browser, url: string, email = 'ada@example.com'): Promise<URL> {
  let page = await browser.follow(await browser.get(url));
  if (page.text.includes('identifierInput')) page = await enterPassword(browser, page, email);
  if (page.title === 'Permissions') page = await browser.follow(await browser.submit(page, {}, 'Accept'));
  if (page.location === undefined) throw new Error(`No redirect, but ${page.status}: ${page.text}`);
  return new URL(page.location);
}

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** POST to a protocol endpoint; values that are lists are sent several times. */
export async function post(
  url: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  headers: Fields = {},
): Promise<TokenAnswer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  const response = await fetch(url, { method: 'POST', body: form, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export const basic = (clientId: string, secret: string): Fields => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

/** Tokens of the native application by the whole way. */
export async function tokensOf(as: TestAuthServer, browser = as.browser(), change: Fields = {}): Promise<TokenAnswer> {
  const { verifier, challenge } = newPkce();
  const url = authorizeUrl(as, challenge, change);
  const redirect = await authorize(browser, url);
  const answer = await post(`${as.url}/connect/token`, {
    grant_type: 'authorization_code',
    code: redirect.searchParams.get('code') ?? '',
    client_id: 'native-app',
    redirect_uri: 'http://localhost:5555/callback',
    code_verifier: verifier,
    ...Object.fromEntries(Object.entries(change).filter(([name]) => name === 'client_id' || name === 'redirect_uri')),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into claims of every shape
export const claimsOf = (jwt: string): any => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

/** The link that a mail holds. */
export const linkIn = (text: string | undefined): string => /http:\S+/.exec(text ?? '')?.[0] ?? '';
