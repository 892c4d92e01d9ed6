import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchSystems } from './register/search.ts';
import { listedView } from './view.ts';

const named = (text: string) => searchSystems({ text }).map((code) => listedView(code)?.name ?? '');

describe('a search for systems', () => {
  it('takes words in any order, without case, accents and signs', () => {
    for (const [text, name] of [
      ['utm 32n', 'ETRS89 / UTM zone 32N'],
      ['32N UTM', 'ETRS89 / UTM zone 32N'],
      ['gauß krüger 3', 'DHDN / 3-degree Gauss-Kruger zone 3'],
      ['oregon ft', 'NAD83(HARN) / Oregon GIC Lambert (ft)'],
      ['lambert 93', 'RGF93 v1 / Lambert-93'],
      ['(harn) oregon', 'NAD83(HARN) / Oregon GIC Lambert (ft)'],
      ['dhhn2016', 'DHHN2016 height'],
    ] as const) {
      assert.ok(named(text).includes(name), text);
    }
    assert.deepEqual(named('nowhere at all'), []);
  });

  it('finds a code before all others, however it is written', () => {
    for (const text of ['2056', 'EPSG:2056', ' epsg:2056 ']) assert.equal(searchSystems({ text })[0], 2056, text);
  });

  it('brings names that begin with the first word before others', () => {
    const names = named('fiji').map((name) => name.toLowerCase().startsWith('fiji'));
    const first = names.indexOf(false);
    assert.ok(first > 3 && first < names.length && !names.slice(first).includes(true), String(names));
  });

  it('keeps what only the list of the library has, as given up', () => {
    const [code = 0] = searchSystems({ text: '3785' });
    const { id, deprecated, usable, area } = listedView(code) ?? {};
    assert.deepEqual([id, deprecated, usable, area], ['EPSG:3785', true, true, null]);
  });

  it('holds areas across the date line', () => {
    const at = (longitude: number) => searchSystems({ text: 'fiji', kinds: ['projected'], at: [longitude, -17] });
    assert.ok(at(-179.9).length > 3 && at(179.5).length > 3);
    assert.deepEqual(at(0), []);
  });
});
