import jsep from 'jsep';

/** UTF-16 code units. */
const longest = 4096;

/** A text, which stays as it is; a feature property, which is not JavaScript; or what stands between them. */
const part = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\$\{([^}]*)\}|[^'"$]+|\$(?!\{)/gsy;

/**
 * True for the text of one expression in the subset of JavaScript that styles use: literals, names, members, calls,
 * operators and conditions, with properties of features as `${name}` or `${feature['name']}`. No statements, assignments
 * or functions. It is only parsed, never evaluated.
 */
export function isExpression(text: string): boolean {
  if (text.length > longest) return false;
  const parts = [...text.matchAll(part)];
  const isWhole = parts.reduce((length, [whole]) => length + whole.length, 0) === text.length;
  if (!isWhole) return false;
  try {
    return isAllowed(jsep(parts.map(([whole, name]) => (name === undefined ? whole : `(${name})`)).join('')));
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
