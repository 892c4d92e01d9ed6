import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after, describe, it } from 'node:test';
import yazl from 'yazl';
import { amount, first, flowXml, newTotal, processXml, total, volume } from '../testing/ilcd.ts';
import type { Declaration } from '../types.ts';
import { importDeclarations } from './epds.ts';

const folder = mkdtempSync(join(tmpdir(), 'epds-'));
after(() => rmSync(folder, { recursive: true }));
const input = join(folder, 'input');

async function read(content?: string | Buffer) {
  if (content !== undefined) writeFileSync(input, content);
  const output = mkdtempSync(join(folder, 'out-'));
  const result = await importDeclarations({ input, output }, { progress() {}, log() {} });
  const lines = readFileSync(result.declarations, 'utf8').split('\n').slice(0, -1);
  const declarations: Declaration[] = lines.map((line) => JSON.parse(line).declaration);
  return { ...result, declarations, reasons: result.refused.map(({ reason }) => reason) };
}

describe('declarations by CSV', () => {
  it('are read with and without a header, in any order of columns', async () => {
    const row = 'Light concrete,1,m3,1200,,,EN 15804+A2,2027-01-31,X-1,true,200,10,5,,,,,,,,2,3,4,1,-20\n';
    const { format, declarations } = await read(row);
    assert.equal(format, 'CSV');
    const gwp = { 'A1-A3': 200, A4: 10, A5: 5, C1: 2, C2: 3, C3: 4, C4: 1, D: -20 };
    assert.deepEqual(declarations, [
      {
        name: 'Light concrete',
        declared: { quantity: 1, unit: 'm3' },
        standard: 'EN 15804+A2',
        gwp,
        example: true,
        density: 1200,
        validUntil: '2027-01-31',
        reference: 'X-1',
      },
    ]);
    const other = await read('D;name;declaredUnit;declaredQuantity;A1-A3\n-1,5;Steel;t;2;0\n');
    assert.deepEqual(other.declarations[0]?.declared, { quantity: 2000, unit: 'kg' });
    assert.deepEqual(other.declarations[0]?.gwp, { 'A1-A3': 0, D: -1.5 }, '0 is declared, nothing is not');
  });

  it('are refused one by one, with their line', async () => {
    const header = 'name,declaredQuantity,declaredUnit,density,validUntil,A1-A3\n';
    const { refused, count } = await read(
      `${header}a,1,,,,1\nb,1,furlong,,,1\nc,0,kg,,,1\nd,1,kg,,,\ne,1,kg,,,one\n,1,kg,,,1\nf,1,kg,-1,,1\ng,1,kg,,soon,1\n"h\nh",1,kg,,,1\ni,1,kg,,,x\n`,
    );
    assert.equal(count, 1);
    assert.deepEqual(
      refused.map(({ name, line, reason }) => [name, line, reason]),
      [
        ['a', 2, 'The declared unit is missing.'],
        [
          'b',
          3,
          "The declared unit 'furlong' is not known. Known are kg, m3, m2, m, pcs, t.km, kWh, MJ, item, t, g, lb, short ton, long ton, yd3, ft3, gal, l, yd2, ft2, in2, cm2, yd, ft, in, cm, mm, km.",
        ],
        ['c', 4, 'The declared quantity is missing or not above 0.'],
        ['d', 5, 'No module is declared.'],
        ['e', 6, "The A1-A3 'one' is not a number."],
        [null, 7, 'The name is missing.'],
        ['f', 8, 'The density is not above 0.'],
        ['g', 9, "'soon' is no date."],
        ['i', 12, "The A1-A3 'x' is not a number."],
      ],
    );
  });
});

const openEpd = (more: object = {}) => ({
  id: 'ec3abcd',
  product_name: 'Mix 30',
  declared_unit: { qty: 1, unit: 'm3' },
  valid_until: '2027-05-01T00:00:00Z',
  kg_per_declared_unit: { qty: 2.3, unit: 't' },
  impacts: { 'TRACI 2.1': { gwp: { A1A2A3: { mean: 300, unit: 'kgCO2e' }, A4: { mean: 5 }, D: { mean: -3 }, X: {} } } },
  ...more,
});

