import type { Api } from '../../src/api/http/endpoint.ts';
import { type Command, commandsOf, commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { areaAliases, builtInCommands, reservedCommands, verbAliases } from '../../src/api/openapi/reserved-words.ts';
import { membersOf } from '../../src/std/records.ts';
import type { Index, Operation } from '../src/table.ts';
import { columnsOf } from './columns.ts';
import { bodyFlags, isTwin, parameterFlags } from './flags.ts';
import { resolverOf, type Shape } from './shape.ts';

const addresses = { baseUrl: 'http://localhost:3000', authUrl: 'http://localhost:3000/auth' };

/** What the tools know of everything that is served: the list, and the operations of each area. */
export function tableOf(apis: readonly Api[], version: string) {
  const commands = commandsOf(apis);
  const table = commandTable(apis);
  const areas = apis.map((api) => ({ name: table.areaOf(api), title: api.title }));
  const index: Index = {
    version,
    apis: apis.length,
    areas,
    operations: commands.map(({ endpoint, words }) => ({
      id: endpoint.id,
      words,
      title: endpoint.title,
      ...(isHidden(words) ? { hidden: true } : {}),
      ...(endpoint.deprecated ? { deprecated: true } : {}),
    })),
    areaAliases,
    verbAliases,
    builtIn: builtInCommands,
    reserved: reservedCommands,
  };
  const byArea = apis.map((api) => {
    const document = documentOf(api, { ...addresses, commands: table });
    const resolve = resolverOf(document);
    const operations = commands
      .filter((command) => command.api === api)
      .map((command) => operationOf(command, membersOf(membersOf(document.paths)[command.endpoint.path]), resolve));
    return [table.areaOf(api), operations] as const;
  });
  return { index, areas: new Map(byArea) };
}

const isHidden = (words: readonly string[]): boolean => /-(alias|legacy)$/.test(words.at(-1) ?? '');

function operationOf(command: Command, path: Shape, resolve: (shape: unknown) => Shape): Operation {
  const { api, endpoint, words, positional, items, answer, body } = command;
  const told = membersOf(path[endpoint.method.toLowerCase()]);
  const alternatives = membersOf(told)['x-one-of'];
  const rest = positional.find((name) => name.endsWith('...'));
  const content = membersOf(membersOf(told.requestBody).content);
  const success = membersOf(membersOf(told.responses)['200']);
  const media = Object.values(membersOf(success.content))[0];
  const columns = items === undefined ? undefined : columnsOf(membersOf(media).schema, items, resolve);
  const jsonBody = membersOf(content['application/json']);
  return {
    id: endpoint.id,
    api: `${api.name}-v${api.version}`,
    version: api.version,
    at: api.at ?? 'base',
    words,
    method: endpoint.method,
    path: endpoint.path,
    title: endpoint.title,
    description: String(told.description),
    positional: positional
      .filter((name) => name !== rest)
      .map((name) => ({ name, ...(isTwin(name, endpoint.path) ? { twin: true } : {}) })),
    ...(rest === undefined ? {} : { rest: rest.slice(0, -3) }),
    flags: [
      ...parameterFlags(told.parameters, Array.isArray(alternatives) ? alternatives : []),
      ...(body === 'json' && rest === undefined ? bodyFlags(jsonBody.schema, resolve) : []),
    ],
    body,
    ...(body === '' ? {} : { bodyRequired: membersOf(told.requestBody).required !== false }),
    ...(body === 'file' ? fileBody(command, Object.keys(content)) : {}),
    answer,
    ...(items === undefined ? {} : { items }),
    ...(columns === undefined ? {} : { columns }),
    ...marksOf(told),
    ...(endpoint.prefer ? { prefer: true } : {}),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    permission: endpoint.access.permit.text,
    ...(jsonBody.example === undefined ? {} : { example: jsonBody.example }),
  };
}

function fileBody({ endpoint }: Command, types: readonly string[]): Pick<Operation, 'types' | 'disposition'> {
  const headers = Object.keys(membersOf(membersOf(endpoint.headers).properties));
  return { types, ...(headers.includes('Content-Disposition') ? { disposition: true } : {}) };
}

function marksOf(told: Shape): Partial<Operation> {
  return {
    ...(told['x-paging'] === undefined ? {} : { paging: told['x-paging'] as NonNullable<Operation['paging']> }),
    ...(told['x-job'] ? { job: true } : {}),
    ...(told['x-writes'] ? { writes: true } : {}),
  };
}
