import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fittingSystems, pairIn, type System, textOfPair } from './systems.ts';

const system = (id: string, name: string, area: string): System => ({
  id,
  name,
  area,
  unit: 'metre',
  isHeight: false,
});
const all = [
  system('EPSG:3857', 'WGS 84 / Pseudo-Mercator', 'World between 85.06°S and 85.06°N.'),
  system('EPSG:25832', 'ETRS89 / UTM zone 32N', 'Europe between 6°E and 12°E: Austria; Germany.'),
  system('EPSG:258', 'An old one', 'Germany'),
  system('EPSG:2056', 'CH1903+ / LV95', 'Liechtenstein; Switzerland.'),
];
const ids = (text: string) => fittingSystems(all, text, 10).map(({ id }) => id);

describe('the search for coordinate systems', () => {
  it('finds by code, by words of the name and by the area of use, in this order', () => {
    assert.deepEqual(ids('258'), ['EPSG:258', 'EPSG:25832']);
    assert.deepEqual(ids('epsg:25832'), ['EPSG:25832']);
    assert.deepEqual(ids('utm 32n'), ['EPSG:25832']);
    assert.deepEqual(ids('switzerland'), ['EPSG:2056']);
    assert.deepEqual(ids('etrs89 austria'), ['EPSG:25832']);
    assert.deepEqual(ids('atlantis'), []);
    assert.equal(ids('').length, 4);
    assert.equal(fittingSystems(all, '', 2).length, 2);
  });
});

describe('a system with heights', () => {
  it('is read and written as places and heights', () => {
    assert.deepEqual(pairIn('epsg:25832+7837'), { place: 'EPSG:25832', height: 'EPSG:7837' });
    assert.deepEqual(pairIn(''), { place: '', height: '' });
    assert.equal(textOfPair({ place: 'EPSG:25832', height: 'EPSG:7837' }), 'EPSG:25832+7837');
    assert.equal(textOfPair({ place: 'EPSG:25832', height: '' }), 'EPSG:25832');
    assert.equal(textOfPair({ place: '', height: 'EPSG:7837' }), '');
  });
});
