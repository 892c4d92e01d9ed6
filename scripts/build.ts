import { rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { enableCompileCache } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { commandLine } from '../src/config/command-line.ts';
import { automaticSet } from '../src/engines/drawings/symbols/automatic.ts';
import { keptOf } from '../src/engines/drawings/symbols/prepared.ts';
import { addressOf, builtFolder, builtOf, entries, stateOfSources } from '../src/std/built.ts';
import { besidePdfLibrary, pdfLibrary } from './pdf-library.ts';

const usage = `
Bundles the program and its libraries into dist, see src/std/built.ts. Names stay readable, for the sake of stack traces,
and of libraries that use the names of their classes. Then it builds the typed client and the console:

  npm run build
`;
commandLine({ usage });
const sources = join(import.meta.dirname, '../src');

/** Libraries with native code, one that pg only tries, and those that read files beside their own. */
const external = [
  'sharp',
  'pg-native',
  'pdfkit',
  'draco3d',
  'onnxruntime-web/wasm',
  '@napi-rs/canvas',
  'tesseract.js-core',
];

/** The entry that a source is, if it is one. */
const entryAt = (path: string): string | undefined =>
  Object.entries(entries).find(([, place]) => join(sources, place) === path)?.[0];

/** How the address of a file begins that only the build makes: there is none such beside the sources. */
const ofBuild = 'built:';
const made: Readonly<Record<string, () => string | Buffer>> = {
  'symbol-templates.bin': () => keptOf(automaticSet),
  ...pdfLibrary,
};

/** A bundled module still finds the files beside its source; those that are entries are found in the bundle. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!id.startsWith(sources)) return null;
    if (/\bimport\.meta\.(?!url\b)/.test(code)) throw new Error(`${id}: a bundle knows import.meta.url only.`);
    return code.replaceAll(addresses, (_, beside?: string) => {
      if (beside?.startsWith(ofBuild)) return `new URL('./${nameOfMade(beside)}', import.meta.url)`;
      const entry = beside && entryAt(resolve(dirname(id), beside));
      if (entry) return `new URL('./${entry}.js', import.meta.url)`;
      const source = `new URL('${relative(builtFolder, id)}', import.meta.url).href`;
      return beside ? `new URL('${beside}', ${source})` : source;
    });
  },
};

function nameOfMade(address: string): string {
  const name = address.slice(ofBuild.length);
  if (made[name] === undefined) throw new Error(`The build makes no ${name}.`);
  return name;
}

const addresses = /new URL\(['"]([^'"]+)['"], import\.meta\.url\)|import\.meta\.url/g;

/**
 * An import of a module of node reads each of its exports, those that are made when they are asked for, too: with `node:http` comes a
 * whole client of `fetch` and web sockets, 50 ms and 8 MB. The bundle takes what is there, and asks for nothing.
 */
const readyExports: Plugin = {
  name: 'ready-exports',
  resolveId: (name) => (name === 'node:http' ? '\0node:http' : null),
  load(id) {
    if (id !== '\0node:http') return null;
    const ready = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { value }]) =>
      value ? [name] : [],
    );
    return `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${ready.join(', ')} } = http;`;
  },
};

rmSync(builtFolder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: dirname(sources),
  input: Object.fromEntries(Object.entries(entries).map(([name, place]) => [name, join(sources, place)])),
  platform: 'node',
  external,
  plugins: [placesOfSources, readyExports, besidePdfLibrary],
  onLog(level, log, report) {
    if (log.code !== 'EVAL') report(level, log);
  },
});
await bundle.write({
  dir: builtFolder,
  format: 'esm',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
for (const [name, content] of Object.entries(made)) writeFileSync(join(builtFolder, name), content());
writeFileSync(builtOf, stateOfSources());

// so that the first start is as quick as any later one; the others begin their work when they are imported
enableCompileCache();
const idle = ['start', 'mesh-thread', 'cloud-thread', 'photo-thread', 'drawing-thread'] as const;
await Promise.all(idle.map((entry) => import(addressOf(entry, true))));
