import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { lives, parent, runner, watchedJob } from './testing/engine-jobs.ts';
import { until } from './testing/support.ts';

/** The pids of an engine and of the process that has started it. */
const pids = () => runner()(watchedJob().job, 'tellPid', {});
const word = 'LANGUAGE';

describe('the process that starts engines', () => {
  const before = process.env[word];
  afterEach(() => {
    if (before === undefined) delete process.env[word];
    else process.env[word] = before;
  });

  it('is one for all of them, and not the server', async () => {
    const [one, another] = await Promise.all([pids(), pids()]);
    assert.notEqual(one.pid, another.pid);
    assert.equal(one.parent, another.parent);
    assert.notEqual(one.parent, process.pid);
  });

  it('gives an engine the named variables that the server has at its start', async () => {
    for (const value of ['first', 'second']) {
      process.env[word] = value;
      assert.deepEqual(await runner()(watchedJob().job, 'tellWord', { name: word }), { word: value });
    }
  });

  it('gives engines, their programs and their threads no other variables: no secret of the server', async (t) => {
    const secrets = ['SECRETS_KEY', 'DATABASE_URL', 'BLOB_URL', 'SMTP_URL', 'OIDC_UPSTREAM', 'ANY_OTHER_NAME'];
    const before = Object.fromEntries(secrets.map((name) => [name, process.env[name]]));
    t.after(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    for (const name of secrets) process.env[name] = 'a secret';
    process.env[word] = 'de';
    const { engine, program, thread } = await runner()(watchedJob().job, 'environments', {});
    for (const environment of [engine, program, thread]) {
      assert.equal(environment[word], 'de');
      assert.ok(environment.PATH);
      assert.deepEqual(
        Object.entries(environment).filter(([name, value]) => secrets.includes(name) || value === 'a secret'),
        [],
      );
    }
  });

  it('passes on what an engine says when it ends unexpectedly', async () => {
    const run = runner({}, '/nowhere/engines.ts')(watchedJob().job, 'wait', {});
    await assert.rejects(run, /^Error: The engine 'wait' ended with code 1\. .*Cannot find module '\/nowhere/s);
  });

  it('tells of an engine that cannot be started, and goes on', async () => {
    const before = await pids();
    process.env[word] = 'x'.repeat(2 ** 21); // more than a system takes
    await assert.rejects(pids(), /^Error: The engine 'tellPid' could not be started or reached: spawn E2BIG/);
    process.env[word] = 'de';
    assert.equal((await pids()).parent, before.parent);
  });

  it('does not end when all processes of a service are asked to: the server ends its jobs first', async () => {
    const before = await pids();
    process.kill(before.parent, 'SIGTERM');
    assert.equal((await pids()).parent, before.parent);
  });

  it('takes its engines with it when it is killed, and the next one has another', async () => {
    const { parent } = await pids();
    const lost =
      /^Error: The engine '\w+' was lost with the process that starts engines, which was ended by SIGKILL\.$/;
    const engines = (['wait', 'hang'] as const).map((engine) => {
      const watched = watchedJob();
      return { watched, ended: assert.rejects(runner()(watched.job, engine, {}), lost) };
    });
    const under = await Promise.all(engines.map(({ watched }) => watched.pid()));
    assert.deepEqual(under.map(lives), [true, true]);
    process.kill(parent, 'SIGKILL');
    await Promise.all(engines.map(({ ended }) => ended));
    for (const pid of under) await until('the engine has ended', () => !lives(pid));
    assert.notEqual((await pids()).parent, parent);
  });

  it('ends with the server', async () => {
    const server = spawn(process.execPath, [parent, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [first] = (await server.stdout.setEncoding('utf8').take(1).toArray()) as string[];
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', `${first?.split(' ')[1]}`.trim()]);
    const starter = Number(stdout);
    assert.notEqual(starter, server.pid);
    assert.equal(lives(starter), true);
    server.kill('SIGKILL');
    await until('the starter has ended', () => !lives(starter));
  });

  it('lets a program end that has nothing for its engines to do, and ends with it', async () => {
    const program = spawn(process.execPath, [parent, 'tellPid'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [told] = (await program.stdout.setEncoding('utf8').take(1).toArray()) as string[];
    const { pid, parent: starter } = JSON.parse(told ?? '{}') as { pid: number; parent: number };
    const code = program.exitCode ?? (await once(program, 'exit'))[0];
    assert.equal(code, 0, 'it waited until its idle engine was ended');
    for (const process of [pid, starter]) await until('it has ended', () => !lives(process));
  });
});
