import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, programEnvironment } from '../../std/start-process.ts';

/**
 * Of the C library (glibc 2.35, `mallopt` of its manual; others do not read it). Pictures and clouds of hundreds of megabytes
 * are touched once, and each page of 4 KiB costs more to get than to fill: it asks for pages of 2 MiB, and what threads work
 * with is taken from the system in large pieces, and kept for the next of them. Four heaps are enough for all threads: each
 * more only holds what it once needed.
 */
const memory = {
  hugetlb: 1,
  arena_max: 4,
  top_pad: 64 * 2 ** 20,
  trim_threshold: 64 * 2 ** 20,
};

/**
 * What the processes of engines know of the one that starts them, its named variables only, and how they use the machine:
 *
 * - With the cache of `enableCompileCache` from the first line on, nothing loads what makes JavaScript of TypeScript.
 * - The canvas does not look for the fonts of the machine, which takes the longer the more there are: pictures are drawn with
 *   those that files and libraries bring, and are the same everywhere.
 */
export const engineEnvironment = (): Environment =>
  programEnvironment(
    {},
    {
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      GLIBC_TUNABLES: Object.entries(memory)
        .map(([name, value]) => `glibc.malloc.${name}=${value}`)
        .join(':'),
      DISABLE_SYSTEM_FONTS_LOAD: '1',
    },
  );
