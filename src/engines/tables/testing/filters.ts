import { type Chance, chanceOf } from '../../../../test/support/chance.ts';
import type { Literal, ValueType } from '../../../std/odata/tree.ts';

export type Row = Readonly<Record<string, Literal>>;

interface TestColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly inSqlite: string;
  readonly inPostgres: string;
}

const column = (name: string, type: ValueType, inSqlite: string, inPostgres: string, nullable = true): TestColumn => ({
  name,
  type,
  inSqlite,
  inPostgres,
  nullable,
});

export const columns: readonly TestColumn[] = [
  column('I', 'whole', 'INTEGER', 'int4', false),
  column('T', 'text', 'TEXT', 'text'),
  column('U', 'text', 'TEXT', 'text'),
  column('N', 'number', 'REAL', 'float8'),
  column('M', 'number', 'REAL', 'numeric'),
  column('W', 'whole', 'INTEGER', 'int8'),
  column('V', 'whole', 'INTEGER', 'int8'),
  column('B', 'boolean', 'INTEGER', 'bool'),
  column('D', 'date', 'TEXT', 'date'),
  column('S', 'instant', 'TEXT', 'timestamptz'),
  column('G', 'guid', 'TEXT', 'uuid'),
];

const texts = [
  '',
  ' ',
  'a',
  'A',
  'ab',
  'Door',
  'door',
  'IfcDoor',
  "it's",
  '%',
  '_',
  'é',
  'É',
  'e\u0301',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'Σας',
  'ΟΔΟΣ',
  '\u{1F6AA} door',
  '\u{10400}x',
  '\uffee',
  '\u00a0a\u00a0',
  '\ufeffb',
  'tab\there',
  '10',
  '9',
  'ä',
  'z',
];
const numbers = [
  0, -0, 1, -1, 2, 2.5, -2.5, 0.5, 1.5, -0.5, 0.1, 3, 7, 10, 100, 1e-9, 1e9, 1e16, 1e150, 1e151, 1e-151, 12345.678,
];
const wholes = [
  0,
  1,
  -1,
  7,
  2 ** 31,
  2 ** 53 - 1,
  '9007199254740992',
  '9007199254740993',
  '9007199254740994',
  '10000000000000000',
  '-9007199254740992',
  '-9007199254740993',
  '1152921504606846976',
  '1152921504606846977',
  '9223372036854775807',
  '9223372036854775806',
  '-9223372036854775808',
  '-9223372036854775807',
];
const dates = ['2024-01-31', '2024-02-29', '1999-12-31', '0001-01-01', '9999-12-30', '2000-01-01'];
const instants = [
  '2024-01-31T10:05:07.000Z',
  '2024-01-31T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.123Z',
  '0001-01-03T00:00:00.000Z',
];
const guids = [
  '5e19bee0-3aea-4355-a9f0-c6df9989ee7d',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-8fff-ffffffffffff',
];

/** Sixty rows: every value in some row, and nulls among them. */
export const rows: readonly Row[] = (() => {
  const { happens, pick } = chanceOf(42);
  const maybe = (value: Literal): Literal => (happens(0.15) ? null : value);
  return Array.from({ length: 60 }, (_, I) => ({
    I,
    T: maybe(texts[I % texts.length] ?? ''),
    U: maybe(pick(texts)),
    N: maybe(numbers[I % numbers.length] ?? 0),
    M: maybe(pick(numbers.filter((one) => Math.abs(one) < 1e15 && !Object.is(one, -0)))),
    W: maybe(wholes[I % wholes.length] ?? 0),
    V: maybe(pick(wholes)),
    B: maybe(happens(0.5)),
    D: maybe(pick(dates)),
    S: maybe(pick(instants)),
    G: maybe(pick(guids)),
  }));
})();

/** Filters of the whole grammar, some of them broken. */
export function* filters(seed: number, count: number): Iterable<string> {
  const chance = chanceOf(seed);
  const { happens, pick, whole } = chance;
  const make = generator(chance);
  for (let at = 0; at < count; at++) {
    const text = make('boolean', whole(1, 5));
    if (!happens(0.15)) yield text;
    else {
      const from = whole(0, text.length - 1);
      const junk = pick([
        '',
        "'",
        '(',
        ')',
        ' eq ',
        ';',
        ' or',
        '--',
        ',',
        '1e999',
        'null',
        '\u{1F6AA}',
        '\ud83d',
        '\0',
        ' in (',
        'date',
      ]);
      yield text.slice(0, from) + junk + text.slice(from + whole(0, 3));
    }
  }
}

type Make = (type: ValueType, depth: number) => string;

