import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniseDrawing } from '../src/engines/drawings/drawing.ts';

/*
 * `node many-sheets.ts <pdf> <count>`: reads the page so many times in one process, as an engine does that is kept for
 * the next sheet of a run; prints the bytes that it held at most after a tenth of them, and after all.
 */
const [, , input = '', times = ''] = process.argv;
const count = Number(times);
const output = mkdtempSync(join(tmpdir(), 'bench-sheets-'));
const held: number[] = [];
for (let n = 0; n < count; n++) {
  const params = { input, format: 'pdf', page: 1, name: `sheet-${n}.pdf`, output } as const;
  await recogniseDrawing(params, { progress() {}, log() {} });
  held.push(process.resourceUsage().maxRSS * 1024);
  for (const name of readdirSync(output)) rmSync(join(output, name));
}
rmSync(output, { recursive: true });
console.log(JSON.stringify([held[Math.floor(count / 10)], held.at(-1)]));
process.exit();
