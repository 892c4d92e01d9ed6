import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Loaded into the measured program (`node --import`): on SIGUSR2 it collects garbage and writes what the process holds
 * into the file BENCH_MEMORY, which is there only when it is whole.
 */
const file = process.env.BENCH_MEMORY;
if (file !== undefined) {
  delete process.env.BENCH_MEMORY; // not for the processes it starts
  process.on('SIGUSR2', () => {
    const before = process.memoryUsage();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    setFlagsFromString('--no-expose-gc');
    writeFileSync(`${file}.part`, JSON.stringify({ before, after: process.memoryUsage() }));
    renameSync(`${file}.part`, file);
  });
}
