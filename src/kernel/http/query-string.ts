import type { TSchema } from 'typebox';
import { firstType, type SchemaNode } from '../schema/node.ts';

type Properties = Readonly<Record<string, SchemaNode>>;

const declared = new WeakMap<TSchema, Map<string, string>>();

/**
 * The declared parameters of a query text, converted to their schema's type where they have its form. Names are
 * matched without case, the last of several counts, unknown ones are ignored. Undefined when the text is not
 * decodable.
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
    if (name !== undefined && property !== undefined) values[name] = converted(value, property);
  }
  return values;
}

function rememberNames(schema: TSchema, properties: Properties): Map<string, string> {
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
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
  if (schema.list) {
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  return value;
}
