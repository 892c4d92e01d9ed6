import type { Literal, ValueType } from '../../../kernel/std/odata/tree.ts';

export type Row = Readonly<Record<string, Literal>>;

interface TestColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly inSqlite: string;
  readonly inPostgres: string;
}

const column = (name: string, type: ValueType, inSqlite: string, inPostgres: string, nullable = true): TestColumn => ({
  ...{ name, type, inSqlite, inPostgres, nullable },
});

export const columns: readonly TestColumn[] = [
  column('I', 'number', 'INTEGER', 'int4', false),
  column('T', 'text', 'TEXT', 'text'),
  column('U', 'text', 'TEXT', 'text'),
  column('N', 'number', 'REAL', 'float8'),
  column('M', 'number', 'REAL', 'numeric'),
  column('W', 'number', 'INTEGER', 'int8'),
  column('B', 'boolean', 'INTEGER', 'bool'),
  column('D', 'date', 'TEXT', 'date'),
  column('S', 'instant', 'TEXT', 'timestamptz'),
  column('G', 'guid', 'TEXT', 'uuid'),
];

const texts = [
  ...['', ' ', 'a', 'A', 'ab', 'Door', 'door', 'IfcDoor', "it's", '%', '_', 'é', 'É', 'e\u0301', 'ß', 'ẞ', 'İ', 'ı'],
  ...[
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
  ],
];
const numbers = [
  0, -0, 1, -1, 2, 2.5, -2.5, 0.5, 1.5, -0.5, 0.1, 3, 7, 10, 100, 1e-9, 1e9, 1e16, 1e150, 1e151, 1e-151, 12345.678,
];
const wholes = [0, 1, -1, 7, 2 ** 31, 1e16, -(2 ** 53), 2 ** 60];
const dates = ['2024-01-31', '2024-02-29', '1999-12-31', '0001-01-01', '9999-12-30', '2000-01-01'];
const instants = [
  ...['2024-01-31T10:05:07.000Z', '2024-01-31T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '2024-02-29T23:59:59.123Z'],
  '0001-01-03T00:00:00.000Z',
];
const guids = [
  '5e19bee0-3aea-4355-a9f0-c6df9989ee7d',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-8fff-ffffffffffff',
];

/** Numbers of 0 to 1 that a seed repeats. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pickWith =
  (random: () => number) =>
  <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('Nothing to pick from.');
    return found;
  };

/** Sixty rows: every value in some row, and nulls among them. */
export const rows: readonly Row[] = (() => {
  const random = seeded(42);
  const pick = pickWith(random);
  const maybe = (value: Literal): Literal => (random() < 0.15 ? null : value);
  return Array.from({ length: 60 }, (_, I) => ({
    I,
    T: maybe(texts[I % texts.length] ?? ''),
    U: maybe(pick(texts)),
    N: maybe(numbers[I % numbers.length] ?? 0),
    M: maybe(pick(numbers.filter((one) => Math.abs(one) < 1e15 && !Object.is(one, -0)))),
    W: maybe(pick(wholes)),
    B: maybe(random() < 0.5),
    D: maybe(pick(dates)),
    S: maybe(pick(instants)),
    G: maybe(pick(guids)),
  }));
})();

/** Filters of the whole grammar, some of them broken. */
export function* filters(seed: number, count: number): Iterable<string> {
  const random = seeded(seed);
  const make = generator(random);
  const pick = pickWith(random);
  for (let at = 0; at < count; at++) {
    const text = make('boolean', 1 + Math.floor(random() * 5));
    if (random() > 0.15) yield text;
    else {
      const from = Math.floor(random() * text.length);
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
      yield text.slice(0, from) + junk + text.slice(from + Math.floor(random() * 4));
    }
  }
}

type Make = (type: ValueType, depth: number) => string;

function generator(random: () => number): Make {
  const pick = pickWith(random);
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const leaf = (type: ValueType): string => {
    if (random() < 0.04) return 'null';
    const names = columns.filter((one) => one.type === type).map(({ name }) => name);
    if (random() < 0.6 && names.length > 0) return pick(names);
    const number = pick(numbers);
    const literals: Readonly<Record<ValueType, () => string>> = {
      text: () => quoted(pick(texts)),
      number: () => String(Math.abs(number)).replace('+', ''),
      boolean: () => pick(['true', 'false']),
      date: () => pick(dates),
      instant: () => pick([...instants, '2024-01-31T11:05:07+01:00', '2024-01-31T10:05Z']),
      guid: () => pick([...guids, guids[0]?.toUpperCase() ?? '']),
      null: () => 'null',
    };
    return literals[type]();
  };
  const types: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'instant', 'guid'];
  const wrap = (text: string): string => `(${text})`;
  const make: Make = (type, depth) => {
    if (depth <= 0) return leaf(type);
    const below = (wanted: ValueType) => make(wanted, depth - 1 - Math.floor(random() * 2));
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
          const values = Array.from({ length: 1 + Math.floor(random() * 4) }, () => literal(one));
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
      number: [
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
