import type { TSchema } from 'typebox';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import type { Json } from '../../std/json.ts';
import { type Answer, type Api, type Endpoint, isRaw } from '../http/endpoint.ts';
import type { Problem } from '../http/problem.ts';
import type { Compiled } from './compile.ts';
import type { Operation } from './operation.ts';
import { inLanguage, type Texts } from './plan.ts';
import type { Entry } from './table.ts';
import { eventIn } from './words.ts';

/** An API as its definition says it in words of the table: values for documents, not to be served. */
export function apiInWords(api: Api, compiled: Compiled): Api {
  const general = compiled.operations.values().next().value;
  if (general === undefined || !api.endpoints.some((one) => compiled.operations.has(one))) return api;
  return {
    ...api,
    title: general.sentence(api.title),
    description: general.sentence(api.description),
    endpoints: api.endpoints.map((endpoint) => {
      const operation = compiled.operations.get(endpoint);
      return operation === undefined ? endpoint : endpointInWords(endpoint, operation, compiled);
    }),
  };
}

type Shapes = (schema: TSchema) => TSchema;

function endpointInWords(endpoint: Endpoint, operation: Operation, compiled: Compiled): Endpoint {
  const { sentence, members } = operation;
  const shape = shapesIn(operation, compiled);
  const { query, body, headers, access, errors, invalid, bodyExample, description } = endpoint;
  const problem = (one: Problem): Problem => ({
    ...one,
    code: operation.code(one.code),
    message: sentence(one.message),
  });
  const example = operation.body && inLanguage(operation.body, bodyExample, 'theirs', textsOf(compiled));
  return {
    ...endpoint,
    path: operation.address.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${members.get(name) ?? name}}`),
    title: sentence(endpoint.title),
    ...(description === undefined ? {} : { description: sentence(description) }),
    ...(query === undefined ? {} : { query: shape(query) }),
    ...(body === undefined ? {} : { body: isRaw(body) ? body : shape(body) }),
    ...(endpoint.items === undefined ? {} : { items: members.get(endpoint.items) ?? endpoint.items }),
    ...(bodyExample === undefined ? {} : { bodyExample: example ?? bodyExample }),
    ...(headers === undefined ? {} : { headers: headersIn(headers, compiled) }),
    access: {
      ...access,
      permit: { ...access.permit, text: sentence(access.permit.text) },
      problems: access.problems.map(problem),
    },
    ...(errors === undefined ? {} : { errors: errors.map(problem) }),
    ...(invalid === undefined ? {} : { invalid: problem(invalid) }),
    answers: Object.fromEntries(
      Object.entries(endpoint.answers).map(([status, answer]) => [
        status,
        answerIn(answer, Number(status), { operation, shape, compiled }),
      ]),
    ),
  };
}

interface InWords {
  readonly operation: Operation;
  readonly shape: Shapes;
  readonly compiled: Compiled;
}

function answerIn(answer: Answer, status: number, { operation, shape, compiled }: InWords): Answer {
  const text = operation.sentence(answer.text);
  if (answer.kind !== 'json') return { ...answer, text };
  const { example } = answer;
  const plan = operation.answers.get(status);
  const told = example === undefined ? undefined : inLanguage(plan, example, 'theirs', textsOf(compiled));
  return { ...answer, text, schema: shape(answer.schema), ...(told === undefined ? {} : { example: told }) };
}

/** Examples lead nowhere. */
const textsOf = ({ table }: Compiled): Texts => ({
  link: (text) => text,
  event: (type) => eventIn(table.events, type),
});

function headersIn(schema: TSchema, { table }: Compiled): TSchema {
  const { properties = {}, ...rest }: SchemaNode = schema;
  const named = (name: string) => table.headers.find(({ ours }) => ours.toLowerCase() === name.toLowerCase())?.theirs;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [named(name) ?? name, one])),
  };
}

/** The shapes of an operation with the names, values and words of the table, those that contain themselves, too. */
function shapesIn({ scope, sentence }: Operation, compiled: Compiled): Shapes {
  const { events } = compiled.table;
  const made = new Map<string, Record<string, unknown>>();
  const ids = new Map<SchemaNode, number>();
  const value = (one: Json): Json => (typeof one === 'string' ? (scope.find('values', one)?.theirs ?? one) : one);
  const shown = (one: Json, { format }: SchemaNode): Json =>
    format === 'event-type' && typeof one === 'string' ? eventIn(events, one) : value(one);
  const many = (nodes: readonly SchemaNode[] = []) => nodes.map((node) => change(node));
  const named = (name: string, opaque: readonly Entry[]) =>
    (opaque.find(({ ours }) => ours === name) ?? scope.find('members', name))?.theirs ?? name;

  /** The words of a schema that hold names; all others stay. */
  const changes: Readonly<Record<string, (node: SchemaNode, opaque: readonly Entry[]) => unknown>> = {
    properties: ({ properties = {} }, opaque) =>
      Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [named(name, opaque), change(one, scope.opaque(name))]),
      ),
    patternProperties: ({ patternProperties = {} }) =>
      Object.fromEntries(Object.entries(patternProperties).map(([name, one]) => [name, change(one)])),
    additionalProperties: ({ additionalProperties: free }) => (typeof free === 'object' ? change(free) : free),
    required: ({ required = [] }, opaque) => required.map((name) => named(name, opaque)),
    enum: ({ enum: values = [] }) => values.map(value),
    const: ({ const: only = null }) => value(only),
    examples: (node) => (node.examples ?? []).map((one) => shown(one, node)),
    items: ({ items = {} }) => change(items),
    anyOf: ({ anyOf }) => many(anyOf),
    oneOf: ({ oneOf }) => many(oneOf),
    allOf: ({ allOf }) => many(allOf),
    description: ({ description = '' }) => sentence(description),
    insteadOf: ({ insteadOf = '' }) => named(insteadOf, []),
  };

  function change(node: SchemaNode, opaque: readonly Entry[] = []): SchemaNode {
    const id = ids.get(node) ?? ids.size;
    ids.set(node, id);
    const key = [id, ...opaque.map(({ place }) => place.path)].join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    const copy: Record<string, unknown> = {};
    made.set(key, copy);
    for (const [word, is] of Object.entries(node)) copy[word] = changes[word]?.(node, opaque) ?? is;
    return copy;
  }
  return (schema) => change(schema);
}
