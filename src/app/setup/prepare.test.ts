import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readConfig } from '../../config/config.ts';
import { silentLog } from '../../std/log.ts';
import { openApp } from '../app.ts';

it('the start warns when a proxy is in front that TRUSTED_PROXIES does not name', async () => {
  const warned = async (environment: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-prepare-'));
    const lines: string[] = [];
    const log = { ...silentLog, warn: (_facts: object, message = '') => void lines.push(message) };
    const app = await openApp(readConfig({ DATA_DIR: folder, ...environment }), { log });
    await app.prepare();
    await app.close();
    rmSync(folder, { recursive: true });
    return lines.filter((line) => line.includes('TRUSTED_PROXIES')).length;
  };
  assert.equal(await warned({}), 0);
  assert.equal(await warned({ BASE_URL: 'https://twins.example.com' }), 1);
  assert.equal(await warned({ BASE_URL: 'https://twins.example.com', TRUSTED_PROXIES: '127.0.0.1' }), 0);
});
