import type { SchemaNode } from '../../kernel/schema/node.ts';
import { kebabCase } from '../../std/kebab-case.ts';
import { type Api, type Endpoint, isRaw } from '../http/endpoint.ts';
import { type AnswerKind, answerKindOf, listMemberOf } from './answer-kinds.ts';
import { commandNames } from './command-names.ts';

/** What a request of an operation carries: JSON, the bytes of a file, or nothing. */
export type BodyKind = 'json' | 'file' | '';

/** An operation as every tool names it. */
export interface Command {
  readonly api: Api;
  readonly endpoint: Endpoint;
  /** The area first, the verb last: `['storage', 'files', 'list']`. */
  readonly words: readonly string[];
  /** Names of the path parameters, in the order of the path; `id...` last where the body is a list of texts. */
  readonly positional: readonly string[];
  /** The member of the answer that is a list; `.`: the body is it; undefined: the answer is no list. */
  readonly items: string | undefined;
  readonly answer: AnswerKind;
  readonly body: BodyKind;
  readonly namedBy: 'rule' | 'exception';
}

/** The commands of everything that is served, for who asks for one of them. */
export interface Commands {
  /** By the id of an operation. */
  of(id: string): Command | undefined;
  areaOf(api: Api): string;
}

export function commandTable(apis: readonly Api[]): Commands {
  const byId = new Map(commandsOf(apis).map((command) => [command.endpoint.id, command]));
  return { of: (id) => byId.get(id), areaOf: (api) => areaOf(api, apis) };
}

/** The commands of everything that is served, in the order of the APIs. */
export const commandsOf = (apis: readonly Api[]): readonly Command[] =>
  apis.flatMap((api) => api.endpoints.map((endpoint) => commandOf(endpoint, api, apis)));

function commandOf(endpoint: Endpoint, api: Api, apis: readonly Api[]): Command {
  const items = listMemberOf(endpoint);
  const answer = answerKindOf(endpoint);
  const body = bodyKindOf(endpoint);
  const exception = commandNames[endpoint.id];
  const rest = exception?.split(' ') ?? byRule(endpoint, api, { items, answer, body });
  return {
    api,
    endpoint,
    words: [areaOf(api, apis), ...rest],
    positional: positionalOf(endpoint),
    items,
    answer,
    body,
    namedBy: exception === undefined ? 'rule' : 'exception',
  };
}

function positionalOf({ path, body }: Endpoint): readonly string[] {
  const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return body && !isRaw(body) && isListOfTexts(body) ? [...ofPath, 'id...'] : ofPath;
}

const isListOfTexts = ({ type, items }: SchemaNode): boolean => type === 'array' && items?.type === 'string';

/** The name of an API; an older version has its number behind it. */
function areaOf(api: Api, apis: readonly Api[]): string {
  const isOld = apis.some((other) => other.name === api.name && other.version > api.version);
  return isOld ? `${api.name}-v${api.version}` : api.name;
}

function bodyKindOf({ body }: Endpoint): BodyKind {
  if (body === undefined) return '';
  return isRaw(body) && !body.types.every((type) => type.endsWith('/json')) ? 'file' : 'json';
}

/** Nouns and verb of an operation by its method, its path, and what it takes and answers. */
function byRule(endpoint: Endpoint, api: Api, kinds: Pick<Command, 'items' | 'answer' | 'body'>): readonly string[] {
  const segments = segmentsOf(endpoint.path, api);
  const nouns = nounsOf(segments);
  const last = segments.at(-1);
  if (last !== undefined && endsInVerb(endpoint, api)) return [...nouns.slice(0, -1), nounOf(last)];
  const verb = verbOf(endpoint, kinds, last?.startsWith('{') ?? false);
  const before = nouns.at(-1);
  const repeats = before === verb || (before === 'content' && verb === 'download');
  return [...(repeats ? nouns.slice(0, -1) : nouns), verb];
}

/** Segments that all paths of an API begin with, where there are more of them than its prefix has. */
const furtherPrefixes: Readonly<Record<string, readonly string[]>> = {
  'access-control': ['twins'],
  applications: ['applications'],
  'reality-data': ['reality-data'],
};

function segmentsOf(path: string, api: Api): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const rest = segments.slice(api.prefix.split('/').length - 1);
  const further = furtherPrefixes[api.name] ?? [];
  return further.every((segment, at) => rest[at] === segment) ? rest.slice(further.length) : rest;
}

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;

function nounsOf(segments: readonly string[]): readonly string[] {
  const nouns = segments.filter((segment, at) => {
    if (isParameter(segment)) return false;
    if (!isParameter(segments[at + 1])) return true;
    return !(segment === 'twin' || segment === 'model' || (segment === 'twins' && at + 2 < segments.length));
  });
  return nouns.map(nounOf);
}

/** Segments that are several words written as one. */
const compounds: Readonly<Record<string, string>> = {
  recyclebin: 'recycle-bin',
  comparisonjob: 'comparison-jobs',
  symbolsets: 'symbol-sets',
  weblinks: 'web-links',
  readaccess: 'read-access',
  writeaccess: 'write-access',
  updatecontent: 'update-content',
  getbyidlist: 'by-ids',
  myprimaryaccount: 'my-primary-account',
  'carbontool-a': 'tool-a',
  'carbontool-b': 'tool-b',
};

function nounOf(segment: string): string {
  const plain = segment.replace(/^\$/, '');
  return compounds[plain] ?? kebabCase(plain);
}

/** Whether the last segment says what is done: it is no thing that could be read, deleted or gone on from. */
function endsInVerb({ method, path }: Endpoint, { endpoints }: Api): boolean {
  if (method === 'GET' || method === 'DELETE' || path.endsWith('/') || path.endsWith('}')) return false;
  return !endpoints.some(
    (other) =>
      (other.path.replace(/\/$/, '') === path && (other.method === 'GET' || other.method === 'DELETE')) ||
      other.path.startsWith(`${path}/{`),
  );
}

function verbOf(
  { method }: Endpoint,
  { items, answer, body }: Pick<Command, 'items' | 'answer' | 'body'>,
  isOfOne: boolean,
): string {
  switch (method) {
    case 'GET':
      if (items !== undefined) return 'list';
      return answer === 'file' ? 'download' : 'get';
    case 'DELETE':
      return 'delete';
    case 'PATCH':
      return 'update';
    case 'PUT':
      return body === 'file' ? 'upload' : 'replace';
    default:
      if (body === 'file') return 'upload';
      return isOfOne ? 'add' : 'create';
  }
}
