import { isObject } from '../body.ts';

const none: Shape = {};

/** The members of a value; none of what is no object. */
export const membersOf = (value: unknown): Shape => (isObject(value) ? value : none);

/** A schema of a document. */
export type Shape = Readonly<Record<string, unknown>>;

/** Follows references, and takes a shape that may be null as the shape. */
export function resolverOf(document: Shape): (shape: unknown) => Shape {
  const components = membersOf(membersOf(document.components).schemas);
  const resolve = (shape: unknown): Shape => {
    if (!isObject(shape)) return {};
    if (typeof shape.$ref === 'string') return resolve(components[shape.$ref.split('/').at(-1) ?? '']);
    if (Array.isArray(shape.allOf) && shape.allOf.length === 1) return { ...shape, ...resolve(shape.allOf[0]) };
    return shape;
  };
  return resolve;
}

/** The shapes that a value may have: several where it is one of several. */
export function alternativesOf(shape: unknown, resolve: (shape: unknown) => Shape): readonly Shape[] {
  const resolved = resolve(shape);
  const any = Array.isArray(resolved.anyOf) ? resolved.anyOf : resolved.type === undefined ? resolved.oneOf : undefined;
  return Array.isArray(any) ? any.flatMap((one) => alternativesOf(one, resolve)) : [resolved];
}

/** Members of a value, those of its first shape first. */
export function membersIn(shape: unknown, resolve: (shape: unknown) => Shape): Map<string, Shape> {
  const members = new Map<string, Shape>();
  for (const one of alternativesOf(shape, resolve))
    for (const [name, member] of Object.entries(membersOf(one.properties)))
      if (!members.has(name)) members.set(name, resolve(member));
  return members;
}
