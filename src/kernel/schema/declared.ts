import type { TSchema } from 'typebox';
import type { SchemaNode } from './node.ts';

/**
 * A value without the members that its schema does not name, at any depth: what nobody declared reaches no handler.
 * Objects that are declared to hold anything keep it. Of several alternatives every one's members stay.
 */
export const declaredPart = (schema: TSchema, value: unknown): unknown => partOf(alternatives(schema), value);

function partOf(nodes: readonly SchemaNode[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = nodes.flatMap((node) => (node.items ? alternatives(node.items) : []));
    return items.length === 0 ? value : value.map((item) => partOf(items, item));
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const declaring = nodes.flatMap((node) => memberOf(node, name) ?? []);
    return declaring.length === 0 ? [] : [[name, partOf(declaring.flatMap(alternatives), member)] as const];
  });
  return Object.fromEntries(kept);
}

/** What a schema says of a member; undefined where it does not name it. */
function memberOf(node: SchemaNode, name: string): SchemaNode | undefined {
  const { properties = {} } = node;
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? (isFree(node) ? {} : undefined);
}

const alternatives = (node: SchemaNode): readonly SchemaNode[] => [
  node,
  ...[node.anyOf, node.oneOf, node.allOf].flatMap((some) => (some ?? []).flatMap(alternatives)),
];

/** Whether an object may hold members of any name there: it says so, or says nothing at all about what it is. */
export function isFree(schema: TSchema): boolean {
  const node: SchemaNode = schema;
  if (node.type !== undefined && ![node.type].flat().includes('object')) return false;
  if (node.patternProperties !== undefined) return true;
  if (node.additionalProperties !== undefined) return node.additionalProperties !== false;
  return ![node.properties, node.required, node.anyOf, node.oneOf, node.allOf].some((one) => one !== undefined);
}
