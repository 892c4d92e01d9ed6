import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startPlatform } from '../../../test/support/platform.ts';

describe('without a log of requests', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'twin-no-log-'));
  after(() => rmSync(DATA_DIR, { recursive: true, force: true }));

  it('there is no operation, no definition and no file, and answers still have their id', async () => {
    const p = await startPlatform({ environment: { REQUEST_LOG_HOURS: '0', DATA_DIR } });
    const person = await p.person();
    const answer = await p.call(person, 'GET /observability/requests');
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'ResourceNotFound']);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const { definitions } = (await p.call(undefined, 'GET /definitions')).body;
    assert.ok(definitions.every(({ name }: { name: string }) => name !== 'observability'));
    assert.equal(existsSync(join(DATA_DIR, 'requests.sqlite')), false);
    await p.stop();
  });

  it('with one, scripts of other origins may read the id', async () => {
    const p = await startPlatform();
    const answer = await p.call(await p.person(), 'GET /twins/', { headers: { Origin: 'https://app.example.com' } });
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/);
    await p.stop();
  });
});
