import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amount, flowXml, processXml, total } from '../testing/ilcd.ts';
import type { Declaration } from '../types.ts';
import { declaredOf } from './facts.ts';
import { ilcdDeclaration } from './ilcd.ts';
import { flowIn, ilcdOfXml, parseXml, processIn } from './ilcd-xml.ts';
import { openEpdDeclaration } from './open-epd.ts';

const openEpd = (impacts: object, more: object = {}): Declaration =>
  openEpdDeclaration({ product_name: 'Mix 30', declared_unit: { qty: 1, unit: 'm3' }, impacts, ...more });

const gwp = (mean: number, module = 'A1A2A3') => ({ [module]: { mean, unit: 'kgCO2e' } });

describe('a declaration with several methods', () => {
  it('counts by EN 15804+A2, then +A1, and keeps and names the others', () => {
    const impacts = {
      'TRACI 2.1': { gwp: { ...gwp(291), ...gwp(2, 'A4') } },
      'CML 2012': { gwp: gwp(290) },
      'EN 15804+A2': { gwp: gwp(287), 'gwp-fossil': gwp(288), 'gwp-luluc': gwp(1) },
      AR5: { gwp: gwp(295) },
    };
    const read = openEpd(impacts);
    assert.deepEqual([read.gwp, read.standard, read.method], [{ 'A1-A3': 287 }, 'EN 15804+A2', 'EN 15804+A2']);
    assert.deepEqual([read.gwpFossil, read.gwpLuluc], [{ 'A1-A3': 288 }, { 'A1-A3': 1 }]);
    assert.deepEqual(read.otherMethods, [
      { method: 'TRACI 2.1', gwp: { 'A1-A3': 291, A4: 2 } },
      { method: 'CML 2012', gwp: { 'A1-A3': 290 } },
      { method: 'AR5', gwp: { 'A1-A3': 295 } },
    ]);
    const { 'EN 15804+A2': _, ...older } = impacts;
    assert.deepEqual([openEpd(older).method, openEpd(older).standard], ['CML 2012', 'EN 15804+A1']);
  });

  it('counts by the one with most modules where none is of the standard, and is refused where they tie', () => {
    const impacts = { 'TRACI 2.1': { gwp: { ...gwp(291), ...gwp(2, 'A4') } }, AR5: { gwp: gwp(295) } };
    assert.deepEqual([openEpd(impacts).method, openEpd(impacts).standard], ['TRACI 2.1', null]);
    assert.throws(
      () => openEpd({ 'TRACI 2.1': { gwp: gwp(1) }, AR5: { gwp: gwp(2) } }),
      /tell of equally many modules/,
    );
  });

  it('counts by GWP-GHG where nothing else is there, with a warning', () => {
    const read = openEpd({ 'EN 15804+A2': { 'gwp-GHG': gwp(280) } });
    assert.deepEqual(read.gwp, { 'A1-A3': 280 });
    assert.match(read.warnings?.join() ?? '', /^Only GWP-GHG is declared/);
    const both = openEpd({ 'EN 15804+A2': { 'GWP-GHG': gwp(280) }, 'EN 15804+A1': { gwp: gwp(281) } });
    assert.deepEqual([both.gwp, both.warnings], [{ 'A1-A3': 281 }, undefined]);
  });
});

describe('a declared unit', () => {
  it('is converted with the exact factor of its kind', () => {
    for (const [quantity, unit, expected, own] of [
      [1, 'yd3', 0.764554857984, 'm3'],
      [1000, 'ft2', 92.90304, 'm2'],
      [1, 'ft²', 0.09290304, 'm2'],
      [10, 'ft', 3.048, 'm'],
      [1, 'lb', 0.45359237, 'kg'],
      [1, 'short ton', 907.18474, 'kg'],
      [1, 'Short tons', 907.18474, 'kg'],
      [1, 'gal', 0.003785411784, 'm3'],
      [1, 'in', 0.0254, 'm'],
      [1, 'cu. yd', 0.764554857984, 'm3'],
      [1, 'sq ft', 0.09290304, 'm2'],
      [2, 't', 2000, 'kg'],
      [1, 'metric ton', 1000, 'kg'],
      [3, 'm³', 3, 'm3'],
      [5, 't.km', 5, 't.km'],
      [1, 'M2', 1, 'm2'],
    ] as const)
      assert.deepEqual(declaredOf(quantity, unit), { quantity: expected, unit: own }, unit);
    assert.throws(() => declaredOf(1, 'ton'), /'ton' is not known\. Known are kg, m3, .* short ton, /);
  });

  it('of the mass is one of mass', () => {
    const mass = (qty: number, unit: string) =>
      openEpd({ AR5: { gwp: gwp(1) } }, { kg_per_declared_unit: { qty, unit } }).massPerUnit;
    assert.deepEqual([mass(1, 'short ton'), mass(10, 'lb'), mass(2, 't')], [907.18474, 4.5359237, 2000]);
    assert.throws(() => mass(1, 'yd3'), /'yd3' of the mass is not known/);
  });
});

describe('modules with scenarios', () => {
  const read = (amounts: string, scenarios = '') => {
    const process = processIn(parseXml(processXml(total, amounts, scenarios)));
    const flow = flowIn(parseXml(flowXml));
    assert.ok(process && flow);
    return ilcdDeclaration(ilcdOfXml(process, new Map([['flow-1', flow]])));
  };

  it('count where one is the default, alone, or all declare the same; the others wait for a person', () => {
    const amounts = [
      amount('A1-A3', 480),
      amount('A4', 9, 'far'),
      amount('A4', 3, 'near'),
      amount('C3', 5, 'far'),
      amount('C3', 5, 'near'),
      amount('C4', 1, 'near'),
      amount('D', -30, 'recycled'),
      amount('D', -10, 'burnt'),
    ].join('');
    const { gwp, scenarios, warnings } = read(amounts, '<epd:scenario epd:name="near" epd:default="true"/>');
    assert.deepEqual(gwp, { 'A1-A3': 480, A4: 3, C3: 5, C4: 1 });
    assert.deepEqual(scenarios, [
      {
        module: 'D',
        choices: [
          { scenario: 'recycled', gwp: -30 },
          { scenario: 'burnt', gwp: -10 },
        ],
      },
    ]);
    assert.match(warnings?.join() ?? '', /^Choose a scenario for D \(recycled, burnt\): none is the default/);
  });

  it('refuse a declaration only where they are parts of A1-A3', () => {
    assert.deepEqual(read(amount('A4', 1, 'a') + amount('A4', 2, 'b')).gwp, {});
    assert.throws(() => read(amount('A1', 1, 'a') + amount('A1', 2, 'b')), /Module A1 has scenarios/);
  });
});
