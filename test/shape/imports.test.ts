import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cyclesOf, foldersOf, importGraph, roomsOf } from './import-graph.ts';

const imports = importGraph('src/**/*.ts');

/** Folders whose rooms still make circles. A folder leaves this list and never comes back. */
const notYet = new Set([
  'src/engines/reality-analysis',
  'src/areas/access-control',
  'src/areas/forms',
  'src/areas/twins',
]);

/** What the engines and the areas may know of the rest; all other layers are told by "no circle". */
const allowed: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^src\/std\//, /^src\/std\//],
  [/^src\/engines\//, /^src\/(std|engines)\//],
  [/^src\/kernel\//, /^src\/(std|engines|kernel)\//],
  [/^src\/api\//, /^src\/(std|engines|kernel|api)\//],
  [/^src\/reality-jobs\//, /^src\/(std|engines|kernel|api|reality-jobs)\//],
  [/^src\/auth-server\//, /^src\/(std|kernel|api|config|auth-server)\//],
  [/^src\/(reference|console|metrics|tools)\//, /^src\/(std|kernel|api|reference|console|metrics|tools)\//],
];

/** An area knows no other area. */
const isOfArea = (file: string, target: string): boolean =>
  /^src\/(std|engines|kernel|api|reality-jobs)\//.test(target) ||
  target.startsWith(file.split('/').slice(0, 3).join('/'));

function mayImport(file: string, target: string): boolean {
  if (/^src\/areas\/.+\//.test(file)) return isOfArea(file, target);
  const rule = allowed.find(([from]) => from.test(file));
  return rule === undefined || rule[1].test(target);
}

describe('imports', () => {
  it('go down the layers only, and never from area to area', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !mayImport(file, target)).map((target) => `${file} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('make no circle between rooms, at any depth', () => {
    const circles = [...foldersOf(imports)].filter((folder) => cyclesOf(roomsOf(folder, imports)).length > 0);
    assert.deepEqual(
      circles.filter((folder) => !notYet.has(folder)),
      [],
    );
    assert.deepEqual(
      [...notYet].filter((folder) => !circles.includes(folder)),
      [],
      'these have none any more',
    );
  });

  it('make no cycle', () => {
    assert.deepEqual(cyclesOf(imports), []);
  });

  it('of one file are at most 20, but of the lists of all', () => {
    const lists = ['src/app/app.ts', 'src/areas/areas.ts', 'src/engines/engines.ts'];
    const many = [...imports].filter(([file, targets]) => targets.length > 20 && !lists.includes(file));
    assert.deepEqual(
      many.map(([file]) => file),
      [],
    );
  });
});

describe('files', () => {
  it('have at most 300 lines', () => {
    const pages = globSync('{cli,client,console}/src/**/*.{ts,tsx}').filter((file) => !file.includes('/generated/'));
    const long = [...imports.keys(), ...pages].filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    assert.deepEqual(long, []);
  });

  it('use neutral words', () => {
    const brands = new RegExp(['ben', 'tley|i', 'twin(?!$)|imo', 'del'].join(''), 'i');
    const permitted = /pnidtoitwin|remove-itwin-roles/gi;
    const branded = globSync(
      '{src,test,bench,demo,docs,cli/src,cli/build,client/src,console/src}/**/*.{ts,tsx,md,html,css}',
    ).filter((file) =>
      readFileSync(file, 'utf8')
        .replace(permitted, '')
        .split('\n')
        .some((line) => brands.test(line)),
    );
    assert.deepEqual(branded, []);
  });
});
