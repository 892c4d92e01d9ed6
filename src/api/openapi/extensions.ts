import type { SchemaNode } from '../../kernel/schema/node.ts';
import type { JsonObject } from '../../std/json.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { hasUploadAddress, listMemberOf } from './answer-kinds.ts';
import type { Command } from './commands.ts';

/** How the pages of a list follow each other. */
type Paging = 'skip' | 'token' | 'odata' | 'none';

/**
 * What tools have to know of an operation beyond OpenAPI; absent marks are false. The endpoint is that of the command, or the
 * same one in words of a table of names.
 */
export function extensionsOf({ words, answer }: Command, endpoint: Endpoint): JsonObject {
  const items = listMemberOf(endpoint);
  const alternatives = alternativesOf(endpoint);
  return {
    'x-command': words.join(' '),
    ...(items === undefined ? {} : { 'x-items': items }),
    ...(items === undefined || endpoint.method !== 'GET' ? {} : { 'x-paging': pagingOf(endpoint) }),
    ...(endpoint.beginsJobs ? { 'x-job': true } : {}),
    ...(answer === 'file' ? { 'x-file': true } : {}),
    ...(hasUploadAddress(endpoint) ? { 'x-upload': true } : {}),
    ...(endpoint.writes ? { 'x-writes': true } : {}),
    ...(endpoint.secret ? { 'x-secret': true } : {}),
    ...(alternatives.length === 0 ? {} : { 'x-one-of': alternatives }),
  };
}

function pagingOf({ query, answers }: Endpoint): Paging {
  const { properties = {} }: SchemaNode = query ?? {};
  const names = Object.keys(properties);
  if (names.some((name) => /^\$?continuationToken$/i.test(name))) return 'token';
  const isData = Object.values(answers).some((answer) => answer.kind === 'stream');
  if (isData) return 'odata';
  return names.some((name) => /^\$?skip$/i.test(name)) ? 'skip' : 'none';
}

/** Groups of parameters of which one is needed, the present name first. */
function alternativesOf({ query }: Endpoint): string[][] {
  const { properties = {} }: SchemaNode = query ?? {};
  return Object.entries(properties).flatMap(([name, { insteadOf }]) =>
    insteadOf === undefined ? [] : [[insteadOf, name]],
  );
}
