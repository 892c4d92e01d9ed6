import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { consoleClientId } from '../../src/app/setup/own-applications.ts';
import { userByEmail } from '../../src/auth-server/store/users.ts';
import { openBrowser } from './chromium.ts';
import { type Person, type Platform, type PlatformOptions, startPlatform } from './platform.ts';
import { signInAt } from './sign-in-page.ts';

export interface ConsolePerson {
  readonly email: string;
  readonly password: string;
  readonly givenName: string;
  readonly surname: string;
}

const password = 'correct horse battery';
/** Administrator of an organization, and somebody of another one. */
export const ada: ConsolePerson = { email: 'ada@example.com', password, givenName: 'Ada', surname: 'Larsen' };
export const ben: ConsolePerson = { email: 'ben@example.org', password, givenName: 'Ben', surname: 'Okafor' };
/** Of Ada's organization, with no rights but those that a test gives. */
export const cleo: ConsolePerson = { email: 'cleo@example.com', password, givenName: 'Cleo', surname: 'Ortiz' };

const organizations = [
  { id: '0f8fad5b-d9cb-469f-a165-70867728950e', name: 'North Engineering' },
  { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Harbour Works' },
];

export interface ConsolePlatform extends Platform {
  /** Ada, for requests beside the browser. */
  readonly ada: Person;
  stop(): Promise<void>;
}

/** The program with its console, and two people who can sign in. */
export async function startConsole(options: PlatformOptions = {}): Promise<ConsolePlatform> {
  const setupFile = join(mkdtempSync(join(tmpdir(), 'twin-console-')), 'setup.json');
  const [north, harbour] = organizations;
  const users = [
    { ...ada, organization: north?.id, roles: ['account_administrator'] },
    { ...ben, organization: harbour?.id },
    { ...cleo, organization: north?.id },
  ];
  writeFileSync(setupFile, JSON.stringify({ organizations, users }));
  const environment = { SETUP_FILE: setupFile, ...options.environment };
  const platform = await startPlatform({ ...options, environment });
  await platform.app.prepare();
  const user = await userByEmail(platform.app.db, ada.email);
  const userId = user?.id ?? '';
  const organizationId = user?.organization_id ?? null;
  const token = await platform.tokenOf(userId, consoleClientId);
  return { ...platform, ada: { userId, email: ada.email, clientId: consoleClientId, organizationId, token } };
}

/** A browser of its own, signed in by the forms; `strange` collects what must not happen. */
export interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests to other hosts, errors of scripts, and what the content policy refused. */
  readonly strange: string[];
}

export async function takeSeat(
  browser: Browser,
  { baseUrl }: Platform,
  person: ConsolePerson,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Seat> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  const strange: string[] = [];
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseUrl)) strange.push(request.url());
  });
  context.on('weberror', (error) => strange.push(String(error.error())));
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) strange.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console`);
  await signInAt(page, person);
  return { context, page, strange };
}

type SeatOptions = Parameters<typeof takeSeat>[3];

/** The console in a browser, with Ada in front of it; `close` ends all of it. */
export async function openConsole({ seat, ...options }: PlatformOptions & { readonly seat?: SeatOptions } = {}) {
  const platform = await startConsole(options);
  const browser = await openBrowser();
  const ofAda = await takeSeat(browser, platform, ada, seat);
  return {
    ...ofAda,
    platform,
    browser,
    /** The button with exactly this name. */
    button: (name: string | RegExp, on: Page | Locator = ofAda.page) => on.getByRole('button', { name, exact: true }),
    /** Until a text is to be seen. */
    shown: (text: string | RegExp, on: Page = ofAda.page) => on.getByText(text).first().waitFor(),
    async close(): Promise<void> {
      await browser.close();
      await platform.stop();
    },
  };
}
