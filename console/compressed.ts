import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Below this a compressed form saves nothing. */
const smallest = 512;

/** Leaves the compressed forms of every file beside it, so that the server only sends them. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  async writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets');
    const names = (await readdir(assets)).filter((name) => /\.(js|mjs|css|svg|wasm)$/.test(name));
    await Promise.all(names.map((name) => compress(join(assets, name))));
  },
});

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
}