describe('declarations by openEPD', () => {
  it('are read, one or many', async () => {
    const { format, declarations } = await read(JSON.stringify(openEpd()));
    assert.equal(format, 'openEPD');
    assert.deepEqual(declarations, [
      {
        name: 'Mix 30',
        declared: { quantity: 1, unit: 'm3' },
        gwp: { 'A1-A3': 300, A4: 5, D: -3 },
        example: false,
        standard: null,
        method: 'TRACI 2.1',
        massPerUnit: 2300,
        validUntil: '2027-05-01',
        reference: 'ec3abcd',
      },
    ]);
    const apart = {
      'EF 3.0': { gwp: { A1: { mean: 1 }, A2: { mean: 2 }, A3: { mean: 3 } } },
      old: { gwp: { A1: { mean: 9 } } },
    };
    const two = await read(
      JSON.stringify([openEpd(), openEpd({ impacts: apart, declared_unit: { qty: 2, unit: 'item' } })]),
    );
    assert.deepEqual(two.declarations[1]?.gwp, { 'A1-A3': 6 });
    assert.deepEqual([two.declarations[1]?.declared.unit, two.declarations[1]?.standard], ['pcs', 'EN 15804+A2']);
  });

  it('have amounts as texts, too, as some programs write them', async () => {
    for (const [text, quantity, unit] of [
      ['1 m3', 1, 'm3'],
      [' 1000 kg ', 1000, 'kg'],
      ['2.5m2', 2.5, 'm2'],
    ] as const) {
      const written = openEpd({ declared_unit: text, kg_per_declared_unit: '2.3 t' });
      const { declarations } = await read(JSON.stringify(written));
      const [found] = declarations;
      assert.deepEqual([found?.declared, found?.massPerUnit], [{ quantity, unit }, 2300]);
    }
    const { reasons } = await read(JSON.stringify(openEpd({ declared_unit: 'a truck' })));
    assert.match(reasons.join(), /declared unit is missing/);
  });

  it('are refused with the reason', async () => {
    const gwp = { gwp: { A1A2A3: { mean: 1 } } };
    const { reasons, count } = await read(
      JSON.stringify([
        openEpd({ declared_unit: null }),
        openEpd({ impacts: {} }),
        openEpd({ impacts: { a: gwp, b: gwp } }),
        5,
        openEpd({ impacts: { a: { gwp: { A1A2A3: { mean: 1, unit: 'lb' } } } } }),
        openEpd({ impacts: { a: { gwp: { A1: { mean: 1 } } } } }),
      ]),
    );
    assert.deepEqual(
      [count, reasons],
      [
        0,
        [
          'The declared unit is missing.',
          'No module is declared.',
          "The methods 'a' and 'b' tell of equally many modules, and neither is EN 15804.",
          'A declaration must be an object.',
          "The unit 'lb' of A1A2A3 is not kgCO2e.",
          'No module is declared.',
        ],
      ],
    );
    await assert.rejects(read('{"a":'), /no valid JSON/);
  });
});

async function zip(entries: Readonly<Record<string, string>>): Promise<void> {
  const file = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name);
  file.end();
  await finished(file.outputStream.pipe(createWriteStream(input)));
}

