import type { Api } from '../../src/api/http/endpoint.ts';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { areaAliases, builtInCommands, reservedCommands, verbAliases } from '../../src/api/openapi/reserved-words.ts';
import { listedOf, operationsIn } from '../src/definitions/operations.ts';
import type { Index } from '../src/table.ts';

const addresses = { baseUrl: 'http://localhost:3000', authUrl: 'http://localhost:3000/auth' };

/** What the tools know of everything that is served: the list, and the operations of each area. */
export function tableOf(apis: readonly Api[], version: string) {
  const commands = commandTable(apis);
  const made = apis.map((api) => {
    const document = documentOf(api, { ...addresses, commands });
    const found = operationsIn({ api: `${api.name}-v${api.version}`, document, baseUrl: addresses.baseUrl });
    const byId = new Map(found.map((one) => [one.id, one]));
    const inOrder = api.endpoints.flatMap(({ id }) => byId.get(id) ?? []);
    return { area: commands.areaOf(api), title: api.title, operations: inOrder };
  });
  const index: Index = {
    version,
    apis: apis.length,
    areas: made.map(({ area, title }) => ({ name: area, title })),
    operations: made.flatMap(({ operations }) => operations.map(listedOf)),
    areaAliases,
    verbAliases,
    builtIn: builtInCommands,
    reserved: reservedCommands,
  };
  return { index, areas: new Map(made.map(({ area, operations }) => [area, operations] as const)) };
}
