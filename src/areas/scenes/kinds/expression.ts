import jsep from 'jsep';

/** UTF-16 code units. */
const longest = 8192;

/** Texts, which stay as they are, and feature properties, which are not JavaScript. */
const textOrProperty = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\$\{([^}]*)\}/gs;

/**
 * True for the text of one expression in the subset of JavaScript that styles use: literals, names, members, calls,
 * operators and conditions, with properties of features as `${name}` or `${feature['name']}`. No statements, assignments
 * or functions. It is only parsed, never evaluated.
 */
export function isExpression(text: string): boolean {
  if (text.length > longest) return false;
  const plain = text.replace(textOrProperty, (whole, name?: string) => (name === undefined ? whole : `(${name})`));
  try {
    return isAllowed(jsep(plain));
  } catch {
    return false;
  }
}

const allowed = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'UnaryExpression',
]);

/** The parser knows neither assignments nor functions; several expressions and `this` are left to be refused. */
function isAllowed(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isAllowed);
  if (typeof node !== 'object' || node === null) return true;
  return (!('type' in node) || allowed.has(String(node.type))) && Object.values(node).every(isAllowed);
}
