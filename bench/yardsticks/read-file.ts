import { openSync, readSync } from 'node:fs';

/* Reads a file piece by piece and looks at every fourth byte. `node read-file.ts <file>` prints the seconds. */
const started = performance.now();
const file = openSync(process.argv[2] ?? '', 'r');
const bytes = Buffer.alloc(1 << 20);
let sum = 0;
for (let count = 1; count > 0; ) {
  count = readSync(file, bytes);
  for (let at = 0; at < count; at += 4) sum += bytes[at] ?? 0;
}
if (sum === 0) throw new Error('There is nothing in the file.');
console.log((performance.now() - started) / 1000);
