import { readFileSync } from 'node:fs';
import { createLazPerf } from 'laz-perf';

/*
 * The decoder that our reader of LAZ uses, alone and as its makers show it: the file into its memory, every point out
 * of it, and nothing kept. `node laz-decode.ts <file>` prints the seconds.
 */
const started = performance.now();
const perf = await createLazPerf();
const bytes = readFileSync(process.argv[2] ?? '');
const at = Reflect.get(perf, '_malloc')(bytes.length);
Reflect.get(perf, 'HEAPU8').set(bytes, at);
const file = new perf.LASZip();
file.open(at, bytes.length);
const point = Reflect.get(perf, '_malloc')(file.getPointLength());
const count = bytes.readUInt32LE(107);
for (let n = 0; n < count; n++) file.getPoint(point);
console.log((performance.now() - started) / 1000);
process.exit();
