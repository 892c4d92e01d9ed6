import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tableOf } from './variation-table.ts';

const property = (displayName: string, value: string, unitOfMeasure = '') => ({
  displayName,
  value,
  unitOfMeasure,
});
const variation = (displayName: string, ...adHocProperties: ReturnType<typeof property>[]) => ({
  displayName,
  adHocProperties,
});

it('variations are a table with a column for each property, whatever each of them has', () => {
  const small = variation('Small', property('Width', '0.7', 'METERS'), property('Fire', 'T30'));
  const wide = variation(
    'Wide',
    property('Fire', 'T90'),
    property('Weight', '80', 'kg'),
    property('Width', '900', 'mm'),
  );
  const { columns, rows } = tableOf([small, wide, variation('Bare')]);
  assert.deepEqual(columns, ['Width (m)', 'Fire', 'Weight (kg)', 'Width (mm)']);
  assert.deepEqual(
    rows.map(({ cells }) => cells.join('|')),
    ['0.7|T30||', '|T90|80|900', '|||'],
  );
});
