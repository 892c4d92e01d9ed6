import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the processes of engines know of the one that starts them, and how they use the machine:
 *
 * - With the cache of `enableCompileCache` from the first line on, nothing loads what makes JavaScript of TypeScript.
 * - The C library asks the system for pages of 2 MiB for large blocks (glibc 2.35, `mallopt` of its manual; others do not
 *   read it): pictures and clouds of hundreds of megabytes are touched once, and a page of 4 KiB each time costs more than
 *   what is written there.
 * - The canvas does not look for the fonts of the machine, which takes the longer the more there are: pictures are drawn with
 *   those that files and libraries bring, and are the same everywhere.
 */
export const engineEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  ...process.env,
});
