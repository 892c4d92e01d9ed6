import { valueTypeOf } from '../../../std/odata/edm.ts';
import { negativeOf, tokensOf } from '../../../std/odata/tokens.ts';
import { type Expression, FilterFault, type Literal, type ValueType } from '../../../std/odata/tree.ts';
import type { EntitySet } from '../query/open-data.ts';

/** The last segment of an address: a set, or one entity of it by its key. */
export interface SetSegment {
  readonly set: string;
  /** What stands in the parentheses; undefined without any. */
  readonly key: string | undefined;
}

export function segmentOf(text: string): SetSegment {
  const open = text.indexOf('(');
  if (open < 0 || !text.endsWith(')')) return { set: text, key: undefined };
  return { set: text.slice(0, open), key: text.slice(open + 1, -1) };
}

type Value = { readonly type: ValueType; readonly value: Literal };

/** `'a'`, `5` or `ModelId=…,Id='…'` as a filter; undefined for what is no key of the set. */
export function keyFilter({ columns, key }: EntitySet, text: string): Expression | undefined {
  const values = valuesIn(text, key);
  if (values === undefined) return undefined;
  let filter: Expression | undefined;
  for (const name of key) {
    const column = columns.find((one) => one.name === name);
    const value = values.get(name);
    const type = column && valueTypeOf(column.type);
    if (type === undefined || value === undefined || !fits(value.type, type)) return undefined;
    const same: Expression = {
      kind: 'call',
      type: 'boolean',
      name: 'eq',
      of: [
        { kind: 'property', type, name },
        { kind: 'literal', ...value },
      ],
    };
    filter = filter === undefined ? same : { kind: 'call', type: 'boolean', name: 'and', of: [filter, same] };
  }
  return filter;
}

const fits = (given: ValueType, type: ValueType): boolean => given === type || (given === 'whole' && type === 'number');

/** The values by their names; undefined where the text is none of the two forms. */
function valuesIn(text: string, key: readonly string[]): ReadonlyMap<string, Value> | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const [only] = parts;
  const [name] = key;
  if (parts.length === 1 && key.length === 1 && name !== undefined && only?.name === undefined && only) {
    return new Map([[name, only.value]]);
  }
  const values = new Map(parts.flatMap((part) => (part.name === undefined ? [] : [[part.name, part.value] as const])));
  return values.size === key.length && parts.length === key.length ? values : undefined;
}

interface Part {
  readonly name: string | undefined;
  readonly value: Value;
}

const form = /\s*(?:([\p{L}_][\p{L}\p{Nd}_]*)\s*=\s*)?('(?:[^']|'')*'|[^,'=\s]+)\s*(,|$)/uy;

function partsOf(text: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < text.length; ) {
    form.lastIndex = at;
    const match = form.exec(text);
    const value = match?.[2] === undefined ? undefined : literalIn(match[2]);
    if (!match || value === undefined) return undefined;
    parts.push({ name: match[1], value });
    at = form.lastIndex;
    if (match[3] === ',' && at === text.length) return undefined;
  }
  return parts;
}

function literalIn(text: string): Value | undefined {
  try {
    const negative = text.startsWith('-');
    const [token, end] = tokensOf(negative ? text.slice(1) : text);
    if (token?.literal === undefined || end?.kind !== 'end') return undefined;
    if (!negative) return token.literal;
    return negativeOf(token) ?? { ...token.literal, value: null };
  } catch (error) {
    if (error instanceof FilterFault) return undefined;
    throw error;
  }
}
