import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

/** Runs statements on a log in a process of its own and answers what came out. */
function linesOf(level: string, terminal: boolean, statements: string): string[] {
  const script = `import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const { log, flush } = openLog(${JSON.stringify(level)}, ${terminal}); ${statements}; flush();`;
  const out = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' });
  return out.split('\n').filter(Boolean);
}

it('writes one JSON object a line, from its level on', () => {
  const lines = linesOf(
    'info',
    false,
    `log.debug({ a: 1 }); log.info({ path: '/x"y', user: undefined }, 'said'); log.error({}, 'bad')`,
  );
  const [info, error] = lines.map((line) => JSON.parse(line));
  assert.equal(lines.length, 2);
  assert.deepEqual({ ...info, time: '' }, { level: 30, time: '', msg: 'said', path: '/x"y' });
  assert.match(info.time, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual({ ...error, time: '' }, { level: 50, time: '', msg: 'bad' });
  assert.deepEqual(linesOf('silent', false, `log.error({}, 'bad')`), []);
});

it('writes short lines for a person in a terminal', () => {
  const [request, wrong] = linesOf(
    'info',
    true,
    `log.info({ method: 'GET', path: '/twins/', status: 200, ms: 1.5, correlationId: 'c' }); log.warn({ worker: 7 }, 'gone')`,
  );
  assert.match(request ?? '', /^\d\d:\d\d:\d\d GET \/twins\/ 200 1.5 ms$/);
  assert.match(wrong ?? '', /^\d\d:\d\d:\d\d WARN gone \{"worker":7\}$/);
});
