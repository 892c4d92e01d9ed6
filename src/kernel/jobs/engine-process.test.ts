import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { JobAborted, JobFailure, ProcessKilled } from './job.ts';
import { entry, lives, parent, runner, watchedJob } from './testing/engine-jobs.ts';
import { until } from './testing/support.ts';

describe('an engine in a process of its own', () => {
  it('gives its result, and passes progress and log to the job', async () => {
    const { job, told, lines } = watchedJob();
    assert.deepEqual(await runner()(job, 'count', { to: 1000 }), { counted: 1000, stopped: false });
    const whole = Object.assign({}, ...told);
    const last = { step: 'Counted', done: 1000, total: 1000, unit: 'numbers', message: 'The end' };
    assert.deepEqual(whole, last, 'what comes just before the end arrives, too');
    assert.ok(told.length < 500, 'every single step was sent');
    assert.equal(lines[0], 'Counted all.');
    assert.match(lines[1] ?? '', /^\d+\.\d s, \d+ MB of memory at most\.$/);
  });

  it('leaves what it has compiled to the next process, though it is killed in the end', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'));
    const before = process.env.NODE_COMPILE_CACHE;
    process.env.NODE_COMPILE_CACHE = cache;
    try {
      await runner()(watchedJob().job, 'count', { to: 1 });
      assert.ok(readdirSync(cache, { recursive: true }).length > 2, 'nothing is kept');
    } finally {
      if (before === undefined) delete process.env.NODE_COMPILE_CACHE;
      else process.env.NODE_COMPILE_CACHE = before;
      rmSync(cache, { recursive: true });
    }
  });

  it('ends the job for good with the line and reason of a failure for people', async () => {
    const failed = (message: string) => (error: unknown) =>
      error instanceof JobFailure && error.code === 'NotANumber' && error.message === message;
    await assert.rejects(
      runner()(watchedJob().job, 'refuse', { line: 12 }),
      failed('Line 12: There is no number here.'),
    );
    await assert.rejects(runner()(watchedJob().job, 'refuse', {}), failed('There is no number here.'));
  });

  it('is a failed attempt when something unexpected is thrown or the process dies', async () => {
    const attempt = (wanted: RegExp) => (error: unknown) =>
      !(error instanceof JobFailure) && wanted.test(`${(error as Error).message} ${(error as Error).cause ?? ''}`);
    await assert.rejects(runner()(watchedJob().job, 'throwError', {}), attempt(/Nobody expected this/));
    await assert.rejects(runner()(watchedJob().job, 'crash', {}), attempt(/ended \(SIGABRT\), .+ "crash"/));
    await assert.rejects(runner()(watchedJob().job, 'leave', {}), attempt(/'leave' ended with code 7/));
  });

  it('that a signal ends is told with the signal and the input that it was at, unless the step of that is over', async () => {
    const killed = (engine: 'dieAt' | 'dieLater' | 'loseProgram', told: RegExp) =>
      assert.rejects(runner()(watchedJob().job, engine, {}), (error) => {
        assert.ok(error instanceof ProcessKilled, String(error));
        assert.match(error.told, told);
        return true;
      });
    await killed(
      'dieAt',
      /^The process was ended \(SIGABRT\), most often by a fault .+ It was the engine "dieAt", at "bad\.jpg"\.$/,
    );
    await killed('dieLater', / It was the engine "dieLater"\.$/);
    await killed('loseProgram', /^The process was ended \(SIGSEGV\), .+ It was the program "node"\.$/);
  });

  it('has a lower priority than who answers requests', async () => {
    const watched = watchedJob();
    const ended = assert.rejects(runner()(watched.job, 'wait', {}), JobAborted);
    assert.ok(getPriority(await watched.pid()) > getPriority());
    watched.abort();
    await ended;
  });

  it('is killed above its memory, and says so', async () => {
    const run = runner({ memory: 200 * 2 ** 20 })(watchedJob().job, 'eat', {});
    await assert.rejects(
      run,
      (error) => error instanceof JobFailure && error.code === 'EngineMemoryLimit' && /200 MB/.test(error.message),
    );
  });

  it('keeps to bounds of its own, and to those of the server where they are lower', async () => {
    const eats = (memory: number, bound: number) =>
      runner({ memory: memory * 2 ** 20 })(watchedJob().job, 'eat', {}, { memory: bound * 2 ** 20 });
    for (const [memory, bound] of [
      [4000, 200],
      [200, 4000],
    ] as const) {
      const told = (error: unknown) => error instanceof JobFailure && /more than 200 MB/.test(error.message);
      await assert.rejects(eats(memory, bound), told);
    }
  });

  it('is killed when its time is over, and says so', async (t) => {
    const watched = watchedJob();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const run = runner({ time: 5000 })(watched.job, 'hang', {});
    const ended = assert.rejects(
      run,
      (error) => error instanceof JobFailure && error.code === 'EngineTimeLimit' && /5\.0 s/.test(error.message),
    );
    const pid = await watched.pid();
    t.mock.timers.tick(4999);
    assert.equal(lives(pid), true);
    t.mock.timers.tick(1);
    await ended;
    assert.equal(lives(pid), false);
  });

  it('is stopped with the job, even when it heeds nothing', async () => {
    for (const engine of ['wait', 'hang'] as const) {
      const watched = watchedJob();
      const run = runner()(watched.job, engine, {});
      const ended = assert.rejects(run, JobAborted);
      const pid = await watched.pid();
      watched.abort();
      await ended;
      assert.equal(lives(pid), false);
    }
    const watched = watchedJob();
    watched.abort();
    await assert.rejects(runner()(watched.job, 'wait', {}), JobAborted);
  });

  it('does the next work, too, when the one before ended well', async () => {
    const run = runner();
    const pids: number[] = [];
    for (const engine of ['tellPid', 'tellPid', 'refuse', 'tellPid'] as const) {
      const { job } = watchedJob();
      if (engine === 'refuse') await assert.rejects(run(job, engine, {}), JobFailure);
      else pids.push((await run(job, engine, {})).pid);
    }
    const [first, second, third] = pids;
    assert.equal(first, second);
    assert.notEqual(second, third);
    assert.equal(lives(first ?? 0), false);
  });

  it('does as much at once as before by the same processes', async () => {
    const run = runner();
    const three = async () => {
      const all = await Promise.all([1, 2, 3].map(() => run(watchedJob().job, 'tellPid', {})));
      return all.map(({ pid }) => pid).sort();
    };
    const first = await three();
    assert.equal(new Set(first).size, 3);
    assert.deepEqual(await three(), first);
  });

  it('hears of a job that is aborted while its process starts', async () => {
    const run = runner();
    const { job, abort } = watchedJob();
    const running = run(job, 'wait', {});
    abort();
    await assert.rejects(running, JobAborted);
    assert.ok((await run(watchedJob().job, 'tellPid', {})).pid > 0);
  });

  it('does one work at a time', async () => {
    const run = runner();
    const both = await Promise.all([run(watchedJob().job, 'tellPid', {}), run(watchedJob().job, 'tellPid', {})]);
    assert.notEqual(both[0].pid, both[1].pid);
  });

  it('ends with the server, even when it heeds nothing', async () => {
    for (const engine of ['wait', 'hang']) {
      const server = spawn(process.execPath, [parent, engine], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [first] = (await server.stdout.setEncoding('utf8').take(1).toArray()) as string[];
      const pid = Number(first?.split(' ')[1]);
      assert.equal(lives(pid), true);
      server.kill('SIGKILL');
      await until('the engine has ended', () => !lives(pid));
    }
  });
});

