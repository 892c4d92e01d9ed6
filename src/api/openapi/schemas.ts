import type { TSchema } from 'typebox';
import { firstType, type SchemaNode } from '../../kernel/schema/node.ts';
import type { JsonObject } from '../../std/json.ts';

const ownWords = new Set([
  'trim',
  'list',
  'sensitive',
  'known',
  'anyCase',
  'insteadOf',
  'shapes',
  'link',
  '~kind',
  '~optional',
  '~readonly',
  '~unsafe',
]);

/**
 * Writes JSON Schema values as OpenAPI 3.0 schemas: null becomes `nullable`, named objects become components, our own
 * annotations go. `components` collects the named ones.
 */
export function openApiSchema(schema: TSchema, components: Map<string, JsonObject>): JsonObject {
  const node: SchemaNode = schema;
  if (typeof node.title === 'string' && node.type === 'object') {
    if (!components.has(node.title)) {
      components.set(node.title, {}); // a place for schemas that contain themselves
      components.set(node.title, plain(node, components));
    }
    return { $ref: `#/components/schemas/${node.title}` };
  }
  return plain(node, components);
}

function plain(node: SchemaNode, components: Map<string, JsonObject>): JsonObject {
  const child: Child = (schema) => openApiSchema(schema, components);
  const out: JsonObject = {};
  for (const [word, value] of Object.entries(node)) {
    if (ownWords.has(word) || value === undefined) continue;
    Object.assign(out, translations[word]?.(node, child) ?? { [word]: value });
  }
  return withoutNull(node, out);
}

type Child = (schema: SchemaNode) => JsonObject;

/** The words that OpenAPI has not, or not so; all others stay as they are. */
const translations: Readonly<Record<string, (node: SchemaNode, child: Child) => JsonObject>> = {
  properties: ({ properties = {} }, child) => ({
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, child(one)])),
  }),
  items: ({ items = {} }, child) => ({ items: child(items) }),
  additionalProperties: ({ additionalProperties: free = true }, child) => ({
    additionalProperties: typeof free === 'boolean' ? free : child(free),
  }),
  patternProperties: ({ patternProperties = {} }, child) => ({
    additionalProperties: child(Object.values(patternProperties)[0] ?? {}),
  }),
  anyOf: ({ anyOf = [] }, child) => ({ anyOf: anyOf.map(child) }),
  oneOf: ({ oneOf = [] }, child) => ({ oneOf: oneOf.map(child) }),
  allOf: ({ allOf = [] }, child) => ({ allOf: allOf.map(child) }),
  const: (node) => ({ enum: [node.const ?? null] }),
  examples: ({ examples = [] }) => ({ example: examples[0] }),
  exclusiveMinimum: ({ exclusiveMinimum }) => ({ minimum: exclusiveMinimum, exclusiveMinimum: true }),
  exclusiveMaximum: ({ exclusiveMaximum }) => ({ maximum: exclusiveMaximum, exclusiveMaximum: true }),
  format: ({ format = '' }) => formatsOf.get(format) ?? {},
};

/** The formats that other programs know. What our own ones check, the description says. */
const formatsOf: ReadonlyMap<string, JsonObject> = new Map(
  ['uuid', 'uri', 'date-time', 'binary', 'email'].map((format): [string, JsonObject] => [format, { format }]),
).set('e-mail', { format: 'email' });

/** `type: [t, null]`, null in an enum and null branches are all said by `nullable`. */
function withoutNull(node: SchemaNode, out: JsonObject): JsonObject {
  if (Array.isArray(node.type)) return { ...out, type: firstType(node), nullable: true };
  const { anyOf, ...rest } = out;
  if (!Array.isArray(anyOf)) return out;
  const kept = anyOf.filter((_, at) => node.anyOf?.[at]?.type !== 'null');
  if (kept.length === anyOf.length) return out;
  return kept.length === 1 ? { ...rest, allOf: kept, nullable: true } : { ...rest, anyOf: kept, nullable: true };
}
