import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { startProgram } from './program.ts';

const secret = 'log-secret-0123456789';
const setup = {
  organizations: [{ id: '2f1a3b7c-0000-4000-8000-000000000002', name: 'Bridges Ltd' }],
  applications: [
    {
      clientId: 'service-log',
      clientSecret: secret,
      type: 'Service',
      displayName: 'Log',
      organization: '2f1a3b7c-0000-4000-8000-000000000002',
      roles: ['account_administrator'],
    },
  ],
};
/** What is written at once, and what may be under way besides. */
const oneBatch = 200;
const underWay = 16;

describe('the log of requests of a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-log-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`${signal === 'SIGKILL' ? 'loses a batch at most, the newest, when it is killed' : 'is whole when it is stopped'}`, async () => {
      const data = join(folder, signal);
      const [file, port] = [join(folder, 'setup.json'), await freePort()];
      writeFileSync(file, JSON.stringify(setup));
      const env = { PORT: String(port), DATA_DIR: data, SETUP_FILE: file, RATE_LIMITS: 'off' };
      const base = `http://localhost:${port}`;
      const program = startProgram(env);
      await program.ready();
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'service-log',
        client_secret: secret,
      });
      const token = await (await fetch(`${base}/auth/connect/token`, { method: 'POST', body })).json();
      const headers = { Authorization: `Bearer ${(token as { access_token: string }).access_token}` };
      const answered: string[] = [];
      let ending = false;
      const ask = async () => {
        while (!ending) {
          const answer = await fetch(`${base}/twins/none`, { headers }).catch(() => undefined);
          if (answer?.status === 404) answered.push(answer.headers.get('x-request-id') ?? '');
          await answer?.text().catch(() => {});
          if (answered.length > 1200) ending = true;
        }
      };
      await Promise.all(Array.from({ length: 8 }, ask));
      await program.end(signal);
      const again = startProgram(env);
      await again.ready();
      const kept = new Set<string>();
      let next = `${base}/observability/requests?operationId=twins.getTwin&$top=1000`;
      while (next) {
        const page = (await (await fetch(next, { headers })).json()) as {
          requests: { id: string }[];
          _links: { next?: { href: string } };
        };
        for (const { id } of page.requests) kept.add(id);
        next = page._links.next?.href ?? '';
      }
      await again.end('SIGTERM');
      const lost = answered.flatMap((id, at) => (kept.has(id) ? [] : [at]));
      assert.ok(
        lost.length <= (signal === 'SIGKILL' ? oneBatch + underWay : 0),
        `${lost.length} of ${answered.length} lost`,
      );
      const oldestLost = lost[0] ?? answered.length;
      assert.ok(
        oldestLost >= answered.length - oneBatch - 2 * underWay,
        `number ${oldestLost} of ${answered.length} is lost`,
      );
    });
  }
});
