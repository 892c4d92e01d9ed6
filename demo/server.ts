import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import type { SignIn } from './sign-in.ts';

/** A server in a temporary folder with one organization, its administrator and an application to sign in with. */
export interface DemoServer extends SignIn {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-demo-'));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const person = { email: 'ada@example.com', password: randomBytes(12).toString('base64url') };
  const application = { clientId: 'native-demo', redirectUri: 'http://localhost/signin-callback' };
  const organization = randomUUID();
  const setupFile = join(folder, 'setup.json');
  const setup = {
    organizations: [{ id: organization, name: 'Demo' }],
    users: [{ ...person, givenName: 'Ada', surname: 'Larsen', organization, roles: ['account_administrator'] }],
    applications: [
      { clientId: application.clientId, type: 'Native', displayName: 'Demo', redirectUris: [application.redirectUri] },
    ],
  };
  writeFileSync(setupFile, JSON.stringify(setup));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../start.js')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, SETUP_FILE: setupFile, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${baseUrl}/health/ready`).catch(() => undefined);
    if (ready?.status === 200) break;
    if (tries > 500 || child.exitCode !== null) throw new Error('The server did not start.');
    await sleep(20);
  }
  return { baseUrl, authUrl: `${baseUrl}/auth`, ...person, ...application, stop };
}
