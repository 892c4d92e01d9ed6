import type { TSchema } from 'typebox';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JsonObject = { [name: string]: Json | undefined };

const ownWords = new Set(['trim', 'list', '~kind', '~optional', '~readonly', '~unsafe']);

/**
 * Writes JSON Schema values as OpenAPI 3.0 schemas: null becomes `nullable`, named objects become components, our own
 * annotations go. `components` collects the named ones.
 */
export function openApiSchema(schema: TSchema, components: Map<string, JsonObject>): JsonObject {
  const node = schema as unknown as JsonObject & { title?: string; type?: string };
  if (typeof node.title === 'string' && node.type === 'object') {
    if (!components.has(node.title)) {
      components.set(node.title, {}); // a place for schemas that contain themselves
      components.set(node.title, plain(node, components));
    }
    return { $ref: `#/components/schemas/${node.title}` };
  }
  return plain(node, components);
}

function plain(node: JsonObject, components: Map<string, JsonObject>): JsonObject {
  const out: JsonObject = {};
  for (const [word, value] of Object.entries(node)) {
    if (!ownWords.has(word) && value !== undefined) Object.assign(out, translated(word, value, components));
  }
  return withoutNull(out);
}

function translated(word: string, value: Json, components: Map<string, JsonObject>): JsonObject {
  const child = (schema: Json) => openApiSchema(schema as unknown as TSchema, components);
  switch (word) {
    case 'properties':
      return {
        properties: Object.fromEntries(
          Object.entries(value as JsonObject).map(([name, one]) => [name, child(one ?? {})]),
        ),
      };
    case 'items':
      return { items: child(value) };
    case 'additionalProperties':
    case 'patternProperties':
      if (word === 'patternProperties')
        return { additionalProperties: child(Object.values(value as JsonObject)[0] ?? {}) };
      return { additionalProperties: typeof value === 'boolean' ? value : child(value) };
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return { [word]: (value as readonly Json[]).map(child) };
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as readonly Json[])[0] };
    case 'exclusiveMinimum':
      return { minimum: value, exclusiveMinimum: true };
    case 'exclusiveMaximum':
      return { maximum: value, exclusiveMaximum: true };
    case 'format':
      return formatOf(value as string);
    default:
      return { [word]: value };
  }
}

const ownFormats: Readonly<Record<string, JsonObject>> = {
  line: {},
  paragraphs: {},
};

const formatOf = (format: string): JsonObject => ownFormats[format] ?? { format };

/** `type: [t, null]`, null in an enum and null branches are all said by `nullable`. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, anyOf } = schema;
  if (Array.isArray(type)) {
    const kept = type.filter((one) => one !== 'null');
    const values = Array.isArray(schema.enum) ? { enum: schema.enum } : {};
    return { ...schema, ...values, type: kept[0] as string, nullable: true };
  }
  if (!Array.isArray(anyOf)) return schema;
  const kept = anyOf.filter((one) => (one as JsonObject).type !== 'null');
  if (kept.length === anyOf.length) return schema;
  const { anyOf: _, ...rest } = schema;
  return kept.length === 1 ? { ...rest, allOf: kept, nullable: true } : { ...rest, anyOf: kept, nullable: true };
}