function generator({ happens, pick, whole }: Chance): Make {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const leaf = (type: ValueType): string => {
    if (happens(0.04)) return 'null';
    const names = columns.filter((one) => one.type === type).map(({ name }) => name);
    if (happens(0.6) && names.length > 0) return pick(names);
    const number = pick(numbers);
    const literals: Readonly<Record<ValueType, () => string>> = {
      text: () => quoted(pick(texts)),
      whole: () => String(pick([...wholes, '9223372036854775808', '99999999999999999999'])),
      number: () => String(Math.abs(number)).replace('+', ''),
      boolean: () => pick(['true', 'false']),
      date: () => pick(dates),
      instant: () => pick([...instants, '2024-01-31T11:05:07+01:00', '2024-01-31T10:05Z']),
      guid: () => pick([...guids, guids[0]?.toUpperCase() ?? '']),
      null: () => 'null',
    };
    return literals[type]();
  };
  const types: readonly ValueType[] = ['text', 'whole', 'number', 'boolean', 'date', 'instant', 'guid'];
  const wrap = (text: string): string => `(${text})`;
  const make: Make = (type, depth) => {
    if (depth <= 0) return leaf(type);
    const below = (wanted: ValueType) => make(wanted, depth - whole(1, 2));
    const operand = (wanted: ValueType) => wrap(below(wanted));
    const call = (name: string, ...wanted: readonly ValueType[]) => `${name}(${wanted.map(below).join(',')})`;
    const choices: Readonly<Partial<Record<ValueType, readonly (() => string)[]>>> = {
      boolean: [
        () => `${operand('boolean')} ${pick(['and', 'or'])} ${operand('boolean')}`,
        () => `not ${operand('boolean')}`,
        () => {
          const one = pick(types);
          return `${operand(one)} ${pick(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])} ${operand(one)}`;
        },
        () => {
          const one = pick(types);
          const simple = columns.find((known) => known.type === one)?.name ?? 'I';
          return `${simple} ${pick(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])} ${leaf(one)}`;
        },
        () => {
          const one = pick(types);
          const values = Array.from({ length: whole(1, 4) }, () => literal(one));
          return `${operand(one)} in (${values.join(', ')})`;
        },
        () => call(pick(['contains', 'startswith', 'endswith']), 'text', 'text'),
      ],
      text: [
        () => call('concat', 'text', 'text'),
        () => call(pick(['tolower', 'toupper', 'trim']), 'text'),
        () => call('substring', 'text', 'number'),
        () => call('substring', 'text', 'number', 'number'),
      ],
      whole: [
        () => `${operand('whole')} ${pick(['add', 'sub', 'mul', 'mod'])} ${operand('whole')}`,
        () => `-${operand('whole')}`,
        () => `-${leaf('whole')}`,
      ],
      number: [
        () => below('whole'),
        () => `${operand('whole')} ${pick(['add', 'mul', 'div'])} ${operand('number')}`,
        () => `${operand('number')} ${pick(['add', 'sub', 'mul', 'div', 'mod'])} ${operand('number')}`,
        () => `-${operand('number')}`,
        () => call(pick(['round', 'floor', 'ceiling']), 'number'),
        () => call('length', 'text'),
        () => call('indexof', 'text', 'text'),
        () => call(pick(['year', 'month', 'day']), pick(['date', 'instant'] as const)),
        () => call(pick(['hour', 'minute', 'second']), 'instant'),
      ],
      date: [() => call('date', pick(['date', 'instant'] as const))],
    };
    const some = choices[type];
    return some === undefined ? leaf(type) : pick(some)();
  };
  const literal = (type: ValueType): string => {
    for (;;) {
      const text = leaf(type);
      if (!columns.some(({ name }) => name === text)) return text;
    }
  };
  return make;
}

/** Texts with a smaller part in place of a part, the shortest first: some of them are filters, too. */
export function shorterThan(text: string): string[] {
  const parts = partsOf(text);
  const others = [...new Set(parts.map(([from, to]) => text.slice(from, to))), ...plain];
  const shorter = parts.flatMap(([from, to]) =>
    others
      .filter((other) => other.length < to - from && (plain.includes(other) || text.slice(from, to).includes(other)))
      .map((other) => text.slice(0, from) + other + text.slice(to)),
  );
  return [...new Set(shorter)].sort((a, b) => a.length - b.length);
}

const plain = [...columns.map(({ name }) => name), '1', "''", 'true', 'null'];

/** Where parts begin and end: the whole, brackets with the word before them, what is in them, and arguments. */
function partsOf(text: string): (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = [[0, text.length]];
  const open: { readonly bracket: number; part: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(/[(),]/g)) {
    const last = open.at(-1);
    if (mark === '(') open.push({ bracket: index, part: index + 1 });
    if (mark === '(' || last === undefined) continue;
    parts.push([last.part, index]);
    last.part = index + 1;
    if (mark === ',') continue;
    open.pop();
    const word = /\w*$/.exec(text.slice(0, last.bracket))?.[0].length ?? 0;
    parts.push([last.bracket - word, index + 1], [last.bracket + 1, index]);
  }
  return parts;
}
