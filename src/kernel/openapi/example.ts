import type { TSchema } from 'typebox';
import type { Json } from './schemas.ts';

type Node = TSchema & {
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  examples?: Json[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
  format?: string;
  minimum?: number;
  minLength?: number;
};

const byFormat: Readonly<Record<string, string>> = {
  uuid: '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41',
  'date-time': '2026-03-04T09:12:44.120Z',
  uri: 'https://platform.example.com/…',
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

/** A value that shows what a schema means, for the documentation. It fits the schema's types, not every rule. */
export function exampleOf(schema: TSchema, name = ''): Json {
  const node = schema as Node;
  if (node.examples?.[0] !== undefined) return node.examples[0];
  if (node.const !== undefined) return node.const;
  if (node.enum?.[0] !== undefined) return node.enum[0];
  if (node.anyOf?.[0]) return exampleOf(node.anyOf[0], name);
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  switch (type) {
    case 'object': {
      const entries = Object.entries(node.properties ?? {}).map(([key, one]) => [key, exampleOf(one, key)]);
      return Object.fromEntries(entries) as Json;
    }
    case 'array':
      return node.items ? [exampleOf(node.items, name)] : [];
    case 'integer':
    case 'number':
      return node.minimum ?? 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return byFormat[node.format ?? ''] ?? byName[name] ?? name;
  }
}
