import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../api/http/endpoint.ts';
import { type App, openApp } from '../app/app.ts';
import { readConfig } from '../config/config.ts';
import { silentLog } from '../std/log.ts';

/** The program as it is wired, on a folder that is gone: for what it says of itself. */
export async function wiredApp(): Promise<Pick<App, 'apis' | 'archives' | 'migrations' | 'compileNames'>> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-apis-'));
  const app = await openApp(readConfig({ DATA_DIR: folder }), { log: silentLog });
  await app.close();
  rmSync(folder, { recursive: true });
  return app;
}

/** The APIs that the program serves, as it wires them: for the tests, and for the client that is made from them. */
export const servedApis = async (): Promise<readonly Api[]> => (await wiredApp()).apis;
