import jsep from 'jsep';

const longest = 16_384;
const mostNodes = 1000;
const deepest = 32;

/** A formula that was parsed: a tree of the few kinds of nodes that `evaluate` knows. */
export type Formula =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'column'; readonly key: string; readonly column: string }
  | { readonly kind: 'not' | 'negative'; readonly of: Formula }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly Formula[] };

export const functions: Readonly<Record<string, readonly [least: number, most: number]>> = {
  if: [3, 3],
  sum: [1, 50],
  count: [1, 50],
  min: [1, 50],
  max: [1, 50],
  avg: [1, 50],
  round: [1, 2],
  days: [2, 2],
  concat: [1, 50],
};

const signs = new Set(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||']);

/** A text, a property, a word or sign that the parser spells otherwise, or anything else. */
const part = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\[([^[\]]+)\]|\b(and|or|not)\b|(<>|[<>!=]?=)|([^"'[\]])/gsy;
const words: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', '<>': '!=', '=': '==' };

/** Parses the text of a formula; undefined when it is none. */
export function parseFormula(text: string): Formula | undefined {
  if (text.length > longest) return undefined;
  const properties: string[] = [];
  const parts = [...text.matchAll(part)];
  if (parts.reduce((length, [whole]) => length + whole.length, 0) !== text.length) return undefined;
  const spelled = parts.map(([whole, , property]) => {
    if (property !== undefined) return ` $${properties.push(property.trim()) - 1} `;
    return Object.hasOwn(words, whole) ? words[whole] : whole;
  });
  try {
    return treeOf(jsep(spelled.join('')), { properties, left: mostNodes }, deepest);
  } catch {
    return undefined;
  }
}

interface Reading {
  readonly properties: readonly string[];
  left: number;
}

/** Throws for whatever is not part of the language. */
function treeOf(node: jsep.Expression, reading: Reading, levels: number): Formula {
  reading.left--;
  if (levels === 0 || reading.left < 0) throw new Error('The formula is too large.');
  const below = (one: unknown) => treeOf(one as jsep.Expression, reading, levels - 1);
  switch (node.type) {
    case 'Literal':
      return { kind: 'value', value: literalOf(node.value) };
    case 'Identifier':
      return propertyOf(String(node.name), reading.properties);
    case 'UnaryExpression':
      return unaryOf(String(node.operator), below(node.argument));
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const sign = String(node.operator);
      if (!signs.has(sign)) throw new Error(`Unknown sign ${sign}.`);
      return { kind: 'binary', sign, left: below(node.left), right: below(node.right) };
    }
    case 'CallExpression':
      return callOf(node as jsep.CallExpression, below);
    default:
      throw new Error(`Unknown part ${node.type}.`);
  }
}

function literalOf(value: unknown): string | number | boolean | null {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return value as string | number | boolean | null;
  }
  throw new Error('Unknown literal.');
}

function propertyOf(name: string, properties: readonly string[]): Formula {
  const property = /^\$(\d+)$/.exec(name) ? properties[Number(name.slice(1))] : undefined;
  if (property === undefined) throw new Error(`Unknown name ${name}.`);
  const [key = '', column] = property.split('.');
  return column === undefined ? { kind: 'property', key } : { kind: 'column', key, column };
}

function unaryOf(sign: string, of: Formula): Formula {
  if (sign === '!') return { kind: 'not', of };
  if (sign === '-') return { kind: 'negative', of };
  if (sign === '+') return of;
  throw new Error(`Unknown sign ${sign}.`);
}

function callOf(node: jsep.CallExpression, below: (one: unknown) => Formula): Formula {
  const name = node.callee.type === 'Identifier' ? String(node.callee.name).toLowerCase() : '';
  const arity = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (arity === undefined || node.arguments.length < arity[0] || node.arguments.length > arity[1]) {
    throw new Error(`Unknown function ${name}.`);
  }
  return { kind: 'call', name, of: node.arguments.map(below) };
}

/** The keys of the properties that a formula needs. */
export function keysIn(formula: Formula): string[] {
  switch (formula.kind) {
    case 'value':
      return [];
    case 'property':
    case 'column':
      return [formula.key];
    case 'not':
    case 'negative':
      return keysIn(formula.of);
    case 'binary':
      return [...keysIn(formula.left), ...keysIn(formula.right)];
    case 'call':
      return formula.of.flatMap(keysIn);
  }
}
