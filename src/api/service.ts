import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mount } from '../std/mount.ts';
import { retryAfterSeconds } from '../std/unavailable.ts';
import type { Api } from './http/endpoint.ts';
import { type Commands, commandTable } from './openapi/commands.ts';
import { documentOf } from './openapi/document.ts';

/** What the server stands on; each rejects while it cannot be used. */
export type Supports = Readonly<Record<string, () => Promise<void>>>;

export interface DefinitionsOptions {
  readonly apis: readonly Api[];
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The APIs in words of the table of names. */
  readonly names?: DefinitionNames | undefined;
}

export interface DefinitionNames {
  readonly vendor: string | undefined;
  readonly scope: string | undefined;
  inWords(api: Api): Api;
  /** Whether an Accept header asks for words of the table. */
  asks(accept: string | undefined): boolean;
}

/** Whether the server lives, and whether it can work: conventions.md section 18. Needs no token. */
export const healthMount = (supports: Supports): Mount => ({
  prefix: '/health',
  handle: (request, response) => health(request, response, supports),
});

/** The definitions of the APIs and their changelogs: conventions.md section 18. Needs no token. */
export function definitionsMount(options: DefinitionsOptions): Mount {
  let commands: Commands | undefined;
  const commandsOnce = (): Commands => {
    commands ??= commandTable(options.apis);
    return commands;
  };
  return {
    prefix: '/definitions',
    handle: (request, response) => definitions(request, response, options, commandsOnce),
  };
}

/** Whoever asks has a deadline of its own. */
const patienceMs = 3000;

async function health(request: IncomingMessage, response: ServerResponse, supports: Supports): Promise<void> {
  const path = pathOf(request);
  if (path === '/health/live') return sendJson(request, response, 200, { status: 'ok' });
  if (path !== '/health/ready') return notFound(request, response);
  const looked = await Promise.all(
    Object.entries(supports).map(async ([name, ask]) => ((await answers(ask)) ? [] : [name])),
  );
  const unavailable = looked.flat();
  if (unavailable.length === 0) return sendJson(request, response, 200, { status: 'ok' });
  response.setHeader('Retry-After', retryAfterSeconds);
  sendJson(request, response, 503, { status: 'unavailable', unavailable });
}

async function answers(ask: () => Promise<void>): Promise<boolean> {
  const waited = new AbortController();
  const late = sleep(patienceMs, false, { signal: waited.signal }).catch(() => false);
  const asked = ask().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, late]);
  waited.abort();
  return answered;
}

function definitions(
  request: IncomingMessage,
  response: ServerResponse,
  options: DefinitionsOptions,
  commands: () => Commands,
): void {
  const path = pathOf(request);
  const names = askedNames(request, options);
  if (path === '/definitions') return sendJson(request, response, 200, listOf(options, names));
  const match = /^\/definitions\/([a-z-]+)-v(\d+)\.(json|md)$/.exec(path);
  const api = options.apis.find((one) => one.name === match?.[1] && one.version === Number(match[2]));
  if (api === undefined) return notFound(request, response);
  if (match?.[3] === 'md') return send(request, response, 200, 'text/markdown; charset=utf-8', changelogOf(api));
  const { baseUrl, authUrl } = options;
  const { vendor, scope } = names ?? {};
  const told = { baseUrl, authUrl, vendor, scope, commands: commands() };
  sendJson(request, response, 200, documentOf(names?.inWords(api) ?? api, told));
}

/** The names of the table, where its words are asked for. */
function askedNames(
  { url = '', headers }: IncomingMessage,
  { names }: DefinitionsOptions,
): DefinitionNames | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  return query.get('names') === 'table' || names?.asks(headers.accept) ? names : undefined;
}

function listOf({ apis, baseUrl, names: known }: DefinitionsOptions, names: DefinitionNames | undefined) {
  const query = names === undefined ? '' : '?names=table';
  const at = (api: Api, ending: string) => ({
    href: `${baseUrl}/definitions/${api.name}-v${api.version}.${ending}${ending === 'json' ? query : ''}`,
  });
  return {
    definitions: apis.map((api) => ({
      name: api.name,
      version: `v${api.version}`,
      definition: at(api, 'json'),
      changelog: at(api, 'md'),
    })),
    ...(known === undefined ? {} : { names: { href: `${baseUrl}/definitions?names=table` } }),
  };
}

function changelogOf(api: Api): string {
  const entries = api.changelog.map((one) => `## ${one.date}\n${one.text}\n`);
  return [`# ${api.title} v${api.version}: changelog\n`, ...entries].join('\n');
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0]?.replace(/(.)\/$/, '$1') ?? '/';

const notFound = (request: IncomingMessage, response: ServerResponse): void =>
  sendJson(request, response, 404, {
    error: {
      code: 'ResourceNotFound',
      message: 'The requested resource was not found. Verify the API URL and the Accept header.',
      details: [{ code: 'OperationNotFound', message: 'Unable to match incoming request to an operation.' }],
    },
  });

const sendJson = (request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void =>
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify(value));

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, body: string): void {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, { ...headers, Allow: 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Methods': 'GET, HEAD' })
      .end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}
