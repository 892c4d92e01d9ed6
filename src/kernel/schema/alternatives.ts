import type { SchemaNode } from './node.ts';

/** A schema with all its alternatives, and theirs. `of`: what counts as one. */
export function alternativesBy(
  of: (node: SchemaNode) => readonly (readonly SchemaNode[] | undefined)[],
): (node: SchemaNode) => readonly SchemaNode[] {
  const all = (node: SchemaNode): readonly SchemaNode[] => [
    node,
    ...of(node).flatMap((some) => (some ?? []).flatMap(all)),
  ];
  return all;
}

export const alternatives = alternativesBy(({ anyOf, oneOf, allOf }) => [anyOf, oneOf, allOf]);
