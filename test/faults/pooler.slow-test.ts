import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { openInstallation } from '../support/installation.ts';
import { bootPostgres, createDatabase, type OwnPostgres } from '../support/postgres.ts';

const program = 'pgbouncer';
const ourDeadlines = 'ignore_startup_parameters=statement_timeout,idle_in_transaction_session_timeout';

/** A real pooler; `.ci/run` installs it. */
async function startPooler(server: OwnPostgres, settings: readonly string[]) {
  assert.equal(spawnSync(program, ['--version']).status, 0, `${program} is not installed.`);
  const folder = mkdtempSync(join(tmpdir(), 'twin-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, '"postgres" "postgres"\n');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr=127.0.0.1',
    `listen_port=${port}`,
    'auth_type=plain',
    `auth_file=${users}`,
    'unix_socket_dir=',
    ...settings,
  ];
  writeFileSync(join(folder, 'pooler.ini'), `${lines.join('\n')}\n`);
  const root = process.getuid?.() === 0; // it refuses to run as root
  const command = root ? ['setpriv', '--reuid=65534', '--clear-groups', program] : [program];
  const child: ChildProcess = spawn(command[0] ?? program, [...command.slice(1), join(folder, 'pooler.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  await eventually(async () => assert.match(said, /process up/));
  return {
    addressOf: (url: string) => url.replace(`:${server.port}/`, `:${port}/`),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('a start behind a connection pooler', () => {
  let postgres: OwnPostgres;
  before(async () => {
    postgres = await bootPostgres();
  });
  after(() => postgres.stop());

  const started = async (settings: readonly string[]) => {
    const pooler = await startPooler(postgres, settings);
    const DATABASE_URL = pooler.addressOf(await createDatabase(postgres.url));
    const installation = await openInstallation({ DATABASE_URL });
    return {
      program: installation.start(),
      async end() {
        await installation.remove();
        await pooler.stop();
      },
    };
  };

  const refusals: [string, readonly string[], RegExp][] = [
    ['in transaction mode', ['pool_mode=transaction', ourDeadlines], /a connection pooler in transaction mode/],
    ['that takes no deadlines', ['pool_mode=session'], /a connection pooler that takes no deadlines/],
  ];
  for (const [what, settings, sentence] of refusals) {
    it(`${what} ends with a sentence about it`, async () => {
      const { program, end } = await started(settings);
      assert.equal((await program.ended()).code, 2, program.output());
      assert.match(program.output(), sentence);
      assert.doesNotMatch(program.output(), / {4}at /, 'no stack');
      await end();
    });
  }

  it('in session mode works', async () => {
    const { program, end } = await started(['pool_mode=session', ourDeadlines]);
    await program.ready();
    assert.equal((await program.end('SIGTERM')).code, 0);
    await end();
  });
});
