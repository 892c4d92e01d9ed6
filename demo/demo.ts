import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../src/config/command-line.ts';
import { houseVersions } from './house.ts';
import { mainJob } from './main-job.ts';
import { takeScreenshots } from './screenshots.ts';
import { startDemoServer } from './server.ts';
import { openSession } from './session.ts';
import type { SignIn } from './sign-in.ts';
import { openSteps } from './steps.ts';

const usage = `npm run demo [-- file.ifc [later-version.ifc]] [--url http://localhost:3000 --client-id ID --email E-MAIL [--redirect-uri URI]] [--screenshot]

Signs in, creates a twin and a folder, uploads the file in blocks, downloads it again and compares the bytes. Then it
waits until the model is imported and ready for viewers; with a later version, it tells what has changed.
Without files it makes a small house in two versions. Without --url it starts a server in a temporary folder, which
runs on until Ctrl-C when you are at a terminal, so that you can look at the model in the console.
With --screenshot it leaves pictures of the console in the present folder; Chromium must be installed.
With --url the password is read from DEMO_PASSWORD, and the application must be of type Native.`;

const { values, words: positionals } = commandLine({
  usage,
  words: { most: 2 },
  options: {
    url: { type: 'string' },
    'client-id': { type: 'string' },
    email: { type: 'string' },
    'redirect-uri': { type: 'string' },
    screenshot: { type: 'boolean' },
  },
});

const steps = openSteps();
await run().catch(fail);

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-demo-file-'));
  const server = values.url ? undefined : await startDemoServer();
  const target = server ?? given(values.url ?? '');
  try {
    const session = await openSession(steps, target.baseUrl, target);
    const made = await mainJob(session, positionals.length > 0 ? positionals : makeHouse(folder));
    if (values.screenshot) await takeScreenshots(steps, target.baseUrl, target, made);
    if (server && process.stdout.isTTY) await untilStopped(target);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Leaves a person at a terminal time to look at what was made. */
async function untilStopped({ email, password }: SignIn): Promise<void> {
  console.log(`\nSign in as ${email} with the password ${password}. The server runs until Ctrl-C.`);
  await new Promise((resolve) => process.once('SIGINT', resolve));
}

/** A small house in two versions. */
function makeHouse(folder: string): string[] {
  return houseVersions().map((text, at) => {
    const version = join(folder, `${at + 1}`);
    mkdirSync(version);
    const file = join(version, 'house.ifc');
    writeFileSync(file, text);
    return file;
  });
}

function given(url: string): SignIn & { readonly baseUrl: string } {
  const baseUrl = new URL(url).origin;
  const password = process.env.DEMO_PASSWORD ?? '';
  if (!values['client-id'] || !values.email || !password) throw new Error(usage);
  const redirectUri = values['redirect-uri'] ?? 'http://localhost/signin-callback';
  return {
    baseUrl,
    authUrl: `${baseUrl}/auth`,
    clientId: values['client-id'],
    email: values.email,
    password,
    redirectUri,
  };
}

function fail(error: unknown): void {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
