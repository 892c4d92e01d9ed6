import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** How many requirements of level 1 and of level 2 version 5.0.0 of the standard has. */
const ofLevel = { '1': 70, '2': 183 };
const states = ['Met', 'Partly', 'Not', 'Operator', 'None'];

const text = readFileSync('docs/asvs.md', 'utf8');

const rows = text.split('\n').flatMap((line) => {
  const match = /^\| (V\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/.exec(line);
  if (match === null) return [];
  const [, id = '', level = '', asks = '', state = '', how = '', shown = ''] = match;
  return [{ id, level, asks, state, how, shown }];
});

describe('docs/asvs.md', () => {
  it('has one row for every requirement of levels 1 and 2', () => {
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    const count = (level: string) => rows.filter((row) => row.level === level).length;
    assert.deepEqual({ '1': count('1'), '2': count('2') }, ofLevel);
    assert.equal(
      text.split('\n').filter((line) => line.startsWith('| V')).length,
      rows.length,
      'every row is readable',
    );
  });

  it('says of each how it is met and where that is shown, or what is missing', () => {
    const silent = rows.filter(({ how, shown }) => how === '–' && shown === '–');
    assert.deepEqual(silent, []);
    assert.deepEqual(
      rows.filter(({ state, how }) => state !== 'Met' && how === '–'),
      [],
    );
  });

  it('counts its states rightly', () => {
    for (const state of states) {
      const told = new RegExp(`^\\| ${state} \\| [^|]+ \\| (\\d+) \\|$`, 'm').exec(text)?.[1];
      assert.equal(Number(told), rows.filter((row) => row.state === state).length, state);
    }
    assert.deepEqual([...new Set(rows.map(({ state }) => state))].sort(), [...states].sort());
  });

  it('names tests and pages that exist', () => {
    const missing = rows.flatMap(({ id, shown, how }) => {
      const [, file = '', name = ''] = /^`([^`]+)` “([^”]+)”$/.exec(shown) ?? [];
      const links = [...how.matchAll(/\]\(([^)#]+)/g)].map(([, page = '']) => page);
      const dead = links.filter((page) => !existsSync(join('docs', page)));
      const known = shown === '–' || (existsSync(file) && declares(file, name));
      return [...(known ? [] : [`${id}: ${shown}`]), ...dead.map((page) => `${id}: ${page}`)];
    });
    assert.deepEqual(missing, []);
  });
});

/** The test is declared there under just that name. */
const declares = (file: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => readFileSync(file, 'utf8').includes(`it(${quote}${name}${quote}`));
