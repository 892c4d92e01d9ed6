import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { parseNetworks } from '../../../std/network.ts';
import { sendTakeoff } from './send.ts';

it('what an external tool answers is heard, however soon it closes the connection', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-takeoff-'));
  const file = join(folder, 'takeoff.json');
  writeFileSync(file, JSON.stringify({ quantities: 'x'.repeat(3000) }));
  const tool = createServer(async (request, response) => {
    await text(request);
    response.end('{"url":"https://tool.example.com/p"}');
  }).listen(0, '127.0.0.1');
  await once(tool, 'listening');
  t.after(() => {
    tool.close();
    rmSync(folder, { recursive: true });
  });
  const sending = {
    url: `http://127.0.0.1:${(tool.address() as AddressInfo).port}/`,
    allowed: parseNetworks(['127.0.0.0/8']),
    token: 't',
    key: 'k',
    file,
    signal: new AbortController().signal,
  };
  // one of a hundred was taken for cut off
  for (let round = 0; round < 150; round++) {
    const projects = await Promise.all([1, 2, 3, 4].map(() => sendTakeoff(sending)));
    assert.deepEqual(new Set(projects), new Set(['https://tool.example.com/p']));
  }
});
