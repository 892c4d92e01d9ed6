import { type Column, isArchived } from './columns.ts';
import type { ArchiveKind } from './kind.ts';

type Shape = Readonly<Record<string, unknown>>;

const digest = '[0-9a-f]{64}';
const text: Shape = { type: 'string' };
const content: Shape = { type: 'string', pattern: `^${digest}( .+)?$` };

const shapes: Readonly<Record<string, Shape>> = {
  int: { type: 'integer' },
  num: { type: 'number' },
  time: { type: 'string', format: 'date-time' },
  order: { type: 'string', pattern: '^-?[0-9]+$' },
  blob: content,
  blobs: { type: 'array', items: content },
  'key:uuid': { type: 'string', format: 'uuid' },
  'key:item': { type: 'string', minLength: 43, maxLength: 43 },
  'key:view': { type: 'string', minLength: 66, maxLength: 66 },
  'key:sha256': { type: 'string', pattern: `^${digest}$` },
};

const shapeOf = ({ code }: Column): Shape => (code.startsWith('json') ? {} : (shapes[code] ?? text));

/** A record of a kind as JSON Schema, for those who read archives by programs of their own. */
export function recordSchema(kind: ArchiveKind): Shape {
  const columns = kind.columns.filter((column) => isArchived(column, true));
  const borrowed = kind.extra ? { borrowed: { type: 'boolean' }, twinId: { type: 'string', format: 'uuid' } } : {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: kind.kind,
    ...(kind.note === '' ? {} : { description: kind.note }),
    type: 'object',
    properties: { ...Object.fromEntries(columns.map((column) => [column.member, shapeOf(column)])), ...borrowed },
    required: columns.filter(({ nullable, derived }) => !nullable && !derived).map(({ member }) => member),
  };
}
