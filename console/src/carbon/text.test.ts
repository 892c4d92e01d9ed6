import assert from 'node:assert/strict';
import { it } from 'node:test';
import { declaredText, kg, quantitiesText, share } from './text.ts';

it('figures have four digits and their unit; what is not known is a dash', () => {
  assert.equal(kg(10_896.2161), '10,900 kg CO₂e');
  assert.equal(kg(0.045128), '0.04513 kg CO₂e');
  assert.equal(kg(null), '–');
  assert.equal(declaredText({ quantity: 1, unit: 'm3' }), '1 m³');
});

it('changes are told as a share, where there is something to compare with', () => {
  assert.equal(share(200, 250), '+ 25 %');
  assert.equal(share(-200, -250), '− 25 %');
  assert.deepEqual([share(0, 1), share(null, 1), share(1, null)], ['', '', '']);
});

it('quantities are those that are known, or pieces', () => {
  const none = { volume: null, area: null, length: null, mass: null, count: 3 };
  assert.equal(quantitiesText(none), '3 pieces');
  assert.equal(quantitiesText({ ...none, volume: 54.4810806, area: 12 }), '54.48 m³, 12 m²');
});
