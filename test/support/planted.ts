import { isFree } from '../../src/kernel/schema/declared.ts';
import { firstType, type SchemaNode } from '../../src/kernel/schema/node.ts';

/** In every secret that is planted, and nowhere else. */
export const mark = 'PLANTED';
let count = 0;
const secret = (): string => `${mark}${++count}x9Kq`;

/** How many secrets were planted so far. */
export const plantedSoFar = (): number => count;

/** A text that shows secrets by their form: tokens, credentials, keys, signed addresses; it is a text that is kept besides. */
export function tellingText(): string {
  const jwt = `eyJhbGciOiJSUzI1NiJ9.${secret()}.${secret()}`;
  const signed = ['sig', 'signature', 'X-Amz-Signature', 'token', 'key', 'code'].map(
    (name) => `https://store.example.com/a/b.bin?se=2026&${name}=${secret()}&x=${secret()}`,
  );
  const pem = `-----BEGIN PRIVATE KEY-----\n${secret()}\n-----END PRIVATE KEY-----`;
  const words = [jwt, `Bearer ${secret()}`, `basic ${secret()}==`, `https://ada:${secret()}@db.example.com/x`];
  return `Harmless words ${[...words, ...signed, pem].join(' and ')} to the end.`;
}

const deepest = 8;

/**
 * A value of a schema, with a secret in each member that is marked as one, in members that nobody has declared, and in all
 * texts by their form. `turn` chooses among alternatives.
 */
export function plantedValue(node: SchemaNode, turn: number, depth = 0): unknown {
  if (node.sensitive) return firstType(node) === 'object' ? { Token: secret(), deep: { er: [secret()] } } : secret();
  const branches = [node.anyOf, node.oneOf, node.allOf].flatMap((some) => some ?? []);
  const branch = branches[turn % Math.max(1, branches.length)];
  const type = firstType(node);
  if (depth > deepest) return null;
  if (type === 'array') return [plantedValue(node.items ?? {}, turn, depth + 1)];
  if (type === 'object' || node.properties !== undefined) {
    const own = plantedObject(node, turn, depth);
    const more = branch === undefined ? {} : plantedValue(branch, turn, depth);
    return typeof more === 'object' ? { ...own, ...more } : own;
  }
  if (branch !== undefined) return plantedValue(branch, turn, depth);
  if (type === 'integer' || type === 'number') return 7;
  if (type === 'boolean') return true;
  return type === 'string' || turn % 2 === 0 ? tellingText() : { password: secret(), list: [{ apiKey: secret() }] };
}

function plantedObject(node: SchemaNode, turn: number, depth: number): Record<string, unknown> {
  const members = Object.entries(node.properties ?? {}).map(([name, one]): [string, unknown] => [
    name,
    plantedValue(one, turn, depth + 1),
  ]);
  const free = {
    api_key: secret(),
    'Private-Password': { deep: secret() },
    listed: [{ cookie: secret(), text: tellingText() }],
  };
  const foreign = { extra: secret(), nested: { deep: [secret()] }, list: [secret()], [tellingText()]: 1 };
  return { ...Object.fromEntries(members), ...(isFree(node) ? free : foreign) };
}
