import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import type { PlatformEvent } from '../../src/api/ports/events.ts';
import { type App, type AppOptions, openApp } from '../../src/app/app.ts';
import { createAccount } from '../../src/areas/twins/account.ts';
import { insertApplication } from '../../src/auth-server/store/applications.ts';
import { insertOrganization } from '../../src/auth-server/store/organizations.ts';
import { openSigningKeys } from '../../src/auth-server/store/signing-keys.ts';
import { insertUser } from '../../src/auth-server/store/users.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Mode } from '../../src/kernel/callers/people.ts';
import { type Log, silentLog } from '../../src/std/log.ts';
import { answerNotes } from './coverage.ts';
import { type Copier, type DatabaseCopy, postgresCopier, sqliteCopier } from './database-copy.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { activeKinds } from './job-seats.ts';
import { takeWholeReads, watchReads } from './plans.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { startS3, type TestS3 } from './s3.ts';

/** Somebody who can make requests. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly clientId: string;
  readonly organizationId: string | null;
  readonly token: string;
  /** The same, asking through a test application. */
  readonly inTestMode?: (() => Promise<Person>) | undefined;
}

export interface NewPerson {
  readonly organizationId?: string | null;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly email?: string;
  /** A service application with its own user instead of a person. */
  readonly service?: boolean;
  /** Of the service application. */
  readonly mode?: Mode;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The whole program on a free port, with helpers for people and requests. */
export interface Platform {
  readonly app: App;
  readonly baseUrl: string;
  /** Where this very server listens; its base address may be that of a load balancer in front. */
  readonly address: string;
  /** Events of committed transactions, in order; `takeEvents` empties it. */
  takeEvents(): PlatformEvent[];
  organization(name?: string): Promise<string>;
  person(of?: NewPerson): Promise<Person>;
  tokenOf(userId: string, clientId: string, change?: Readonly<Record<string, unknown>>): Promise<string>;
  /** `call(person, 'POST /twins/', { body })`; undefined calls without a token. */
  call(who: Person | undefined, operation: string, options?: RequestOptions): Promise<Answer>;
  /** What the database holds once no job is at work or about to be: to be put back later, while the program runs. */
  copy(): Promise<DatabaseCopy>;
  /** A twin made by this person through the API. */
  twin(who: Person, body?: Readonly<Record<string, unknown>>): Promise<{ id: string; number: string }>;
}

export interface PlatformOptions {
  readonly databaseUrl?: string;
  readonly blobUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: errors only, and only with TEST_LOG. */
  readonly log?: Log;
  /** Default true: an undeclared answer is a 500. */
  readonly checkAnswers?: boolean;
  readonly webhooks?: AppOptions['webhooks'];
  readonly comparisonWaitMs?: number;
  readonly jobKinds?: AppOptions['jobKinds'];
  readonly engineProgram?: string;
}

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'twin-platform-'));
  const { TEST_MIGRATED_SQLITE: migrated } = process.env;
  if (migrated && !options.databaseUrl) copyFileSync(migrated, join(dataDir, 'platform.sqlite'));
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(options.blobUrl ? { BLOB_URL: options.blobUrl } : {}),
    WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    MESH_EXPORTS: 'none', // tests that are not about them need not wait for engines
    ...options.environment,
  });
  watchReads(config.dataDir);
  let events: PlatformEvent[] = [];
  const log =
    options.log ??
    (process.env.TEST_LOG ? { ...silentLog, error: (facts: object) => console.error(facts) } : silentLog);
  const address = `http://localhost:${port}`;
  const notes = answerNotes();
  const app = await openApp(config, {
    log,
    checkAnswers: options.checkAnswers ?? true,
    ...(options.webhooks ? { webhooks: options.webhooks } : {}),
    ...(options.comparisonWaitMs ? { comparisonWaitMs: options.comparisonWaitMs } : {}),
    ...(options.jobKinds ? { jobKinds: options.jobKinds } : {}),
    ...(options.engineProgram ? { engineProgram: options.engineProgram } : {}),
    graceMs: 0,
    onEvent: (event) => void events.push(event),
    onAnswer: notes.note,
  });
  await app.listen();
  const people = peopleOf(app, config.authUrl);
  let copier: Promise<Copier> | undefined;
  return {
    app,
    baseUrl: config.baseUrl,
    address,
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },
    ...people,
    async call(who, operation, request) {
      // what is for test applications only is asked through one
      const asking = /^\w+ \/testmode(\/|$)/.test(operation) ? ((await who?.inTestMode?.()) ?? who) : who;
      return call(address, asking, operation.replace(config.baseUrl, address), request);
    },
    async copy() {
      await eventually(async () => assert.deepEqual(await activeKinds(app), []));
      const { databaseUrl } = options;
      copier ??= databaseUrl ? postgresCopier(databaseUrl) : sqliteCopier(join(dataDir, 'platform.sqlite'));
      return (await copier).copy();
    },
    async twin(who, body) {
      const usual = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' };
      const answer = await call(address, who, 'POST /twins/', { body: { ...usual, ...body } });
      if (answer.status !== 201) throw new Error(`No twin: ${JSON.stringify(answer.body)}`);
      return answer.body.twin;
    },
    async stop() {
      notes.save();
      await (await copier)?.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
      assert.deepEqual(takeWholeReads(), [], 'These statements read a whole table.');
    },
  };
}

