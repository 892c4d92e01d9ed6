import type { Issue } from './validator.ts';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
};
const formatNames: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  line: 'text without control characters',
  paragraphs: 'text without control characters',
};

/** What a value should have been, as the end of a sentence: "must be a string". `formats` names those of an API. */
export function demandOf({ rule, limit, schema }: Issue, formats: Readonly<Record<string, string>> = {}): string {
  switch (rule) {
    case 'missing':
    case 'minLength':
      return 'is required and must not be empty';
    case 'type':
      return `must be ${[limit]
        .flat()
        .map((type) => typeNames[String(type)] ?? type)
        .join(' or ')}`;
    case 'format':
      return `must be ${formats[String(limit)] ?? formatNames[String(limit)] ?? `a ${limit}`}`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
    case 'maxItems':
      return schema.minItems === schema.maxItems
        ? `must have exactly ${limit} items`
        : `must have at ${rule === 'minItems' ? 'least' : 'most'} ${limit} items`;
    case 'minimum':
    case 'maximum':
      return `must be at ${rule === 'minimum' ? 'least' : 'most'} ${limit}`;
    case 'enum':
      return `must be one of ${[limit].flat().join(', ')}`;
    case 'oneOf':
      return `must have exactly one of ${Object.keys(schema.properties ?? {}).join(', ')}`;
    case 'additionalProperties':
      return 'is not a known property';
    default:
      return 'value is incorrect';
  }
}
