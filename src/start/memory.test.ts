import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

/** Makes garbage as a busy server does, in turns of the event loop, and prints the size of the space for it. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { limitYoungGeneration } from './src/start/memory.ts';
  if (process.argv[1] === 'bound') limitYoungGeneration();
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  let largest = 0;
  let kept = [];
  for (let turn = 0; turn < 3000; turn++) {
    for (let n = 0; n < 2000; n++) kept.push({ n, text: [turn] });
    if (turn % 50 === 0) kept = [];
    largest = Math.max(largest, young());
    await new Promise(setImmediate);
  }
  console.log(largest);
`;
const largest = (how: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', program, how], { encoding: 'utf8' }));

it('the space for young objects stays small, however long the program works', (t) => {
  const bound = 40 * 2 ** 20;
  if (largest('unbound') <= bound) return t.skip('On this machine V8 keeps it small by itself.');
  assert.ok(largest('bound') <= bound);
});
