import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cyclesOf, importGraph } from './import-graph.ts';

const imports = importGraph('src/**/*.ts');

/** The layer of a file: what is further down may not import what is further up. */
function layerOf(file: string): string {
  const [, first = '', second = ''] = file.split('/');
  if (first === 'kernel') return second === 'std' || second === 'schema' ? second : 'kernel';
  if (file === 'src/areas/areas.ts') return 'program';
  if (first === 'areas') return `area ${second}`;
  if (file === 'src/start/built.ts') return 'bundle';
  const layers = ['auth-server', 'engines', 'reality-jobs', 'setup', 'reference', 'console'];
  return layers.includes(first) ? first : 'program';
}

/** What each layer may import besides itself. Only the program at the top knows all of them. */
const allowed: Record<string, readonly string[]> = {
  std: [],
  schema: ['std'],
  kernel: ['std', 'schema', 'engines', 'bundle'],
  area: ['std', 'schema', 'kernel', 'engines', 'reality-jobs'],
  'reality-jobs': ['std', 'schema', 'kernel', 'engines'],
  engines: ['std', 'bundle'],
  bundle: [],
  'auth-server': ['std', 'schema', 'kernel'],
  reference: ['kernel'],
  console: ['kernel'],
};

describe('imports', () => {
  it('go down the layers only, and never from area to area', () => {
    const wrong = [...imports].flatMap(([file, targets]) => {
      const layer = layerOf(file);
      const may = allowed[layer.split(' ')[0] ?? ''];
      if (may === undefined) return [];
      return targets
        .filter(
          (target) => layerOf(target) !== layer && !may.includes(layerOf(target)) && target !== 'src/start/config.ts',
        )
        .map((target) => `${file} imports ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('make no cycle', () => {
    assert.deepEqual(cyclesOf(imports), []);
  });

  it('of one file are at most 20, but of the lists of all', () => {
    const lists = ['src/app.ts', 'src/areas/areas.ts', 'src/engines/engines.ts'];
    const many = [...imports].filter(([file, targets]) => targets.length > 20 && !lists.includes(file));
    assert.deepEqual(
      many.map(([file]) => file),
      [],
    );
  });
});

describe('files', () => {
  it('have at most 300 lines', () => {
    const pages = globSync('{client,console}/src/**/*.{ts,tsx}').filter((file) => !file.includes('/generated/'));
    const long = [...imports.keys(), ...pages].filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    assert.deepEqual(long, []);
  });

  it('use neutral words', () => {
    const brands = new RegExp(['ben', 'tley|i', 'twin(?!$)|imo', 'del'].join(''), 'i');
    const permitted = /pnidtoitwin|remove-itwin-roles/gi;
    const branded = globSync('{src,test,bench,demo,docs,client/src,console/src}/**/*.{ts,tsx,md,html,css}').filter(
      (file) =>
        readFileSync(file, 'utf8')
          .replace(permitted, '')
          .split('\n')
          .some((line) => brands.test(line)),
    );
    assert.deepEqual(branded, []);
  });
});
