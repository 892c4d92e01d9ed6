import type { TSchema } from 'typebox';
import { firstType, type SchemaNode } from '../../kernel/schema/node.ts';
import type { Json } from '../../std/json.ts';

const byFormat: Readonly<Record<string, string>> = {
  uuid: '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41',
  'date-time': '2026-03-04T09:12:44.120Z',
  uri: 'https://platform.example.com/resource',
  'iana-time-zone': 'Europe/Oslo',
};
const byName: Readonly<Record<string, string>> = {
  displayName: 'White River bridge',
  description: 'The crossing at kilometre 12',
  email: 'ada.larsen@example.com',
  givenName: 'Ada',
  surname: 'Larsen',
  organization: 'Acme Corp.',
  organizationName: 'Acme Corp.',
};

/**
 * A value that shows what a schema means, for the documentation. It fits the schema; what has a pattern brings an example of
 * its own.
 */
export function exampleOf(schema: TSchema, name = ''): Json {
  const node: SchemaNode = schema;
  const told = [node.examples?.[0], node.const, node.enum?.[0]].find((one) => one !== undefined);
  if (told !== undefined) return told;
  if (node.anyOf?.[0]) return exampleOf(node.anyOf[0], name);
  switch (firstType(node)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([key, one]): [string, Json] => [key, exampleOf(one, key)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, node.minItems ?? 0) }, () =>
        node.items ? exampleOf(node.items, name) : null,
      );
    case 'integer':
    case 'number':
      return node.minimum ?? (node.exclusiveMinimum === undefined ? 0 : node.exclusiveMinimum + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return (
        byFormat[node.format ?? ''] ?? byName[name] ?? name.padEnd(node.minLength ?? 0, 'x').slice(0, node.maxLength)
      );
  }
}
