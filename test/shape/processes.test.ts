import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const files = globSync('src/**/*.ts').filter((file) => !/test\.ts$/.test(file) && !file.includes('/testing/'));
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, 'utf8')));

/** Modules of node that start something, but for types of them. */
const starts = (module: string) =>
  new RegExp(
    String.raw`^import (?!type )[^;]*from '(?:node:)?${module}'|(?:import|require)\('(?:node:)?${module}'\)`,
    'm',
  );

describe('child processes and threads', () => {
  it('are started in one file only, which gives them named variables of the environment', () => {
    assert.deepEqual(filesWith(starts('child_process')), ['src/std/start-process.ts']);
    assert.deepEqual(filesWith(/\bnew Worker\(/), ['src/std/start-process.ts']);
  });

  it('of the server itself are started where its life begins', () => {
    assert.deepEqual(filesWith(starts('cluster')).sort(), [
      'src/start/main.ts',
      'src/start/start.ts',
      'src/start/workers.ts',
    ]);
    assert.deepEqual(filesWith(/\bcluster\.fork\(/), ['src/start/workers.ts']);
  });
});