function peopleOf(app: App, authUrl: string): Pick<Platform, 'organization' | 'person' | 'tokenOf'> {
  const { db } = app;
  const { secrets } = app.ports;
  const host = new URL(authUrl).hostname;
  let browser: Promise<string> | undefined;
  let testBrowser: Promise<string> | undefined;
  const makeBrowser = async (mode: Mode = 'Production') => {
    const application = {
      type: 'SPA',
      displayName: 'Test browser',
      redirectUris: [],
      postLogoutRedirectUris: [],
    } as const;
    const row = await db.write((tx) =>
      insertApplication(
        tx,
        { ...application, mode, scopes: ['twin-platform'], organizationId: null, createdBy: randomUUID() },
        { secrets, host, now: Date.now() },
      ),
    );
    return row.client_id;
  };
  const tokenOf: Platform['tokenOf'] = async (userId, clientId, change) => {
    const token = await app.auth.issueAccessToken({ userId, clientId });
    if (change === undefined) return token;
    const key = (await openSigningKeys(db, secrets, Date.now())).current(Date.now()).keys[0];
    if (key === undefined) throw new Error('No signing key.');
    const changed = new SignJWT({ ...decodeJwt(token), ...change });
    return changed.setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' }).sign(key);
  };
  const throughTestApplication = async (person: Person): Promise<Person> => {
    testBrowser ??= makeBrowser('Test');
    const clientId = await testBrowser;
    return { ...person, clientId, token: await tokenOf(person.userId, clientId) };
  };
  const withTestMode = (person: Person, make: () => Promise<Person>): Person => {
    let made: Promise<Person> | undefined;
    const inTestMode = () => {
      made ??= make();
      return made;
    };
    return { ...person, inTestMode };
  };
  const newService = async ({ organizationId = null, roles = [], mode = 'Production' }: NewPerson): Promise<Person> => {
    const application = { type: 'Service', displayName: 'Test service', scopes: ['twin-platform'] } as const;
    const lists = { redirectUris: [], postLogoutRedirectUris: [], roles };
    const made = { organizationId, createdBy: randomUUID(), secret: 'secret', mode };
    const options = { secrets, host, now: Date.now() };
    const row = await db.write((tx) => insertApplication(tx, { ...application, ...lists, ...made }, options));
    const userId = row.user_id ?? '';
    const token = await tokenOf(userId, row.client_id);
    return { userId, email: `${row.client_id}@apps.${host}`, clientId: row.client_id, organizationId, token };
  };
  return {
    tokenOf,
    organization: (name = `Organization ${randomUUID().slice(0, 8)}`) =>
      db.write(async (tx) => {
        const organization = await insertOrganization(tx, { name }, Date.now());
        const owner = { name, organizationId: organization.id, userId: null };
        await createAccount(tx, owner, app.ports.access.admitCreator, Date.now());
        return organization.id;
      }),
    async person(of = {}) {
      const { organizationId = null, roles = [], groups = [], email, service } = of;
      if (service) return withTestMode(await newService(of), () => newService({ ...of, mode: 'Test' }));
      browser ??= makeBrowser();
      const clientId = await browser;
      const now = Date.now();
      const id = randomUUID();
      const address = email ?? `person-${id.slice(0, 8)}@example.com`;
      await db.write((tx) =>
        insertUser(
          tx,
          { id, email: address, givenName: 'Ada', surname: 'Larsen', organizationId, roles, groups, emailProved: now },
          now,
        ),
      );
      const person = { userId: id, email: address, clientId, organizationId, token: await tokenOf(id, clientId) };
      return withTestMode(person, () => throughTestApplication(person));
    },
  };
}

