import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from './convert.ts';
import { figuresOf } from './figures.ts';
import { epd, near } from './testing/calculations.ts';
import type { Epd, MappedMaterial } from './types.ts';

const truck = epd({ id: 'truck', declared: { quantity: 1, unit: 't.km' }, gwp: { 'A1-A3': 0.1 } });
const figures = (entry: Partial<MappedMaterial>, of: Epd = epd(), mass: number | null = 12_000, studyPeriod = 50) =>
  figuresOf({
    epd: of,
    entry: { name: 'x', epdId: of.id, ...entry },
    amount: 10,
    mass: mass ?? undefined,
    studyPeriod,
    epdOf: (id) => (id === 'truck' ? truck : undefined),
  });

describe('figures of an amount', () => {
  it('are those of the declaration, per declared quantity, with the factor of the mapping', () => {
    const { figures: found, missing } = figures({ factor: 0.5 }, epd({ declared: { quantity: 2, unit: 'm3' } }));
    assert.deepEqual(found, { 'A1-A3': 500, A4: 25, A5: 12.5, C1: 5, C2: 7.5, C3: 10, C4: 2.5, D: -50 });
    assert.deepEqual(missing, ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7']);
  });

  it('add what is lost on the site to A5', () => {
    const { figures: found } = figures({ wastage: 0.1 });
    assert.ok(near(found.A5, 10 * 5 + 10 * 0.1 * (200 + 10 + 10)));
  });

  it('count replacements in B4: one less than the service lives in the study period', () => {
    const once = 10 * (200 + 10 + 5 + 10);
    for (const [serviceLife, times] of [
      [20, 2],
      [25, 1],
      [50, 0],
      [80, 0],
      [49, 1],
    ] as const) {
      const { figures: found, missing } = figures({ serviceLife });
      assert.ok(found.B4 === times * once, `${serviceLife}: ${found.B4}`);
      assert.equal(missing.includes('B4'), false);
    }
  });

  it('take A4 from the ways, where the mapping has some, by mass', () => {
    const way = { epdId: 'truck', distance: 100 };
    assert.ok(near(figures({ transport: [way, way], factor: 0.5 }).figures.A4, 0.5 * 12 * 200 * 0.1));
    const unknown = figures({ transport: [way] }, epd(), null);
    assert.deepEqual([unknown.figures.A4, unknown.missing.includes('A4')], [undefined, true]);
    const gone = figures({ transport: [{ epdId: 'gone', distance: 1 }] });
    assert.equal(gone.figures.A4, undefined);
  });

  it('tell what is not known, or only in part, and never take it for zero', () => {
    const { figures: found, missing } = figures(
      { wastage: 0.1, serviceLife: 30 },
      epd({ gwp: { 'A1-A3': 200, C1: 0 } }),
    );
    assert.deepEqual(found, { 'A1-A3': 2000, A5: 200, B4: 2200, C1: 0 });
    for (const module of ['A4', 'A5', 'B4', 'C2', 'D'] as const) assert.ok(missing.includes(module), module);
    assert.equal(figures({}, epd({ gwp: { D: -1 } })).figures['A1-A3'], undefined);
  });
});

describe('conversion', () => {
  const none = { layer: null };
  const perUnit = (unit: Epd['declared']['unit'], massPerUnit: number) =>
    epd({ declared: { quantity: 2, unit }, massPerUnit, density: undefined as never });
  const plain = epd({ density: undefined as never });

  for (const [name, from, to, of, facts, truth] of [
    ['volume to mass by the density of the mapping', 'm3', 'kg', epd(), { ...none, density: 1000 }, 3000],
    ['volume to mass by that of the declaration', 'm3', 'kg', epd(), none, 3600],
    ['volume to mass by what a cubic metre weighs', 'm3', 'kg', perUnit('m3', 1000), none, 1500],
    ['mass to volume', 'kg', 'm3', epd(), none, 3 / 1200],
    ['volume to area by the layer', 'm3', 'm2', plain, { layer: 0.1 }, 30],
    ['volume to area by the mapping before the layer', 'm3', 'm2', plain, { thickness: 0.5, layer: 0.1 }, 6],
    ['area to volume by the declaration', 'm2', 'm3', epd({ thickness: 0.2 }), none, 0.6],
    ['area to mass by thickness and density', 'm2', 'kg', epd({ thickness: 0.2 }), none, 720],
    ['area to mass by what a square metre weighs', 'm2', 'kg', perUnit('m2', 8), none, 12],
    ['mass to area', 'kg', 'm2', perUnit('m2', 8), none, 0.75],
    ['length to mass', 'm', 'kg', perUnit('m', 8), none, 12],
    ['mass to length', 'kg', 'm', perUnit('m', 8), none, 0.75],
    ['pieces to mass', 'pcs', 'kg', perUnit('pcs', 8), none, 12],
    ['the same unit', 'm', 'm', plain, none, 3],
  ] as const) {
    it(`goes from ${name}`, () => assert.ok(near(convert(3, from, to, of, facts), truth)));
  }

  it('goes nowhere without what it needs, or between what is not alike', () => {
    for (const [from, to, of] of [
      ['m3', 'kg', plain],
      ['m3', 'm2', plain],
      ['m2', 'kg', plain],
      ['m', 'kg', perUnit('kg', 8)],
      ['pcs', 'kg', perUnit('kg', 1)],
      ['kg', 'pcs', perUnit('pcs', 8)],
      ['m3', 'm', epd()],
      ['m3', 't.km', epd()],
    ] as const) {
      assert.equal(convert(3, from, to, of, none), undefined, `${from} to ${to}`);
    }
  });
});
