import assert from 'node:assert/strict';
import { it } from 'node:test';
import { barsOf, elementsOf } from './bars.ts';
import type { ElementsFile, ResultFile } from './figures.ts';

const sums = (embodied: number | null) => ({ 'A1-A3': embodied, embodied, upfront: embodied });
const result: ResultFile = {
  date: '2026-11-22',
  source: {},
  mapping: null,
  labels: [],
  notCalculated: [],
  warnings: [],
  totals: { ...sums(30), D: -2, missing: { D: 1 } },
  materials: [
    { name: 'A', quantity: 1, unit: 'm3', totals: sums(5) },
    { name: 'B', quantity: 1, unit: 'm3', totals: sums(20) },
    { name: 'A', quantity: 1, unit: 'm2', totals: sums(5) },
  ],
  classes: [{ name: 'IfcWall', totals: sums(30) }],
  storeys: [{ name: '', totals: sums(30) }],
};
const file: ElementsFile = {
  members: ['A1-A3', 'D', 'embodied'],
  materials: ['A', 'B'],
  elements: [
    { id: '1', globalId: '1', class: 'IfcWall', storey: null, area: null, of: [[0, [5, -1, 5]]] },
    { id: '2', globalId: '2', class: 'IfcSlab', storey: 'Roof', area: null, of: [[1, [20, 0, 20]]] },
    { id: '3', globalId: '3', class: 'IfcWall', storey: 'Roof', area: null, of: [] },
  ],
};

it('bars are sums by module in their order, and by name the largest first', () => {
  assert.deepEqual(barsOf(result, 'module'), [
    { key: 'A1-A3', label: 'A1-A3', value: 30 },
    { key: 'D', label: 'D', value: -2, missing: 1 },
  ]);
  assert.deepEqual(
    barsOf(result, 'material').map(({ key, value }) => [key, value]),
    [
      ['B', 20],
      ['A', 10],
    ],
  );
  assert.deepEqual(barsOf(result, 'storey'), [{ key: '-', label: 'In no storey', value: 30 }]);
});

it('a bar chooses the elements that it is made of', () => {
  const chosen = (by: Parameters<typeof elementsOf>[1], bar: string) => [...(elementsOf(file, by, bar) ?? [])];
  assert.equal(elementsOf(file, 'class', undefined), undefined);
  assert.deepEqual(chosen('material', 'b'), ['2']);
  assert.deepEqual(chosen('module', 'D'), ['1'], 'what adds nothing is no part of it');
  assert.deepEqual(chosen('class', 'IfcWall'), ['1']);
  assert.deepEqual(chosen('storey', '-'), ['1']);
});
