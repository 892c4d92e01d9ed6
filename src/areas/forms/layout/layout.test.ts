import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtIn } from '../template/built-in.ts';
import { seedOfTemplate } from '../template/template.ts';
import { calculated } from './calculate.ts';
import { keyOf, largestProperties, longestText, nameOfKey } from './controls.ts';
import { rounded } from './evaluate.ts';
import { parseFormula } from './formula.ts';
import { isUnreadable, readLayout } from './read.ts';
import { validateLayout } from './validate.ts';
import { faultsOfValue } from './values.ts';

const layoutText = (...controls: object[]) => JSON.stringify({ Form: { Controls: controls } });
const layoutOf = (...controls: object[]) => {
  const layout = readLayout(layoutText(...controls));
  if (isUnreadable(layout)) throw new Error(layout.reason);
  return layout;
};
const around = { listGroups: new Set<string>(), images: new Set<number>() };
const statusOf = (...controls: object[]) => validateLayout(layoutText(...controls), around).status;
const calc = (Binding: string, Formula: string, more: object = {}) => ({ Calculated: { Binding, Formula, ...more } });

describe('formulas', () => {
  const properties = {
    A: 4,
    Name: 'Pump',
    Yes: true,
    Air__x0020__temperature: 2.5,
    Rows: [{ Volume: 9 }, { Volume: 0.5 }, {}],
    From: '2025-03-01',
    To: '2025-03-11T12:00:00Z',
    __proto__x: 1,
  };
  const cases: readonly (readonly [string, unknown])[] = [
    ['1 + 2 * 3', 7],
    ['-[A] % 3', -1],
    ['[Air temperature] * 2', 5],
    ['[A] / 0', null],
    ['[A] = 4 and not ([Name] <> "Pump")', true],
    ['[Yes] or [A] > 5', true],
    ['if([A] >= 4, "much", "little")', 'much'],
    ["if([Missing], 'x', 'y')", 'y'],
    ['[Missing] = null', true],
    ['sum([Rows.Volume])', 9.5],
    ['count([Rows.Volume])', 2],
    ['avg([Rows.Volume], [A])', 4.5],
    ['min([Rows.Volume]) + max(1, 2, [A])', 4.5],
    ['sum([Nothing.x])', 0],
    ['avg([Nothing.x])', null],
    ['round(2.345, 2)', 2.35],
    ['days([From], [To])', 10.5],
    ['concat([Name], " ", [A], [Missing])', 'Pump 4'],
    ['[Name] + 1', null],
    ['[Name] < 1', null],
    ['"[A] and \\"b\\""', '[A] and "b"'],
    ['[Rows.Volume]', null],
  ];
  for (const [text, value] of cases) {
    it(`${text} is ${JSON.stringify(value)}`, () => {
      assert.ok(parseFormula(text), 'it cannot be read');
      assert.deepEqual(calculated(layoutOf(calc('V', text)), properties).properties.V ?? null, value);
    });
  }

  for (const text of [
    '',
    '1 +',
    'A',
    'alert(1)',
    '[A',
    '[A](1)',
    'if(1)',
    'this',
    '[A].x',
    '1; 2',
    'a = 1',
    '1 ? 2 : 3',
    '{}',
  ]) {
    it(`${text || 'nothing'} is none`, () => assert.equal(parseFormula(text), undefined));
  }

  it('that are too deep or too long are none, and do no harm', () => {
    assert.equal(parseFormula(`${'('.repeat(5000)}1${')'.repeat(5000)}`), undefined);
    assert.equal(parseFormula(Array(40).fill('-').join(' ').concat('1')), undefined);
    assert.equal(parseFormula(Array(2000).fill('1').join('+')), undefined);
  });

  it('round as people do', () => {
    assert.deepEqual(
      [rounded(1.005, 2), rounded(-2.5, 0), rounded(1e21, 2), rounded(1234, -2)],
      [1.01, -3, 1e21, 1200],
    );
  });
});

