import { functions, operators, type Signature } from './functions.ts';
import { negativeOf, syntaxError, type Token, tokensOf } from './tokens.ts';
import {
  type Expression,
  FilterFault,
  type FilterSubject,
  filterLimits,
  type LiteralExpression,
  type ValueType,
} from './tree.ts';
import { bigOf, wholeOf } from './whole.ts';

const comparisons: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const edm: Readonly<Record<ValueType, string>> = {
  text: 'Edm.String',
  whole: 'Edm.Int64',
  number: 'Edm.Double',
  boolean: 'Edm.Boolean',
  date: 'Edm.Date',
  instant: 'Edm.DateTimeOffset',
  guid: 'Edm.Guid',
  null: 'null',
};

const kinds: ReadonlyMap<ValueType, string> = new Map([
  ['number', 'a number'],
  ['whole', 'a number'],
  ['text', 'a text'],
  ['boolean', 'true or false'],
  ['null', 'null'],
]);

/** Parses a filter and checks its types. Throws a `FilterFault`, whose message is for people. */
export function parseFilter(text: string, subject: FilterSubject): Expression {
  if (text.length > filterLimits.characters) {
    throw new FilterFault(`The filter is longer than ${filterLimits.characters} characters.`);
  }
  return new Parser(tokensOf(text), subject).whole();
}

/** A literal behind any number of minus signs as one literal: what lists hold must be known before any row is. */
function constantOf(expression: Expression): LiteralExpression | undefined {
  if (expression.kind === 'literal') return expression;
  if (expression.kind !== 'call' || expression.name !== 'neg') return undefined;
  const of = expression.of[0] && constantOf(expression.of[0]);
  return of && negated(of);
}

/** The same with a minus. */
function negated(of: LiteralExpression): LiteralExpression {
  if (of.type === 'number') return { ...of, value: -Number(of.value) };
  const value = of.type === 'whole' && of.value !== null ? wholeOf(-bigOf(of.value)) : of.value;
  return value === undefined ? { ...of, type: 'number', value: -Number(of.value) } : { ...of, value };
}

/** Both are numbers, of one kind or of both. */
const areNumbers = (one: ValueType, other: ValueType): boolean => isNumber(one) && isNumber(other);
const isNumber = (type: ValueType): boolean => type === 'number' || type === 'whole';

class Parser {
  private readonly tokens: readonly Token[];
  private readonly subject: FilterSubject;
  private at = 0;
  private depth = 0;
  private nodes = 0;

  constructor(tokens: readonly Token[], subject: FilterSubject) {
    this.tokens = tokens;
    this.subject = subject;
  }

