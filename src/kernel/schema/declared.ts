import type { TSchema } from 'typebox';
import { once } from '../../std/once.ts';
import { alternatives } from './alternatives.ts';
import type { SchemaNode } from './node.ts';

/** What stays of a value: all of it, nothing, or what a schema names. */
type Kept = 'all' | 'none' | Part;

/** What a schema, with all its alternatives, names of a list or an object. */
interface Part {
  readonly items: () => Kept;
  /** Of a member of that name. */
  readonly member: (name: string) => Kept;
}

const parts = new WeakMap<TSchema, Part>();

/**
 * A value without the members that its schema does not name, at any depth: what nobody declared reaches no handler.
 * Objects that are declared to hold anything keep it. Of several alternatives every one's members stay.
 */
export function declaredPart(schema: TSchema, value: unknown): unknown {
  const part = parts.get(schema) ?? partOf(alternatives(schema));
  parts.set(schema, part);
  return keptOf(part, value);
}

function keptOf(kept: Kept, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof kept === 'string') return value;
  if (Array.isArray(value)) {
    const items = kept.items();
    return typeof items === 'string' ? value : value.map((item) => keptOf(items, item));
  }
  const members: [string, unknown][] = [];
  let isWhole = true;
  for (const [name, member] of Object.entries(value)) {
    const of = kept.member(name);
    const now = keptOf(of, member);
    isWhole &&= of !== 'none' && now === member;
    if (of !== 'none') members.push([name, now]);
  }
  return isWhole ? value : Object.fromEntries(members);
}

function partOf(nodes: readonly SchemaNode[]): Part {
  const keepsOthers = nodes.some(isFree);
  const items = nodes.flatMap((node) => node.items ?? []);
  const ofItems = once(() => (items.length === 0 ? 'all' : partOf(items.flatMap(alternatives))));
  const names = new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})));
  const ofMembers = new Map([...names].map((name) => [name, once(() => memberOf(nodes, name))]));
  return { items: ofItems, member: (name) => ofMembers.get(name)?.() ?? (keepsOthers ? 'all' : 'none') };
}

function memberOf(nodes: readonly SchemaNode[], name: string): Kept {
  const declaring = nodes.filter(({ properties = {} }) => Object.hasOwn(properties, name));
  if (nodes.some((node) => isFree(node) && !declaring.includes(node))) return 'all';
  return partOf(declaring.flatMap(({ properties = {} }) => alternatives(properties[name] ?? {})));
}

/** Whether an object may hold members of any name there: it says so, or says nothing at all about what it is. */
export function isFree(schema: TSchema): boolean {
  const node: SchemaNode = schema;
  if (node.type !== undefined && ![node.type].flat().includes('object')) return false;
  if (node.patternProperties !== undefined) return true;
  if (node.additionalProperties !== undefined) return node.additionalProperties !== false;
  return ![node.properties, node.required, node.anyOf, node.oneOf, node.allOf].some((one) => one !== undefined);
}