describe('a program of others that an engine runs', () => {
  it('gives its exit code and its lines', async () => {
    const { code, lines } = await runner()(watchedJob().job, 'program', { code: 3 });
    assert.deepEqual([code, lines.sort()], [3, ['/', 'hello']]);
  });

  it('counts with its memory, and is killed with the engine', async () => {
    const watched = watchedJob();
    const run = runner({ memory: 300 * 2 ** 20 })(watched.job, 'helped', { mode: 'eat' });
    const ended = assert.rejects(run, (error) => error instanceof JobFailure && error.code === 'EngineMemoryLimit');
    const pid = await watched.pid();
    await ended;
    await until('the program has ended', () => !lives(pid));
  });

  it('ends with the job', async () => {
    const watched = watchedJob();
    const ended = assert.rejects(runner()(watched.job, 'helped', { mode: 'sleep' }), JobAborted);
    const pid = await watched.pid();
    watched.abort();
    await ended;
    await until('the program has ended', () => !lives(pid));
  });

  it('ends when the engine crashes', async () => {
    const watched = watchedJob();
    const ended = assert.rejects(runner()(watched.job, 'abandon', {}), /SIGABRT/);
    const pid = await watched.pid();
    assert.equal(lives(pid), true);
    await ended;
    await until('the program has ended', () => !lives(pid));
  });

  it('ends with the server', async () => {
    const server = spawn(process.execPath, [parent, 'helped'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [first] = (await server.stdout.setEncoding('utf8').take(1).toArray()) as string[];
    const pid = Number(first?.split(' ')[1]);
    assert.equal(lives(pid), true);
    server.kill('SIGKILL');
    await until('the program has ended', () => !lives(pid));
  });
});

describe('an engine from the command line', () => {
  const call = async (...words: string[]) => {
    const run = promisify(execFile)(process.execPath, [entry, ...words]);
    return run.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };

  it('prints progress and result', async () => {
    const { code, stdout, stderr } = await call('count', '{"to": 5}');
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { counted: 5, stopped: false });
    assert.match(stderr, /^Counting {2}0 % \(0 of 5 numbers\)/);
    assert.match(stderr, /\nCounted {2}100 % \(5 of 5 numbers\) \nCounted all\.\n$/);
  });

  it('tells by its exit code what went wrong', async () => {
    const failed = await call('refuse', '{"line": 3}');
    assert.deepEqual([failed.code, failed.stderr], [1, 'NotANumber: line 3: There is no number here.\n']);
    assert.match((await call('nothing', '{}')).stderr, /engine -- <count \| refuse/);
    assert.equal((await call('count', 'no-such-file')).code, 2);
    assert.equal((await call('throwError', '{}')).code, 3);
  });
});
