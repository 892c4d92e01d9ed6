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

type Formats = Readonly<Record<string, string>>;

/** The rules by their JSON Schema keyword, as the end of a sentence. */
const demands: Readonly<Record<string, (issue: Issue, formats: Formats) => string>> = {
  missing: () => 'is required and must not be empty',
  minLength: () => 'is required and must not be empty',
  type: ({ limit }) => `must be ${[limit].flat().map(typeName).join(' or ')}`,
  format: ({ limit }, formats) => `must be ${formats[String(limit)] ?? formatNames[String(limit)] ?? `a ${limit}`}`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit, schema }) => `must have ${isExact(schema) ? 'exactly' : 'at least'} ${limit} items`,
  maxItems: ({ limit, schema }) => `must have ${isExact(schema) ? 'exactly' : 'at most'} ${limit} items`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  enum: ({ limit }) => `must be one of ${[limit].flat().join(', ')}`,
  oneOf: ({ schema }) => `must have exactly one of ${Object.keys(schema.properties ?? {}).join(', ')}`,
  additionalProperties: () => 'is not a known property',
  more: () => 'may have more faults than are named',
};

const typeName = (type: unknown): unknown => typeNames[String(type)] ?? type;
const isExact = ({ minItems, maxItems }: Issue['schema']): boolean => minItems === maxItems;

/** What a value should have been, as the end of a sentence: "must be a string". `formats` names those of an API. */
export const issueMessage = (issue: Issue, formats: Formats = {}): string =>
  demands[issue.rule]?.(issue, formats) ?? 'value is incorrect';
