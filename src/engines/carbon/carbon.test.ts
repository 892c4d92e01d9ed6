import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc, holds } from '../../../test/support/chance.ts';
import { imported, sample, withoutSamples } from '../ifc/testing/files.ts';
import { modules } from './modules.ts';
import type { CarbonSource } from './params.ts';
import {
  calculated,
  declared,
  element,
  epd,
  made,
  mappingOf,
  modelOf,
  near,
  tablesOf,
  volumes,
} from './testing/calculations.ts';
import type { Epd, MappedMaterial } from './types.ts';

const sourceOf = async (file: string): Promise<CarbonSource> => ({
  kind: 'model',
  snapshot: (await imported(sample(file))).result.snapshot,
  modelId: 'model',
  changesetId: 'changeset',
});
// imports of samples outlast the tests that they are made in only out here
const [house, duplex] = withoutSamples ? [] : [await sourceOf('AC20-FZK-Haus.ifc'), await sourceOf('duplex.ifc')];

describe('carbon of a house, against a calculation by hand', { skip: withoutSamples }, () => {
  const volume = 54.4810806;
  const entry: MappedMaterial = { name: 'Leichtbeton 102890359', epdId: 'concrete' };
  const groups = [{ name: 'Walls', filter: "Class eq 'IfcWallStandardCase'" }];
  const walls = async (more: Partial<MappedMaterial> = {}, of: Epd = epd()) => {
    const mapping = mappingOf([{ ...entry, ...more }], { groups });
    assert.ok(house);
    return calculated(house, { mappings: [mapping], epds: [of] }, [{ ...volumes, group: 'Walls' }]);
  };

  it('is that of its walls', async () => {
    const { result, rows, calculated: done } = await walls();
    assert.deepEqual([rows, done], [13, 13]);
    const { totals } = result;
    const endOfLife = ([1, 2, 3, 4] as const).map((n) => totals[`C${n}`] ?? 0).reduce((a, b) => a + b);
    assert.ok(near(totals['A1-A3'], 10_896.2161) && near(totals.A4, 544.810806) && near(totals.A5, 272.405403));
    assert.ok(near(endOfLife, 544.810806) && near(totals.D, -1089.62161) && near(totals.upfront, 11_713.4323));
    assert.ok(near(totals.embodied, volume * 225), 'D is in no sum');
    assert.deepEqual(totals.missing, Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`B${n}`, 13])));
    assert.ok(near(result.materials[0]?.quantity, volume));
  });

  it('adds waste, replacements and another unit', async () => {
    assert.ok(near((await walls({ wastage: 0.1 })).result.totals.A5, 1470.98918));
    assert.ok(near((await walls({ serviceLife: 20 })).result.totals.B4, 24_516.4863));
    const { density, ...perKilogram } = epd({ declared: { quantity: 1, unit: 'kg' }, gwp: { 'A1-A3': 0.2 } });
    assert.ok(near((await walls({}, { ...perKilogram, density: 1200 })).result.totals['A1-A3'], 13_075.4593));
    const unknown = await walls({}, perKilogram);
    assert.deepEqual([unknown.calculated, unknown.firstReason], [0, 'NotConvertible']);
    assert.ok(near(unknown.result.notCalculated[0]?.quantity, volume));
    assert.match(unknown.html, /0 of 13 rows could be calculated/);
  });

  it('takes the layers of a wall by their thickness, and counts what has parts by these', async () => {
    assert.ok(duplex);
    const mapping = mappingOf([{ name: 'Masonry - Brick', epdId: 'concrete' }]);
    const { csv, result } = await calculated(duplex, { mappings: [mapping], epds: [epd()] });
    const bricks = csv.split('\r\n').filter((line) => line.includes('Masonry - Brick'));
    assert.ok(
      bricks.some((line) => line.includes(',4.5746')),
      bricks.join('\n'),
    );
    const classes = csv.split('\r\n').map((line) => line.split(',')[3]);
    for (const none of ['IfcOpeningElement', 'IfcSpace', 'IfcStair']) assert.equal(classes.includes(none), false, none);
    const reasonOf = (material: string | null) => result.notCalculated.find((one) => one.material === material)?.reason;
    assert.deepEqual([reasonOf('Plasterboard'), reasonOf(null)], ['Unmapped', 'NoMaterial']);
  });
});

