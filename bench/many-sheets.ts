import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniseDrawing } from '../src/engines/drawings/drawing.ts';
import { median } from './results.ts';

/*
 * `node many-sheets.ts <pdf> <count>`: reads the page so many times in one process, as an engine does that is kept for
 * the next sheet of a run. After a tenth of them the process is as it stays; prints the bytes that it held at most for one of
 * the next tenth, and of the last: the median, since how much garbage lies around at once is chance.
 */
const [, , input = '', times = ''] = process.argv;
const count = Number(times);
const output = mkdtempSync(join(tmpdir(), 'bench-sheets-'));
const held: number[] = [];
for (let n = 0; n < count; n++) {
  const params = { input, format: 'pdf', page: 1, name: `sheet-${n}.pdf`, output } as const;
  await recogniseDrawing(params, { progress() {}, log() {} });
  held.push(mostHeld());
  for (const name of readdirSync(output)) rmSync(join(output, name));
}
rmSync(output, { recursive: true });
const tenth = Math.ceil(count / 10);
console.log(JSON.stringify([median(held.slice(tenth, 2 * tenth)), median(held.slice(-tenth))]));
process.exit();

/** The most that this process has held since the last call, by what Linux counts. */
function mostHeld(): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  writeFileSync('/proc/self/clear_refs', '5');
  return Number(kilobytes) * 1024;
}