describe('declarations by ILCD+EPD', () => {
  it('are read out of a zip with their flows, by either id of the second edition', async () => {
    for (const [indicator, standard] of [
      [total, 'EN 15804+A2'],
      [newTotal, 'EN 15804+A2'],
      [first, 'EN 15804+A1'],
    ] as const) {
      const scenarios = '<epd:scenario epd:name="far"/><epd:scenario epd:name="near" epd:default="true"/>';
      const amounts = [amount('A1-A3', 480), amount('A4', 9, 'far'), amount('A4', 3, 'near')].join('');
      await zip({
        'ILCD/processes/p.xml': processXml(indicator, amounts, scenarios),
        'ILCD/flows/f.xml': flowXml,
        'readme.txt': 'x',
      });
      const { format, declarations, reasons } = await read();
      assert.deepEqual([format, reasons], ['ILCD+EPD', []]);
      assert.deepEqual(declarations, [
        {
          name: 'Concrete & more',
          declared: { quantity: 2, unit: 'm3' },
          gwp: { 'A1-A3': 480, A4: 3 },
          example: false,
          standard,
          density: 2400,
          validUntil: '2027-12-31',
          reference: 'p-1',
        },
      ]);
    }
  });

  it('are read as JSON', async () => {
    const result = (indicator: string, anies: readonly object[]) => ({
      referenceToLCIAMethodDataSet: { refObjectId: indicator },
      other: { anies },
    });
    const process = {
      processInformation: {
        dataSetInformation: { UUID: 'p-2', name: { baseName: [{ value: 'Wood', lang: 'en' }] } },
        quantitativeReference: { referenceToReferenceFlow: [0] },
        time: { dataSetValidUntil: 2028 },
      },
      exchanges: {
        exchange: [
          {
            dataSetInternalID: 0,
            referenceFlow: true,
            resultingAmount: 1,
            flowProperties: [{ uuid: volume, referenceFlowProperty: true, meanValue: 1 }],
            materialProperties: [{ name: 'gross density', value: '500' }],
          },
        ],
      },
      LCIAResults: {
        LCIAResult: [
          result(total, [
            { module: 'A1-A3', value: '-700.5' },
            { name: 'referenceToUnitGroupDataSet', value: {} },
          ]),
          result('2356e1ab-0185-4db5-86e5-16de51c7485c', [{ module: 'A1-A3', value: '-800' }]),
        ],
      },
    };
    const { declarations, reasons } = await read(JSON.stringify(process));
    assert.deepEqual(reasons, []);
    assert.deepEqual(declarations, [
      {
        name: 'Wood',
        declared: { quantity: 1, unit: 'm3' },
        gwp: { 'A1-A3': -700.5 },
        gwpBiogenic: { 'A1-A3': -800 },
        example: false,
        standard: 'EN 15804+A2',
        density: 500,
        validUntil: '2028-12-31',
        reference: 'p-2',
      },
    ]);
  });

  it('are refused without flow, and where XML is more than data', async () => {
    const plain = processXml(total, amount('A1-A3', 1));
    assert.match((await read(plain)).reasons.join(), /reference flow is not in the file/);
    await assert.rejects(read(plain.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>')), /DTD or entities/);
    await assert.rejects(read('<processDataSet>'), /not well-formed/);
    await assert.rejects(read('<html></html>'), /no process data set/);
    await assert.rejects(read(Buffer.from('PK\u0003\u0004x')), /zip cannot be read/);
    await assert.rejects(read(''), /The file is empty/);
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
    await assert.rejects(read(`<processDataSet>${deep}</processDataSet>`), /deeper than 200 levels/);
  });

  it('are refused in a zip whose names lead out, whose XML is deep, or which was made to be large', async () => {
    await zip({ 'aa/processes/p.xml': processXml(total, amount('A1-A3', 1)) });
    const leading = readFileSync(input).toString('latin1').replaceAll('aa/processes', '../processes');
    await assert.rejects(read(Buffer.from(leading, 'latin1')), { code: 'BrokenZip' });
    await zip({ 'processes/p.xml': '<a>'.repeat(300) });
    await assert.rejects(read(), { code: 'ForbiddenXml' });
    await zip({ 'processes/p.xml': ' '.repeat(2 ** 22) });
    await assert.rejects(read(), { code: 'ZipTooLarge' });
  });
});

it('a thousand declarations are read in their order', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => `Product ${n},1,kg,,,,,,,,${n}`).join('\n');
  const { declarations } = await read(rows);
  assert.deepEqual(
    declarations.map(({ name, gwp }) => [name, gwp['A1-A3']]),
    Array.from({ length: 1000 }, (_, n) => [`Product ${n}`, n]),
  );
});

it('the example that is shipped can be read, and every row of it is marked', async () => {
  const { declarations, refused } = await read(readFileSync('examples/epds-example.csv'));
  assert.deepEqual([declarations.length, refused], [7, []]);
  assert.ok(declarations.every(({ example, name }) => example && name.startsWith('EXAMPLE ')));
});
