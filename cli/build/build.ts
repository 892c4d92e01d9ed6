import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { servedApis } from '../../src/start/served-apis.ts';
import { tableOf } from './table.ts';

/* Writes the table of all operations, and bundles the tool, so that it runs without anything else. */

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { version } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, 'table'), { recursive: true });
const { index, areas } = tableOf(await servedApis(), version);
const write = (name: string, value: unknown) =>
  writeFileSync(join(dist, 'table', `${name}.json`), JSON.stringify(value));
write('index', index);
for (const [name, operations] of areas) write(name, operations);
const bundle = await rolldown({ input: join(root, 'src/main.ts'), platform: 'node' });
await bundle.write({
  dir: dist,
  format: 'esm',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
console.log(`Command line tool: ${index.operations.length} commands.`);
