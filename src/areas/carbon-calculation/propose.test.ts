import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FoundMaterial } from '../../engines/carbon/materials.ts';
import { proposer } from './propose.ts';

const material = (name: string | null, more: Partial<FoundMaterial> = {}): FoundMaterial => ({
  name,
  category: null,
  elements: 1,
  count: 1,
  volume: 1,
  area: null,
  length: null,
  mass: null,
  classes: [],
  types: [],
  classifications: [],
  examples: [],
  ...more,
});
const epds = [
  { id: 'concrete', name: 'Concrete C25/30' },
  { id: 'brick', name: 'Clay brick' },
  { id: 'window', name: 'Window' },
  { id: 'wool', name: 'Mineral wool' },
];

describe('proposals', () => {
  const found = (of: FoundMaterial, mappings: Parameters<typeof proposer>[0] = []) =>
    proposer(mappings, epds)(of).map(({ epdId, rule, because }) => [epdId, rule, because]);

  it('rest on a reviewed mapping, then on the name, then on words', () => {
    const mappings = [{ displayName: 'Tower', materials: [{ name: 'clay brick', epdId: 'wool' }] }];
    assert.deepEqual(found(material(' Clay Brick'), mappings), [
      ['wool', 'Mapping', 'Tower'],
      ['brick', 'Name', ' Clay Brick'],
    ]);
    assert.deepEqual(found(material('Brick 24 cm')), [['brick', 'Words', 'Brick 24 cm']]);
    assert.deepEqual(found(material('M-17', { category: 'mineral wool slab' })), [
      ['wool', 'Words', 'mineral wool slab'],
    ]);
  });

  it('rest on types, classifications and classes where nothing better is known', () => {
    assert.deepEqual(found(material('A', { types: ['Concrete wall'] })), [['concrete', 'Type', 'Concrete wall']]);
    assert.deepEqual(found(material('A', { types: ['Wall of brick'] })), []);
    assert.deepEqual(found(material('A', { types: ['Window 90x120'] })), [['window', 'Type', 'Window 90x120']]);
    assert.deepEqual(found(material('A', { classifications: ['Mineral wool'] })), [
      ['wool', 'Classification', 'Mineral wool'],
    ]);
    assert.deepEqual(found(material('A', { classes: ['IfcWindow'] })), [['window', 'Class', 'Window']]);
  });

  it('are none for what has no name, is ignored elsewhere, or names a declaration that is gone', () => {
    const materials = [
      { name: 'Air', epdId: 'brick', ignored: true },
      { name: 'Old', epdId: 'gone' },
    ];
    const mappings = [{ displayName: 'Tower', materials }];
    for (const name of [null, 'Air', 'Old', 'C2']) assert.deepEqual(found(material(name), mappings), [], String(name));
  });
});