describe('layouts', () => {
  it('have keys that can be read back', () => {
    assert.equal(keyOf('Air temperature'), 'Air__x0020__temperature');
    assert.equal(nameOfKey(keyOf('Größe [m²]')), 'Größe [m²]');
  });

  it('are judged by the worst of them', () => {
    assert.equal(validateLayout('no JSON', around).status, 'Critical');
    assert.equal(validateLayout('{"Form":{}}', around).status, 'Critical');
    assert.equal(statusOf({ TextBox: { Binding: 'A' } }, { TextBox: { Binding: 'A' } }), 'Error');
    assert.equal(statusOf(calc('A', '1 +')), 'Error');
    assert.equal(statusOf(calc('A', '[B]'), calc('B', '[A]')), 'Error');
    assert.equal(statusOf({ StaticImage: { FileId: 1 } }), 'Error');
    assert.equal(statusOf({ CascadingList: { Binding: 'A', ListGroupId: 'x' } }), 'Error');
    assert.equal(statusOf({ Compass: { Binding: 'A' } }), 'Warning');
    assert.equal(statusOf({ TextBox: { Binding: 'A' } }, { Panel: { Children: [{ Label: { Text: 'x' } }] } }), 'None');
  });

  it('with too many controls, or too deep ones, are unreadable', () => {
    const deep = (levels: number): object => ({ Panel: { Children: levels === 0 ? [] : [deep(levels - 1)] } });
    assert.equal(statusOf(deep(15)), 'None');
    assert.equal(statusOf(deep(16)), 'Critical');
    assert.equal(statusOf(...Array(2001).fill({ Label: {} })), 'Critical');
  });

  it('of the built-in templates are good', () => {
    for (const template of builtIn) {
      assert.deepEqual(
        validateLayout(seedOfTemplate(template).layout, around),
        { status: 'None', reasons: [] },
        template.name,
      );
    }
  });

  it('calculate in the order of dependence', () => {
    const layout = layoutOf(
      calc('C', '[B] + 1'),
      calc('B', '[A] * 2', { Decimals: 1, ResultType: 'number' }),
      calc('T', '"x"', { ResultType: 'number' }),
    );
    assert.deepEqual(calculated(layout, { A: 0.123, C: 99, T: 1 }).properties, { A: 0.123, B: 0.2, C: 1.2 });
    assert.deepEqual(calculated(layout, {}), { properties: {}, faults: [] });
  });
});

describe('calculated values that would be too large', () => {
  const faultsOf = (layout: ReturnType<typeof layoutOf>, properties: object) => {
    const { properties: made, faults } = calculated(layout, { ...properties });
    return { made, faults: faults.map(({ code, target }) => `${code} ${target}`) };
  };
  const twice = (of: string) => `concat([${of}], [${of}])`;

  it('are null beyond the length of a text box, and so is what needs them', () => {
    const chain = Array.from({ length: 40 }, (_, at) => calc(`V${at + 1}`, twice(`V${at}`)));
    const { made, faults } = faultsOf(layoutOf(...chain), { V0: 'x'.repeat(1024) });
    assert.deepEqual(
      [String(made.V6).length, made.V7, faults[0], made.V40],
      [longestText, undefined, 'ValueTooLong properties.V7', ''],
    );
  });

  it('are null within one formula, too, before the text is made', () => {
    const many = `concat(${Array(50).fill('[A]').join(',')})`;
    const deep = `concat(${Array(15).fill(many).join(',')})`;
    const { made, faults } = faultsOf(layoutOf(calc('V', `count(${deep})`)), { A: 'x'.repeat(longestText) });
    assert.deepEqual([made.V, faults], [undefined, ['ValueTooLong properties.V']]);
  });

  it('are null where all properties together would be too large', () => {
    const copies = Array.from({ length: 30 }, (_, at) => calc(`V${at}`, '[A]'));
    const { made, faults } = faultsOf(layoutOf(...copies), { A: 'é'.repeat(longestText / 2) });
    assert.ok(Buffer.byteLength(JSON.stringify(made)) <= largestProperties);
    assert.equal(made.V13, made.A);
    assert.equal(faults[0], 'PropertiesTooLarge properties.V14');
  });

  it('are null once the formulas of a form have used up their steps', () => {
    const sums = Array.from({ length: 1000 }, (_, at) =>
      calc(`V${at}`, `sum(${Array(50).fill('[Rows.N]').join(',')})`),
    );
    const Rows = Array.from({ length: 500 }, () => ({ N: 1 }));
    const { made, faults } = faultsOf(layoutOf(...sums), { Rows });
    assert.deepEqual([made.V0, made.V999, faults.length], [25_000, undefined, 100]);
    assert.match(faults[0] ?? '', /^CalculationTooLarge properties\.V\d+$/);
  });

  it('are null once they have made too much text, though each is short', () => {
    const joins = Array.from({ length: 200 }, (_, at) => calc(`V${at}`, 'count(concat([A], [A]))'));
    const { made, faults } = faultsOf(layoutOf(...joins), { A: 'x'.repeat(longestText / 2) });
    assert.deepEqual([made.V0, made.V199, faults[0]?.split(' ')[0]], [1, undefined, 'CalculationTooLarge']);
  });
});

