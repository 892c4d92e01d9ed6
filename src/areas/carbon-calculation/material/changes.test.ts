import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FoundMaterial } from '../../../engines/carbon/materials.ts';
import { materialChanges } from './changes.ts';

const material = (name: string, volume: number, more: Partial<FoundMaterial> = {}): FoundMaterial => ({
  name,
  category: null,
  elements: 2,
  count: 2,
  volume,
  area: null,
  length: 4,
  mass: null,
  classes: [],
  types: [],
  classifications: [],
  examples: [],
  ...more,
});

it('materials of two versions are new, gone, changed or the same', () => {
  const now = [
    material('Brick', 2),
    material('concrete ', 1 + 1e-9),
    material('Steel', 1),
    material('Wood', 1, { area: 1 }),
  ];
  const before = [material('Brick', 1), material('Concrete', 1), material('Wood', 1), material('Straw', 1)];
  const changes = materialChanges(before, now);
  assert.deepEqual(
    now.map((one) => changes.of(one).change),
    ['Changed', 'Same', 'New', 'Changed'],
  );
  const [brick, , steel] = now.map((one) => changes.of(one));
  assert.deepEqual(brick?.before, { elements: 2, count: 2, volume: 1, area: null, length: 4, mass: null });
  assert.equal(steel?.before, undefined);
  assert.deepEqual(changes.gone, [before[3]]);
});
