import type { TSchema } from 'typebox';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import type { Json, JsonObject } from '../../std/json.ts';
import { pipelineProblems } from '../http/common-problems.ts';
import { type Answer, type Api, type Endpoint, isRaw, type RawBody } from '../http/endpoint.ts';
import { jobHeader } from '../http/noting.ts';
import type { Problem } from '../http/problem.ts';
import { problemsOf } from '../http/problems-of.ts';
import type { Commands } from './commands.ts';
import { exampleOf } from './example.ts';
import { extensionsOf } from './extensions.ts';
import { nameRepeatedShapes } from './repeated-shapes.ts';
import { openApiSchema } from './schemas.ts';

const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

export interface DocumentOptions {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Names that stand in no endpoint value, where they are not ours. */
  readonly vendor?: string | undefined;
  readonly scope?: string | undefined;
  /** How tools name the operations. */
  readonly commands: Commands;
}

/** What is told of an API besides its endpoint values, and collected on the way. */
interface Making {
  readonly api: Api;
  readonly components: Map<string, JsonObject>;
  readonly commands: Commands;
  /** The media type of its JSON answers. */
  readonly media: string;
}

/** The OpenAPI 3.0 document of an API: everything its endpoint values say. */
export function documentOf(
  api: Api,
  { baseUrl, authUrl, vendor = 'vendor.twin-platform', scope = 'twin-platform', commands }: DocumentOptions,
): JsonObject {
  const components = new Map<string, JsonObject>([['ErrorResponse', errorResponse]]);
  const area = commands.areaOf(api);
  // whoever asks for no version is answered by the newest one
  const media = area === api.name ? 'application/json' : `application/vnd.${vendor}.v${api.version}+json`;
  const making = { api, components, commands, media };
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of api.endpoints) {
    const operations = paths[endpoint.path] ?? {};
    paths[endpoint.path] = operations;
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, making);
  }
  const named = nameRepeatedShapes(components, paths);
  return {
    openapi: '3.0.3',
    info: { title: api.title, version: `v${api.version}`, description: api.description, license },
    servers: [{ url: api.at === 'auth' ? authUrl : baseUrl }],
    tags: [{ name: api.title }],
    security: [{ oauth: [scope] }],
    'x-area': area,
    paths: named,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${authUrl}/connect/authorize`,
              tokenUrl: `${authUrl}/connect/token`,
              scopes: { [scope]: 'Every API of the platform.' },
            },
          },
        },
      },
    },
  };
}

function operationOf(endpoint: Endpoint, { api, components, commands, media }: Making): JsonObject {
  const { permit } = endpoint.access;
  const command = commands.of(endpoint.id);
  return {
    operationId: endpoint.id,
    tags: [api.title],
    summary: endpoint.title,
    description: [endpoint.description, permit.text].filter(Boolean).join('\n\n'),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(endpoint, components),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint, endpoint.body, components) } : {}),
    responses: { ...answersOf(endpoint, components, media), ...refusalsOf(endpoint) },
    'x-permission': permit.permission ?? permit.level,
    ...(command ? extensionsOf(command, endpoint) : {}),
  };
}

const parameter = (place: string, name: string, required: boolean, schema: JsonObject): JsonObject => {
  const { description, ...rest } = schema;
  const list = rest.type === 'array' && place === 'query' ? { style: 'form', explode: false } : {};
  return { name, in: place, required, ...(description ? { description } : {}), ...list, schema: rest };
};

function parametersOf(endpoint: Endpoint, components: Map<string, JsonObject>): JsonObject[] {
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter('path', name, true, { type: 'string' }),
  );
  const prefer = endpoint.prefer
    ? [parameter('header', 'Prefer', false, { type: 'string', enum: ['return=minimal', 'return=representation'] })]
    : [];
  return [
    ...path,
    ...declared('query', endpoint.query, components),
    ...declared('header', endpoint.headers, components).filter(({ name }) => !outsideOfParameters.has(String(name))),
    ...prefer,
  ];
}

/** Headers that OpenAPI ignores among parameters: media types and security say the same. */
const outsideOfParameters: ReadonlySet<string> = new Set(['Accept', 'Content-Type', 'Authorization']);

function declared(place: string, schema: TSchema | undefined, components: Map<string, JsonObject>): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] }: SchemaNode = schema;
  return Object.entries(properties).map(([name, one]) =>
    parameter(place, name, required.includes(name), openApiSchema(one, components)),
  );
}

function bodyOf(endpoint: Endpoint, body: TSchema | RawBody, components: Map<string, JsonObject>): JsonObject {
  if (isRaw(body)) {
    return { required: true, content: binaryOf(body.types) };
  }
  const example = shownOr(endpoint.bodyExample, body);
  const content = { schema: openApiSchema(body, components), example };
  const types = ['application/json', ...named(endpoint.bodyTypes ?? [])];
  return { required: !endpoint.bodyOptional, content: Object.fromEntries(types.map((type) => [type, content])) };
}

/** A body without a type has no place in a document. */
const named = (types: readonly string[]): string[] => types.filter((type) => type !== '');

function binaryOf(types: readonly string[]): JsonObject {
  const binary = { schema: { type: 'string', format: 'binary' } };
  const document = { schema: { type: 'object' } };
  return Object.fromEntries(named(types).map((type) => [type, type.endsWith('/json') ? document : binary]));
}
/** The example that was given, whose type was checked against the schema where it was; else one made of the schema. */
const shownOr = (given: unknown, schema: TSchema): Json => (given as Json | undefined) ?? exampleOf(schema);

const beginning = {
  headers: { [jobHeader]: { schema: { type: 'string' }, description: 'Ids of the jobs that it began.' } },
};

function answersOf(endpoint: Endpoint, components: Map<string, JsonObject>, media: string): JsonObject {
  const answers = Object.entries(endpoint.answers);
  const inParts = answers.flatMap(([, answer]) =>
    answer.kind === 'file'
      ? [['206', { ...answerOf(answer, components, media), description: 'The range asked for.' }]]
      : [],
  );
  return Object.fromEntries([
    ...answers.map(([status, answer]) => [
      status,
      { ...answerOf(answer, components, media), ...(endpoint.beginsJobs && status < '300' ? beginning : {}) },
    ]),
    ...inParts,
  ]);
}

function answerOf(answer: Answer, components: Map<string, JsonObject>, media: string): JsonObject {
  if (answer.kind === 'empty') return { description: answer.text };
  if (answer.kind !== 'json') return { description: answer.text, content: binaryOf(answer.types) };
  const example = shownOr(answer.example, answer.schema);
  const content = { schema: openApiSchema(answer.schema, components), example };
  return { description: answer.text, content: { [media]: content } };
}

/** Refusals by status, with every code and message that the operation may answer. */
function refusalsOf(endpoint: Endpoint): JsonObject {
  const byStatus = new Map<number, Problem[]>();
  for (const one of [...problemsOf(endpoint), ...pipelineProblems(endpoint)]) {
    const known = byStatus.get(one.status) ?? [];
    if (!known.some((other) => other.code === one.code)) byStatus.set(one.status, [...known, one]);
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(entries.map(([status, problems]) => [String(status), refusalOf(status, problems)]));
}

function refusalOf(status: number, problems: readonly Problem[]): JsonObject {
  const examples = problems.map((one) => [one.code, { value: { error: { code: one.code, message: one.message } } }]);
  const retry = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } };
  return {
    description: problems.map((one) => `${one.code}: ${one.message}`).join('\n\n'),
    ...(status === 429 || status === 503 ? { headers: retry } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const text: JsonObject = { type: 'string' };
const target: JsonObject = { type: 'string', nullable: true };

const errorResponse: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: text,
        message: text,
        target,
        details: {
          type: 'array',
          items: { type: 'object', required: ['code', 'message'], properties: { code: text, message: text, target } },
        },
      },
    },
  },
};
