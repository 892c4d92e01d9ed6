import { fc } from './chance.ts';

type Value = string | number | null;
export type FilterRow = Readonly<Record<string, Value>>;

/** A generated `$filter`: its text, and what it means for a row, told without the program's own parser or SQL. */
export interface FilterTree {
  readonly text: string;
  readonly holds: (row: FilterRow) => boolean;
}

/** What a filter may name: `text` compares without case and by order, `fixed` without case and not by order. */
export interface FilterVocabulary {
  readonly name: string;
  readonly kind: 'text' | 'fixed' | 'number';
  /** Values that rows have, and some that none has. */
  readonly values: readonly Value[];
}

type Strength = 'or' | 'and' | 'one';
type Part = FilterTree & { readonly strength: Strength };

const same = (value: Value | undefined): Value => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));
const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/**
 * Trees of every form of the subset. Parentheses are written only where the tree needs them, so that `or` stands at
 * the top of the text as often as not.
 */
export function filterTrees(vocabulary: readonly FilterVocabulary[]): fc.Arbitrary<FilterTree> {
  const leaf = fc.oneof(
    fc.constantFrom(...vocabulary).chain(tests),
    constant('1 eq 1', true),
    constant("'a' ne 'a'", false),
  );
  return fc.letrec<{ tree: Part }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => chain('or', parts)),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => chain('and', parts)),
      tie('tree').map(negated),
    ),
  })).tree;
}

const negated = (of: Part): Part => ({ text: `not (${of.text})`, holds: (row) => !of.holds(row), strength: 'one' });

const constant = (text: string, truth: boolean): fc.Arbitrary<Part> =>
  fc.constant({ text, holds: () => truth, strength: 'one' });

function chain(word: 'or' | 'and', parts: readonly Part[]): Part {
  const closed = (part: Part) => (word === 'and' && part.strength === 'or' ? `(${part.text})` : part.text);
  const holds = (row: FilterRow) =>
    word === 'or' ? parts.some((part) => part.holds(row)) : parts.every((part) => part.holds(row));
  return { text: parts.map(closed).join(` ${word} `), holds, strength: word };
}

function tests({ name, kind, values }: FilterVocabulary): fc.Arbitrary<Part> {
  const value = fc.constantFrom(...values);
  const test = (text: string, holds: (value: Value) => boolean): Part => ({
    text,
    holds: (row) => holds(same(row[name])),
    strength: 'one',
  });
  const equality = fc
    .tuple(fc.constantFrom('eq', 'ne'), value, fc.boolean())
    .map(([by, wanted, mirrored]) =>
      test(
        mirrored ? `${literal(wanted)} ${by} ${name}` : `${name} ${by} ${literal(wanted)}`,
        (found) => (found === same(wanted)) === (by === 'eq'),
      ),
    );
  const list = fc
    .array(value, { minLength: 1, maxLength: 3 })
    .map((wanted) =>
      test(`${name} in (${wanted.map(literal).join(', ')})`, (found) => wanted.map(same).includes(found)),
    );
  const order = fc.tuple(fc.constantFrom('gt', 'ge', 'lt', 'le'), value).map(([by, wanted]) =>
    test(`${name} ${by} ${literal(wanted)}`, (found) => {
      const limit = same(wanted);
      if (found === null || limit === null) return false;
      const [more, equal] = [found > limit, found === limit];
      return by.startsWith('g') ? more || (by === 'ge' && equal) : !more && (by === 'le' || !equal);
    }),
  );
  const words = values.filter((one) => typeof one === 'string');
  const parts = fc
    .tuple(fc.constantFrom('contains', 'startswith', 'endswith'), fc.constantFrom(...words, ''), fc.nat(3))
    .map(([by, word, from]) => {
      const wanted = word.slice(from, from + 3);
      return test(`${by}(${name}, ${literal(wanted)})`, (found) => textTest(by, found, wanted.toLowerCase()));
    });
  if (kind === 'number') return fc.oneof(equality, list, order);
  return kind === 'text' ? fc.oneof(equality, list, order, parts) : fc.oneof(equality, list, parts);
}

function textTest(by: string, found: Value, wanted: string): boolean {
  if (found === null) return false;
  const text = String(found);
  if (by === 'contains') return text.includes(wanted);
  return by === 'startswith' ? text.startsWith(wanted) : text.endsWith(wanted);
}
