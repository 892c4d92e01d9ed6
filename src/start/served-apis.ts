import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../app.ts';
import type { Api } from '../kernel/http/endpoint.ts';
import { silentLog } from '../kernel/log.ts';
import { readConfig } from './config.ts';

/** The APIs that the program serves, as it wires them: for the tests, and for the client that is made from them. */
export async function servedApis(): Promise<readonly Api[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-apis-'));
  const app = await openApp(readConfig({ DATA_DIR: folder }), { log: silentLog });
  await app.close();
  rmSync(folder, { recursive: true });
  return app.apis;
}