async function call(
  baseUrl: string,
  who: Person | undefined,
  operation: string,
  { body, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const at = operation.indexOf(' ');
  const path = operation.slice(at + 1);
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(/^https?:/.test(path) ? path : baseUrl + path, {
    method: operation.slice(0, at),
    redirect: 'manual',
    headers: {
      ...(who ? { Authorization: `Bearer ${who.token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as string | Uint8Array<ArrayBuffer> }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** The body of a successful answer; throws for any other. */
export function requireSuccess({ status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * What of a suite runs: all of it; what the quick run asks of the second back end, so without scenarios that reach no
 * statement or store of their own; or the rest, those scenarios alone.
 */
export type Part = 'all' | 'quick' | 'rest';

/** Starts the platform of a suite at its first use. */
export interface OpenPlatform {
  (): Promise<Platform>;
  readonly part: Part;
  /** Before its first use: it knows the table of names of the tests (foreign-names.ts), too. Absent: it cannot. */
  readonly withNames?: () => void;
}

export interface EachPlatformOptions extends PlatformOptions {
  /** All of it runs on PostgreSQL and S3 in the slow suite only: it is the same question on either. */
  readonly bothInSlowSuite?: boolean;
}

const backEnd = process.env.TEST_BACK_END;
/** Set by the slow suite. */
const secondPart: Part =
  process.env.TEST_PART === 'all' || process.env.TEST_PART === 'rest' ? process.env.TEST_PART : 'quick';

/** Declares the same tests on SQLite with files, and on PostgreSQL with S3. */
export function eachPlatform(
  name: string,
  tests: (platform: OpenPlatform) => void,
  { bothInSlowSuite = false, ...options }: EachPlatformOptions = {},
): void {
  if (backEnd !== 'postgres') {
    describe(`${name} on SQLite and files`, () => {
      let started: ReturnType<typeof startPlatform> | undefined;
      let named = {};
      after(async () => (await started)?.stop());
      const open = () => {
        started ??= startPlatform({ ...options, environment: { ...named, ...options.environment } });
        return started;
      };
      const { TEST_NAMES_FILE: file } = process.env;
      const withNames = () => {
        named = file === undefined ? {} : { NAMES_FILE: file };
      };
      tests(Object.assign(open, { part: 'all' as const, withNames }));
    });
  }
  if (backEnd === 'sqlite' || (bothInSlowSuite && secondPart === 'quick')) return;
  describe(`${name} on PostgreSQL and S3`, () => {
    let started: ReturnType<typeof startPlatform> | undefined;
    let servers: Promise<[TestPostgres, TestS3]> | undefined;
    after(async () => {
      await (await started)?.stop();
      for (const server of (await servers) ?? []) await server.stop();
    });
    const start = async () => {
      servers ??= Promise.all([startPostgres(), startS3()]);
      const [postgres, s3] = await servers;
      return startPlatform({
        ...options,
        databaseUrl: await postgres.createMigrated(),
        blobUrl: await s3.createBucket(),
      });
    };
    const open = () => {
      started ??= start();
      return started;
    };
    tests(Object.assign(open, { part: bothInSlowSuite ? 'all' : secondPart }));
  });
}
