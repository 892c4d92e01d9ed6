/*
 * The OData subset of twins.md section 4:
 *   filter := and ( 'or' and )*      and := unary ( 'and' unary )*      unary := 'not' unary | '(' filter ')' | test
 *   test := operand comparison operand | property 'in' list | function
 */

export type Literal = string | number | boolean | null;

export type Operand =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: Literal };

export type Comparison = (typeof comparisons)[number];
export type TextTest = (typeof textTests)[number];

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'compare'; readonly by: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly property: string; readonly values: readonly Literal[] }
  | { readonly kind: 'text'; readonly test: TextTest; readonly property: string; readonly text: string };

export type FilterFault =
  /** Offset just after the first token that does not fit; the end of the text when it ends early. */
  | { readonly fault: 'syntax'; readonly position: number }
  /** A function or operator of the full language that is not in the subset. */
  | { readonly fault: 'unsupported' };

/** The groups of `tokenForm`. */
const forms = ['text', 'sign', 'word', 'number', 'broken'] as const;

interface Token {
  readonly kind: (typeof forms)[number] | 'end';
  readonly text: string;
  readonly end: number;
}

const tokenForm =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<sign>[()[\],])|(?<word>[A-Za-z_][\w]*(?![\w-]))|(?<number>[-+\w.:]+)|(?<broken>\S))/y;

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
const textTests = ['contains', 'startswith', 'endswith'] as const;
const foreignOperators: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has']);
const deepest = 50;

const comparisonIn = (word: string): Comparison | undefined => comparisons.find((one) => one === word.toLowerCase());

class Fault extends Error {
  readonly fault: FilterFault;
  constructor(fault: FilterFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

/**
 * Parses a $filter text; names of properties keep the spelling of the text. `words`: what a list names without quotes are
 * texts, instead of a fault.
 */
export function parseFilter(text: string, { words = false } = {}): Filter | FilterFault {
  try {
    return new Parser(text, words).whole();
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

export const isFilterFault = (value: Filter | FilterFault): value is FilterFault => 'fault' in value;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  for (let match = tokenForm.exec(text); match !== null; match = tokenForm.exec(text)) {
    const { groups = {} } = match;
    const kind = forms.find((one) => groups[one] !== undefined) ?? 'broken';
    tokens.push({ kind, text: groups[kind] ?? '', end: tokenForm.lastIndex });
  }
  return tokens;
}

class Parser {
  private readonly tokens: readonly Token[];
  private readonly length: number;
  private readonly words: boolean;
  private at = 0;
  private depth = 0;

  constructor(text: string, words: boolean) {
    this.words = words;
    this.tokens = tokensOf(text);
    this.length = text.length;
  }

  whole(): Filter {
    const filter = this.or();
    if (this.peek().kind !== 'end') this.misfit();
    return filter;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', end: this.length };
  }

  private next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private misfit(): never {
    const token = this.peek();
    if (token.kind === 'word' && foreignOperators.has(token.text.toLowerCase()))
      throw new Fault({ fault: 'unsupported' });
    throw new Fault({ fault: 'syntax', position: token.end });
  }

  private takeWord(word: string): boolean {
    const token = this.peek();
    const fits = token.kind === 'word' && token.text.toLowerCase() === word;
    if (fits) this.at++;
    return fits;
  }

  private takeSign(sign: string): boolean {
    const fits = this.peek().kind === 'sign' && this.peek().text === sign;
    if (fits) this.at++;
    return fits;
  }

  private expectSign(sign: string): void {
    if (!this.takeSign(sign)) this.misfit();
  }

  private or(): Filter {
    return this.chain('or', () => this.chain('and', () => this.unary()));
  }

  private chain(word: 'and' | 'or', part: () => Filter): Filter {
    const first = part();
    const parts = [first];
    while (this.takeWord(word)) parts.push(part());
    return parts.length === 1 ? first : { kind: word, parts };
  }

  private unary(): Filter {
    if (++this.depth > deepest) throw new Fault({ fault: 'unsupported' });
    try {
      if (this.takeWord('not')) return { kind: 'not', of: this.unary() };
      if (!this.takeSign('(')) return this.test();
      const inner = this.or();
      this.expectSign(')');
      return inner;
    } finally {
      this.depth--;
    }
  }

  private test(): Filter {
    const token = this.peek();
    const after = this.tokens[this.at + 1];
    if (
      token.kind === 'word' &&
      after?.text === '(' &&
      after.kind === 'sign' &&
      !comparisons.some((one) => one === token.text)
    ) {
      return this.textTest();
    }
    const left = this.operand();
    if (left.kind === 'property' && this.takeWord('in'))
      return { kind: 'in', property: left.name, values: this.list() };
    const operator = this.peek();
    const by = operator.kind === 'word' ? comparisonIn(operator.text) : undefined;
    if (by === undefined) return this.misfit();
    this.at++;
    return { kind: 'compare', by, left, right: this.operand() };
  }

  private textTest(): Filter {
    const name = this.next().text.toLowerCase();
    const test = textTests.find((one) => one === name);
    if (test === undefined) throw new Fault({ fault: 'unsupported' });
    this.expectSign('(');
    const first = this.operand();
    this.expectSign(',');
    const second = this.operand();
    this.expectSign(')');
    const property = first.kind === 'property' ? first : second;
    const text = first.kind === 'property' ? second : first;
    if (property.kind !== 'property' || text.kind !== 'literal' || typeof text.value !== 'string') {
      throw new Fault({ fault: 'unsupported' });
    }
    return { kind: 'text', test, property: property.name, text: text.value };
  }

  private list(): Literal[] {
    const close = this.takeSign('[') ? ']' : ')';
    if (close === ')') this.expectSign('(');
    const values: Literal[] = [];
    do {
      const operand = this.peek();
      const value = this.operand();
      if (value.kind === 'literal') values.push(value.value);
      else if (this.words) values.push(value.name);
      else throw new Fault({ fault: 'syntax', position: operand.end });
    } while (this.takeSign(','));
    this.expectSign(close);
    return values;
  }

  private operand(): Operand {
    const token = this.peek();
    const literal = literalOf(token);
    if (literal !== undefined) {
      this.at++;
      return { kind: 'literal', value: literal };
    }
    if (token.kind !== 'word' || comparisonIn(token.text) !== undefined) this.misfit();
    this.at++;
    return { kind: 'property', name: token.text };
  }
}

const wordLiterals: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Unquoted dates and ids stay texts: the property they are compared with says how to read them. */
function literalOf(token: Token): Literal | undefined {
  if (token.kind === 'text') return token.text.slice(1, -1).replaceAll("''", "'");
  if (token.kind === 'word') {
    return wordLiterals.get(token.text.toLowerCase());
  }
  if (token.kind !== 'number') return undefined;
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(token.text)) return Number(token.text);
  const isDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/i.test(token.text);
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(token.text);
  return isDate || isId ? token.text : undefined;
}
