import type { TSchema } from 'typebox';
import type { Json } from '../../../std/json.ts';
import { once } from '../../../std/once.ts';
import { alternatives } from '../../schema/alternatives.ts';
import { isFree } from '../../schema/declared.ts';
import type { SchemaNode } from '../../schema/node.ts';
import { isSecretName, redactedText } from './by-form.ts';

export const redacted = '[redacted]';
export const undeclared = '[undeclared]';

const longestName = 100;
/** JSON of requests is no deeper; what is made deeper by chance is not kept. */
const deepest = 64;

/** What stays of a value: nothing, a text or number only, what a free object may hold, or what schemas name. */
type Rule = 'secret' | 'undeclared' | 'scalar' | 'free' | Declared;

interface Declared {
  readonly items: () => Rule;
  readonly member: (name: string) => Rule;
}

const rules = new WeakMap<TSchema, Rule>();

/**
 * A copy of a value without what its schema marks `sensitive`, without the values of members that nobody has declared,
 * without members of free objects whose names say that they are secrets, and without what any text shows by its form.
 */
export function redactedValue(schema: TSchema, value: unknown): Json {
  const rule = rules.get(schema) ?? ruleOf(alternatives(schema));
  rules.set(schema, rule);
  return keptOf(rule, value, 0);
}

function keptOf(rule: Rule, value: unknown, depth: number): Json {
  if (rule === 'secret' || depth > deepest) return redacted;
  if (rule === 'undeclared') return undeclared;
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return plain(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return keptOf(rule, value.toJSON(), depth);
  if (rule === 'scalar') return undeclared;
  if (Array.isArray(value)) {
    const items = rule === 'free' ? rule : rule.items();
    return value.map((item) => keptOf(items, item, depth + 1));
  }
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const of = rule === 'free' ? freeMember(name) : rule.member(name);
    return [redactedText(name).slice(0, longestName), keptOf(of, member, depth + 1)];
  });
  return Object.fromEntries(members);
}

const plain = (value: unknown): Json =>
  typeof value === 'number' || typeof value === 'boolean'
    ? value
    : value === undefined || value === null
      ? null
      : String(value);

const freeMember = (name: string): Rule => (isSecretName(name) ? 'secret' : 'free');

function ruleOf(nodes: readonly SchemaNode[]): Rule {
  if (nodes.some((node) => node.sensitive)) return 'secret';
  if (nodes.every(isScalar)) return 'scalar';
  const declaring = nodes.some((node) => node.properties !== undefined || node.items !== undefined);
  const free = nodes.some(isFree);
  if (!declaring && nodes.every((node) => additionalOf(node) === undefined)) return 'free';
  const items = nodes.flatMap((node) => node.items ?? []);
  const ofItems = once(() => (items.length === 0 ? 'free' : ruleOf(items.flatMap(alternatives))));
  const names = new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})));
  const ofMembers = new Map([...names].map((name) => [name, once(() => memberRule(nodes, name))]));
  const others = once(() => othersRule(nodes, free));
  return {
    items: ofItems,
    member: (name) => ofMembers.get(name)?.() ?? (isSecretName(name) ? 'secret' : others()),
  };
}

function isScalar({ type, anyOf, oneOf, allOf, enum: values }: SchemaNode): boolean {
  if (type === undefined) return values !== undefined || [anyOf, oneOf, allOf].some((one) => one !== undefined);
  return ![type].flat().some((one) => one === 'object' || one === 'array');
}

/** Of several alternatives that name a member each one counts: where one calls it a secret, it is one. */
const memberRule = (nodes: readonly SchemaNode[], name: string): Rule =>
  ruleOf(
    nodes.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? alternatives(properties[name] ?? {}) : [],
    ),
  );

/** Members that no schema names. */
function othersRule(nodes: readonly SchemaNode[], free: boolean): Rule {
  const typed = nodes.flatMap((node) => additionalOf(node) ?? []);
  if (typed.length > 0) return ruleOf(typed.flatMap(alternatives));
  return free ? 'free' : 'undeclared';
}

function additionalOf({ additionalProperties, patternProperties = {} }: SchemaNode): SchemaNode[] | undefined {
  const given = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const all = [...given, ...Object.values(patternProperties)];
  return all.length === 0 ? undefined : all;
}