  whole(): Expression {
    const { at } = this.peek();
    const found = this.or();
    if (this.peek().kind !== 'end') throw syntaxError(this.peek().at);
    this.demandCondition(found, at);
    return found;
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)] ?? { kind: 'end', text: '', at: 0 };
  }

  private takes(kind: 'word' | 'sign', text: string): boolean {
    const token = this.peek();
    if (token.kind !== kind || token.text !== text) return false;
    this.at++;
    return true;
  }

  private demand(sign: string): void {
    if (!this.takes('sign', sign)) throw syntaxError(this.peek().at);
  }

  private made<E extends Expression>(node: E): E {
    if (++this.nodes > filterLimits.nodes) throw new FilterFault('The filter is too long.');
    return node;
  }

  private or(): Expression {
    return this.joined('or', () => this.joined('and', () => this.not()));
  }

  private joined(word: 'and' | 'or', part: () => Expression): Expression {
    const first = this.peek().at;
    let found = part();
    while (this.takes('word', word)) {
      this.demandCondition(found, first);
      const { at } = this.peek();
      const right = part();
      this.demandCondition(right, at);
      found = this.made({ kind: 'call', type: 'boolean', name: word, of: [found, right] });
    }
    return found;
  }

  private not(): Expression {
    if (!this.takes('word', 'not')) return this.comparison();
    return this.deeper(() => {
      const { at } = this.peek();
      const of = this.not();
      this.demandCondition(of, at);
      return this.made({ kind: 'call', type: 'boolean', name: 'not', of: [of] });
    });
  }

  private deeper<T>(work: () => T): T {
    if (++this.depth > filterLimits.depth) throw new FilterFault('The filter is nested too deeply.');
    const found = work();
    this.depth--;
    return found;
  }

  private comparison(): Expression {
    const left = this.sum();
    const { kind, text } = this.peek();
    if (kind !== 'word') return left;
    if (text === 'in') return this.list(left);
    if (!comparisons.has(text)) return left;
    this.at++;
    const { at } = this.peek();
    const right = this.sum();
    this.demandAlike(left, right, at);
    return this.made({ kind: 'call', type: 'boolean', name: text, of: [left, right] });
  }

  private list(of: Expression): Expression {
    this.at++;
    this.demand('(');
    const values: LiteralExpression[] = [];
    do {
      const { at } = this.peek();
      const value = constantOf(this.negative());
      if (value === undefined) throw syntaxError(at);
      this.demandAlike(of, value, at);
      if (values.push(value) > filterLimits.listed) {
        throw new FilterFault(`A list in the filter has more than ${filterLimits.listed} values.`);
      }
    } while (this.takes('sign', ','));
    this.demand(')');
    return this.made({ kind: 'in', type: 'boolean', of, values });
  }

  private sum(): Expression {
    return this.chain(['add', 'sub'], () => this.chain(['mul', 'div', 'mod'], () => this.negative()));
  }

  private chain(words: readonly string[], part: () => Expression): Expression {
    let found = part();
    let links = 0;
    for (;;) {
      const { kind, text, at } = this.peek();
      if (kind !== 'word' || !words.includes(text)) return found;
      this.at++;
      if (++links > filterLimits.depth) throw new FilterFault('The filter is nested too deeply.');
      found = this.call(text, operators[text], [found, part()], at);
    }
  }

  private negative(): Expression {
    const { at } = this.peek();
    if (!this.takes('sign', '-')) return this.primary();
    const next = this.peek();
    const literal = negativeOf(next);
    if (literal !== undefined) {
      this.at++;
      return this.made({ kind: 'literal', ...literal });
    }
    return this.deeper(() => this.call('neg', operators.neg, [this.negative()], at));
  }

  private primary(): Expression {
    const token = this.peek();
    if (this.takes('sign', '(')) {
      const inner = this.deeper(() => this.or());
      this.demand(')');
      return inner;
    }
    if (token.literal !== undefined) {
      this.at++;
      return this.made({ kind: 'literal', ...token.literal });
    }
    if (token.kind !== 'word') throw syntaxError(token.at);
    this.at++;
    return this.takes('sign', '(') ? this.deeper(() => this.functionCall(token)) : this.property(token);
  }

  private property({ text, at }: Token): Expression {
    if (comparisons.has(text) || text === 'in' || text === 'and' || text === 'or') throw syntaxError(at);
    const { name, properties } = this.subject;
    const type = Object.hasOwn(properties, text) ? properties[text] : undefined;
    if (type === undefined) throw new FilterFault(`${name} has no property '${text}'.`);
    return this.made({ kind: 'property', type, name: text });
  }

  private functionCall({ text, at }: Token): Expression {
    const signature = Object.hasOwn(functions, text) ? functions[text] : undefined;
    if (signature === undefined) throw new FilterFault(`Function '${text}' is not supported.`);
    const of: Expression[] = [];
    do of.push(this.or());
    while (this.takes('sign', ','));
    this.demand(')');
    return this.call(text, signature, of, at);
  }

  private call(name: string, signature: Signature | undefined, of: readonly Expression[], at: number): Expression {
    if (signature === undefined) throw syntaxError(at);
    const { takes, least = takes.length, gives } = signature;
    if (of.length < least || of.length > takes.length) throw syntaxError(at);
    const wrong = of.find(({ type }, place) => type !== 'null' && !takes[place]?.includes(type));
    if (wrong !== undefined) {
      throw new FilterFault(`${this.shown(wrong)} and does not fit '${name}' at position ${at}.`);
    }
    const isWhole = signature.whole !== undefined && of.every(({ type }) => type === 'whole' || type === 'null');
    return this.made({ kind: 'call', type: isWhole ? 'whole' : gives, name, of });
  }

  private demandCondition(found: Expression, at: number): void {
    if (found.type !== 'boolean')
      throw new FilterFault(`${this.shown(found)}, which is no condition, at position ${at}.`);
  }

  private demandAlike(left: Expression, right: Expression, at: number): void {
    if (left.type === right.type || areNumbers(left.type, right.type)) return;
    if (left.type === 'null' || right.type === 'null') return;
    throw new FilterFault(`${this.shown(left)} and cannot be compared with ${this.kindOf(right)} at position ${at}.`);
  }

  private kindOf({ type }: Expression): string {
    return kinds.get(type) ?? `a ${type}`;
  }

  private shown(found: Expression): string {
    const what = found.kind === 'property' ? `'${found.name}'` : found.kind === 'literal' ? `A value` : `An expression`;
    return `${what} is ${edm[found.type]}`;
  }
}