describe('carbon of generated models', () => {
  const amount = fc.double({ min: 0.001, max: 1000, noNaN: true });
  const figure = fc.double({ min: -100, max: 1000, noNaN: true });
  const model = fc.record({
    layers: fc.array(fc.tuple(fc.constantFrom('A', 'B', null), fc.double({ min: 0.01, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 5,
    }),
    volume: amount,
    density: amount,
    figures: fc.record({ a: figure, b: figure }),
    wastage: fc.double({ min: 0, max: 1, noNaN: true }),
    elements: fc.integer({ min: 1, max: 20 }),
  });

  it('is what a second calculation gives', async ({ name: property }) => {
    await holds(
      'carbon',
      property,
      model,
      async ({ layers, volume, density, figures, wastage, elements }) => {
        const materials = [
          { kind: 'layers' as const, materials: layers.map(([name, thickness]) => ({ name, thickness })) },
        ];
        const records = Array.from({ length: elements }, (_, n) =>
          element(n, { materials, propertySets: [declared({ NetVolume: volume * (n + 1) })] }),
        );
        const perKilogram = epd({
          id: 'b',
          declared: { quantity: 2, unit: 'kg' },
          density,
          gwp: { 'A1-A3': figures.b },
        });
        const { density: _, ...plain } = epd({ id: 'a', gwp: { 'A1-A3': figures.a, C1: 1 } });
        const mapping = mappingOf([
          { name: 'A', epdId: 'a', wastage },
          { name: 'B', epdId: 'b', factor: 3 },
        ]);
        const { result } = await calculated(modelOf(records), { mappings: [mapping], epds: [plain, perKilogram] });
        // everything at once, without rows: the share of each name in all that there is
        const whole = layers.reduce((sum, [, thickness]) => sum + thickness, 0);
        const share = (wanted: string) =>
          layers.reduce((sum, [name, thickness]) => sum + (name === wanted ? thickness : 0), 0) / whole;
        const all = (volume * elements * (elements + 1)) / 2;
        const truth = all * share('A') * figures.a + ((all * share('B') * density) / 2) * figures.b * 3;
        const scale = all * (1 + Math.abs(figures.a) + density * Math.abs(figures.b) * 3) + 1;
        assert.ok(
          Math.abs((result.totals['A1-A3'] ?? 0) - truth) <= 1e-7 * scale,
          `${result.totals['A1-A3']} ${truth}`,
        );
        const lost = wastage * all * share('A') * (figures.a + 1);
        assert.ok(Math.abs((result.totals.A5 ?? 0) - lost) <= 1e-7 * scale);
      },
      { numRuns: 40 },
    );
  });
});

describe('a result', () => {
  const record = (number: number, name: string) =>
    element(number, { materials: made(name), propertySets: [declared({ NetVolume: 2 })], name: '=1+1' });

  it('warns of examples, of ended validity and of mixed standards', async () => {
    const epds = [
      epd({ id: 'a', example: true, validUntil: '2026-11-21' }),
      epd({ id: 'b', standard: 'EN 15804+A1', validUntil: '2026-11-22' }),
    ];
    const mapping = mappingOf([
      { name: 'A', epdId: 'a' },
      { name: 'B', epdId: 'b' },
    ]);
    const { result, html } = await calculated(modelOf([record(1, 'A'), record(2, 'B')]), { mappings: [mapping], epds });
    assert.deepEqual(
      result.warnings.map(({ code, count }) => [code, count]),
      [
        ['ExampleFactors', 1],
        ['ExpiredEpd', 1],
        ['MixedStandards', 2],
      ],
    );
    assert.match(html, /class="mark">Example factors/);
    assert.deepEqual(
      result.epds.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal('gwp' in (result.epds[0] ?? {}), false);
  });

  it('lists what is ignored with its reason, and writes no formulas and no markup', async () => {
    const mapping = mappingOf([{ name: '<b>A</b>', epdId: null, ignored: true, reason: 'Air' }]);
    const {
      result,
      csv,
      html,
      calculated: done,
    } = await calculated(modelOf([record(1, '<b>A</b>')]), { mappings: [mapping], epds: [] });
    assert.deepEqual(result.notCalculated, [
      {
        label: 'All',
        material: '<b>A</b>',
        reason: 'Ignored',
        rows: 1,
        unit: 'm3',
        examples: ['globalId-4097'],
        because: 'Air',
        quantity: 2,
      },
    ]);
    assert.deepEqual([done, result.totals.embodied, result.labels[0]?.rows], [0, null, 1]);
    assert.match(csv, /,'=1\+1,IfcWall,/);
    assert.match(html, /&lt;b&gt;A&lt;\/b&gt;/);
    assert.doesNotMatch(html, /<script|<b>A/);
  });

  it('tells what it rests on: values of persons where they matter, and the origin of quantities', async () => {
    const perKilogram = epd({ id: 'kg', declared: { quantity: 1, unit: 'kg' }, gwp: { 'A1-A3': 1 } });
    const mapping = mappingOf([
      { name: 'A', epdId: 'kg', density: 1000, factor: 1 },
      { name: 'B', epdId: 'concrete', density: 1000, wastage: 0.1 },
    ]);
    const { result, html } = await calculated(modelOf([record(1, 'A'), record(2, 'A'), record(3, 'B')]), {
      mappings: [mapping],
      epds: [perKilogram, epd({ gwp: { 'A1-A3': 100 } })],
    });
    assert.deepEqual(result.assumed, [
      { material: 'A', what: 'density', value: 1000, unit: 'kg/m3', rows: 2, embodied: 4000 },
      { material: 'B', what: 'wastage', value: 0.1, unit: '', rows: 1, embodied: 220 },
    ]);
    assert.deepEqual(result.origins, [{ source: 'declared', rows: 3, embodied: 4220 }]);
    assert.match(html, /Put into the mapping/);
  });

  it('has the figures of every element, and which of them are not known', async () => {
    const layers = [
      {
        kind: 'layers' as const,
        materials: [
          { name: 'A', thickness: 0.1 },
          { name: 'B', thickness: 0.3 },
          { name: 'C', thickness: 0.1 },
        ],
      },
    ];
    const mapping = mappingOf(['A', 'B'].map((name) => ({ name, epdId: 'concrete' })));
    const { elements } = await calculated(
      modelOf([
        element(1, { materials: layers, propertySets: [declared({ NetVolume: 5, NetSideArea: 10 })] }),
        element(2, { materials: made('Z'), propertySets: [declared({ NetVolume: 5 })] }),
      ]),
      { mappings: [mapping], epds: [epd({ gwp: { 'A1-A3': 100, D: -10 } })] },
    );
    const [wall, other] = elements.elements;
    assert.deepEqual(elements.materials, ['A', 'B']);
    assert.deepEqual([wall?.globalId, wall?.area, wall?.class], ['globalId-4097', 10, 'IfcWall']);
    const figure = (member: (typeof elements.members)[number]) =>
      wall?.of.map(([material, figures]) => [material, figures[elements.members.indexOf(member)]]);
    assert.deepEqual(figure('embodied'), [
      [0, 100],
      [1, 300],
    ]);
    assert.deepEqual(figure('D'), [
      [0, -10],
      [1, -30],
    ]);
    assert.deepEqual(figure('C1'), [
      [0, null],
      [1, null],
    ]);
    assert.deepEqual([other?.of, other?.area], [[], null]);
  });

  it('is a document, too, that warns on each of its pages', async () => {
    const mapping = mappingOf([{ name: 'A', epdId: 'concrete' }]);
    const { document } = await calculated(modelOf([record(1, 'A'), record(2, 'Z')]), {
      mappings: [mapping],
      epds: [epd({ example: true })],
    });
    const [part] = document.parts;
    assert.deepEqual(part?.header, ['Carbon calculation: House', 'Example factors: these figures mean nothing.']);
    const text = JSON.stringify(part?.blocks);
    for (const one of [
      '1 of 2 rows could be calculated',
      'No entry in the mapping',
      '"A1-A3","400"',
      'ann@example.com',
    ])
      assert.ok(text.includes(one), one);
  });

  it('has all modules, and sums that nothing is lost of', async () => {
    const records = Array.from({ length: 1000 }, (_, n) =>
      element(n, { materials: made('A'), propertySets: [declared({ NetVolume: n % 2 ? 1e8 : 1e-8 })] }),
    );
    const mapping = mappingOf([{ name: 'A', epdId: 'a' }]);
    const { result } = await calculated(modelOf(records), {
      mappings: [mapping],
      epds: [epd({ id: 'a', gwp: { 'A1-A3': 1 } })],
    });
    assert.deepEqual(Object.keys(result.totals), [...modules, 'upfront', 'embodied', 'missing']);
    assert.equal(result.totals['A1-A3'], 5e10);
  });
});

describe('tables of files', () => {
  const label = { ...volumes, table: 'quantities', materialColumns: ['Material'] };
  const { group: _, ...plain } = label;
  const mapping = mappingOf([{ name: 'Concrete', epdId: 'concrete' }]);
  const factors = { mappings: [mapping], epds: [epd({ gwp: { 'A1-A3': 1 } })] };
  const of = (content: string | Buffer, more: Partial<typeof plain> = {}, name = 'quantities.csv') =>
    calculated(tablesOf(name, content), factors, [{ ...plain, ...more }]);

  it('have their unit in brackets, in a column of its own, or none', async () => {
    const text =
      'Name,Volume [l],Material\nWall,2000,Concrete\nSlab,,Concrete\nRoof,x,concrete\nBeam,-1,Concrete\nDoor,1,\n';
    const { result } = await of(text);
    assert.equal(result.totals['A1-A3'], 2);
    assert.deepEqual(
      result.notCalculated.map(({ reason, rows }) => [reason, rows]),
      [
        ['NoQuantity', 3],
        ['NoMaterial', 1],
      ],
    );
    const own = await of('Name;Volume;unit;Material\n007;1,5;m3;Concrete\n8;2;stone;Concrete\n');
    assert.deepEqual([own.result.totals['A1-A3'], own.result.notCalculated[0]?.reason], [1.5, 'NoUnit']);
    assert.match(own.csv, /,007,/);
  });

  it('are read in other encodings, as JSON, and by the name of a table', async () => {
    const utf16 = Buffer.from('\ufeffName\tVolume [m3]\tMaterial\nWand\t3\tConcrete\n', 'utf16le');
    assert.equal((await of(utf16)).result.totals['A1-A3'], 3);
    const rows = [
      { Name: 'a', 'Volume [m3]': 4, Material: 'Concrete' },
      { Material: 'Concrete', 'Volume [m3]': null },
    ];
    const json = JSON.stringify({ tables: { other: [], quantities: rows } });
    const { result } = await of(json, {}, 'x.json');
    assert.deepEqual([result.totals['A1-A3'], result.notCalculated[0]?.reason], [4, 'NoQuantity']);
    assert.deepEqual(result.source, { fileId: 'file', sha256: '00' });
  });

  it('are refused with a reason', async () => {
    await assert.rejects(of('Name,Volume\n', { table: 'x' }), /Table 'x' is not in the report\./);
    await assert.rejects(of('Name,Volume\n'), /Column 'Material' is not in table 'quantities'\./);
    await assert.rejects(of(''), /The file is empty\./);
    await assert.rejects(of('{"a":1}'), /The file is no JSON of the form/);
    await assert.rejects(of('Name,Volume,Material\n"x'), /a quote does not end/);
    await assert.rejects(of(Buffer.from('PK\u0003\u0004nothing')), /no workbook/);
    await assert.rejects(of(`Name,Volume,Material\n${'a,1,b\n'.repeat(200_001)}`), /more than 200,000 rows/);
  });
});