describe('values of controls', () => {
  const codeOf = (control: object, value: unknown) => {
    const [one] = layoutOf(control).all;
    assert.ok(one);
    return faultsOfValue(one, value, 'properties.A').map(({ code, target }) => `${code} ${target}`);
  };
  const wrong = ['InvalidProperty properties.A'];
  const bad = ['InvalidValue properties.A'];
  const options = { Options: [{ Value: 'a' }, { Value: 'b' }] };
  const cases: readonly (readonly [object, unknown, readonly string[]])[] = [
    [{ TextBox: {} }, null, []],
    [{ TextBox: {} }, 7, wrong],
    [{ TextBox: { MaxLength: 2 } }, 'abc', bad],
    [{ TextBox: { Format: 'email' } }, 'nobody', bad],
    [{ TextBox: { Format: 'email' } }, 'a@example.com', []],
    [{ TextBox: { Format: 'digits' } }, '12a', bad],
    [{ NumberBox: { Minimum: 0 } }, -1, bad],
    [{ NumberBox: { Maximum: 3 } }, 3, []],
    [{ NumberBox: {} }, '3', wrong],
    [{ CheckBox: {} }, 'true', wrong],
    [{ ComboBox: options }, 'c', bad],
    [{ ComboBox: { ...options, AllowOther: true } }, 'c', []],
    [{ RadioGroup: options }, ['a'], wrong],
    [{ MultiSelect: options }, ['a', 'a'], bad],
    [{ MultiSelect: options }, ['a', 'b'], []],
    [{ DatePicker: {} }, '2025-02-30', bad],
    [{ DatePicker: {} }, '2025-02-28', []],
    [{ UserPicker: {} }, { id: 'x' }, wrong],
    [{ Signature: {} }, { name: 'Ada', dateTime: '2025-02-28T10:00:00Z' }, []],
    [{ Signature: {} }, { name: 'Ada' }, wrong],
    [{ Table: {} }, {}, wrong],
    [{ Table: { MaxRows: 1 } }, [{}, {}], bad],
    [
      { Table: { Columns: [{ NumberBox: { Binding: 'N' } }] } },
      [{ N: 1 }, { N: 'x' }],
      ['InvalidProperty properties.A[1].N'],
    ],
    [{ Table: {} }, [{ id: 'x' }], ['InvalidProperty properties.A[0].id']],
    [{ Compass: {} }, {}, []],
  ];
  for (const [control, value, faults] of cases) {
    it(`${JSON.stringify(control)} and ${JSON.stringify(value)}`, () =>
      assert.deepEqual(codeOf(control, value), faults));
  }
});
