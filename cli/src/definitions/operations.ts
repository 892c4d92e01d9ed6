import type { Listed, Operation } from '../table.ts';
import { columnsOf } from './columns.ts';
import { bodyFlags, isTwin, parameterFlags } from './flags.ts';
import { membersOf, resolverOf, type Shape } from './shape.ts';

/** A definition of an API, and how it is called: `forms-v1`. */
export interface Definition {
  readonly api: string;
  readonly document: Shape;
  /** Address of the platform; documents of other servers are those of its authorization server. */
  readonly baseUrl: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What the tools need of every operation of a definition, in its order. */
export function operationsIn({ api, document, baseUrl }: Definition): Operation[] {
  const resolve = resolverOf(document);
  const version = Number(String(membersOf(document.info).version).replace(/^v/, ''));
  const servers = Array.isArray(document.servers) ? document.servers : [];
  const at = membersOf(servers[0]).url === baseUrl ? 'base' : 'auth';
  return Object.entries(membersOf(document.paths)).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const told = membersOf(operations)[method];
      if (told === undefined || membersOf(told)['x-command'] === undefined) return [];
      return operationOf(membersOf(told), { api, version, at, path, method: upper[method] }, resolve);
    }),
  );
}

const upper = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

function operationOf(
  told: Shape,
  place: Pick<Operation, 'api' | 'version' | 'at' | 'path' | 'method'>,
  resolve: (shape: unknown) => Shape,
): Operation {
  const parameters = Array.isArray(told.parameters) ? told.parameters.map(membersOf) : [];
  const content = membersOf(membersOf(told.requestBody).content);
  const json = membersOf(content['application/json']);
  const body = bodyKindOf(content);
  const bodyShape = resolve(json.schema);
  const isList = body === 'json' && bodyShape.type === 'array' && resolve(bodyShape.items).type === 'string';
  const items = textOr(told['x-items'], undefined);
  const success = membersOf(membersOf(told.responses)['200']);
  const media = Object.values(membersOf(success.content))[0];
  const columns = items === undefined ? undefined : columnsOf(membersOf(media).schema, items, resolve);
  const texts = String(told.description).split('\n\n');
  const alternatives = Array.isArray(told['x-one-of']) ? told['x-one-of'] : [];
  return {
    id: String(told.operationId),
    ...place,
    words: String(told['x-command']).split(' '),
    title: String(told.summary),
    description: String(told.description),
    positional: parameters
      .filter((one) => one.in === 'path')
      .map(({ name }) => ({ name: String(name), ...(isTwin(String(name), place.path) ? { twin: true } : {}) })),
    ...(isList ? { rest: 'id' } : {}),
    flags: [
      ...parameterFlags(parameters, alternatives),
      ...(body === 'json' && !isList ? bodyFlags(json.schema, resolve) : []),
    ],
    body,
    ...(body === '' ? {} : { bodyRequired: membersOf(told.requestBody).required !== false }),
    ...(body === 'file' ? fileBody(parameters, Object.keys(content)) : {}),
    answer: answerOf(told),
    ...(items === undefined ? {} : { items }),
    ...(columns === undefined ? {} : { columns }),
    ...marksOf(told),
    ...(parameters.some(({ name, schema }) => name === 'Prefer' && membersOf(schema).enum) ? { prefer: true } : {}),
    ...(told.deprecated ? { deprecated: true } : {}),
    permission: texts.at(-1) ?? '',
    ...(json.example === undefined ? {} : { example: json.example }),
  };
}

const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other);

function bodyKindOf(content: Shape): Operation['body'] {
  const types = Object.keys(content);
  if (types.length === 0) return '';
  return types.every((type) => membersOf(membersOf(content[type]).schema).format !== 'binary') ? 'json' : 'file';
}

/** By the successes: a file is marked, a stream of events has its type, JSON has its own. */
function answerOf(told: Shape): Operation['answer'] {
  if (told['x-file']) return 'file';
  const types = Object.entries(membersOf(told.responses))
    .filter(([status]) => status < '300')
    .flatMap(([, answer]) => Object.keys(membersOf(membersOf(answer).content)));
  if (types.includes('text/event-stream')) return 'events';
  return types.length === 0 ? 'none' : 'json';
}

function fileBody(parameters: readonly Shape[], types: readonly string[]): Pick<Operation, 'types' | 'disposition'> {
  const sendsName = parameters.some(({ name }) => name === 'Content-Disposition');
  return { types, ...(sendsName ? { disposition: true } : {}) };
}

function marksOf(told: Shape): Partial<Operation> {
  return {
    ...(told['x-paging'] === undefined ? {} : { paging: told['x-paging'] as NonNullable<Operation['paging']> }),
    ...(told['x-job'] ? { job: true } : {}),
    ...(told['x-writes'] ? { writes: true } : {}),
  };
}

/** An operation as the list of all has it. */
export const listedOf = ({ id, words, title, deprecated }: Operation): Listed => ({
  id,
  words,
  title,
  ...(/-(alias|legacy)$/.test(words.at(-1) ?? '') ? { hidden: true } : {}),
  ...(deprecated ? { deprecated: true } : {}),
});
