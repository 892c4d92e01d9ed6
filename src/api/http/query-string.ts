import type { TSchema } from 'typebox';
import { firstType, type SchemaNode } from '../../kernel/schema/node.ts';

type Properties = Readonly<Record<string, SchemaNode>>;

const declared = new WeakMap<TSchema, Map<string, string>>();

/**
 * The declared parameters of a query text, converted to their schema's type where they have its form. Names are
 * matched without case, unknown ones are ignored. Of several values the last counts, of a list all of them, also by the
 * name `types[]`. A token of the next page that is empty is none: one client always sends the parameter. Undefined when
 * the text is not decodable.
 */
export function parseQuery(text: string, schema: TSchema | undefined): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  if (text === '' || schema === undefined) return isDecodable(text) ? values : undefined;
  const { properties = {} }: SchemaNode = schema;
  const names = declared.get(schema) ?? rememberNames(schema, properties);
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (key === undefined || value === undefined) return undefined;
    const name = names.get(key.toLowerCase());
    const property = name === undefined ? undefined : properties[name];
    if (name === undefined || property === undefined || (value === '' && isToken(name))) continue;
    values[name] = property.list ? [...listIn(values[name]), ...partsOf(value)] : converted(value, property);
  }
  return values;
}

function rememberNames(schema: TSchema, properties: Properties): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, { list }] of Object.entries(properties)) {
    names.set(name.toLowerCase(), name);
    if (list) names.set(`${name.toLowerCase()}[]`, name);
  }
  declared.set(schema, names);
  return names;
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

const isDecodable = (text: string): boolean => decode(text) !== undefined;

function converted(value: string, schema: SchemaNode): unknown {
  const type = firstType(schema);
  if (type === 'integer') return /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
  if (type === 'number') return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
  return value;
}

const isToken = (name: string): boolean => name === 'continuationToken' || name === '$continuationToken';

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
