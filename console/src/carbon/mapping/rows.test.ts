import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withEntries, withoutEntries } from '../entries.ts';
import type { Material } from '../shapes.ts';
import { acceptedOf, chosenRows, rowsOf } from './rows.ts';

const material = (name: string | null, more: Partial<Material> = {}): Material => ({
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
  state: 'Unmapped',
  epdId: null,
  proposals: [],
  ...more,
});
const proposals: Material['proposals'] = [
  { epdId: 'a', epdName: 'Concrete', rule: 'Words', because: 'Concrete wall' },
  { epdId: 'b', epdName: 'Other', rule: 'Class', because: 'Wall' },
];

it('rows tell what the mapping says of a name, whatever its case; only what is open is proposed', () => {
  const materials = [
    material('Concrete ', { proposals }),
    material('Air'),
    material('Steel', { proposals }),
    material(null),
  ];
  const entries = [
    { name: 'concrete', epdId: 'x' },
    { name: 'AIR', epdId: null, ignored: true, reason: 'Nothing' },
  ];
  const rows = rowsOf(materials, entries);
  assert.deepEqual(
    rows.map(({ state, proposal }) => [state, proposal?.epdId]),
    [
      ['Mapped', undefined],
      ['Ignored', undefined],
      ['Open', 'a'],
      ['Nameless', undefined],
    ],
  );
  assert.deepEqual(acceptedOf(rows), [{ name: 'Steel', epdId: 'a' }]);
  assert.equal(chosenRows(rows, 'open', '').length, 1);
  assert.equal(chosenRows(rows, 'all', 'CONC').length, 1);
});

it('names that come with several categories are accepted once', () => {
  const rows = rowsOf([material('Wood', { proposals }), material('wood', { category: 'x', proposals })], []);
  assert.deepEqual(acceptedOf(rows), [{ name: 'Wood', epdId: 'a' }]);
});

it('entries are put in the place of those of the same name, and taken out', () => {
  const entries = [
    { name: 'A', epdId: '1' },
    { name: 'B', epdId: '2' },
  ];
  const put = withEntries(entries, [
    { name: 'a ', epdId: '3' },
    { name: 'C', epdId: '4' },
  ]);
  assert.deepEqual(
    put.map(({ name, epdId }) => name + epdId),
    ['a 3', 'B2', 'C4'],
  );
  assert.deepEqual(
    withoutEntries(put, ['A', 'c']).map(({ name }) => name),
    ['B'],
  );
});
