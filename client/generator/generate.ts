import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import { eventCatalogue } from '../../src/kernel/events/catalogue.ts';
import { servedApis } from '../../src/start/served-apis.ts';

/*
 * Writes the types of every API out of its endpoint values, and the list of APIs, into src/generated of the client, which is
 * then compiled. No server runs.
 */
const folder = join(import.meta.dirname, '../src/generated');
const address = { baseUrl: 'http://localhost:3000', authUrl: 'http://localhost:3000/auth' };

const apis = await servedApis();
const commands = commandTable(apis);
for (const old of [folder, join(folder, '../../dist')]) rmSync(old, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const api of apis) {
  const types = await openapiTS(JSON.stringify(documentOf(api, { ...address, commands })));
  writeFileSync(join(folder, `${api.name}-v${api.version}.ts`), astToString(types));
}
writeFileSync(join(folder, 'apis.ts'), listOf(apis));
console.log(`Client: ${apis.length} APIs.`);

/** `twins` for the newest version of an API, `formsV1` for an older one. */
function listOf(served: typeof apis): string {
  const named = served.map((api) => {
    const newest = served.every((other) => other.name !== api.name || other.version <= api.version);
    const name = api.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { name: newest ? name : `${name}V${api.version}`, file: `${api.name}-v${api.version}`, api };
  });
  return [
    ...named.map(
      ({ name, file }) => `import type { components as ${name}Components, paths as ${name} } from './${file}.ts';`,
    ),
    '',
    '/** The paths of each API, with their parameters, bodies and answers. */',
    'export interface Paths {',
    ...named.map(({ name }) => `  readonly ${name}: ${name};`),
    '}',
    '',
    '/** The named shapes of each API. */',
    'export interface Schemas {',
    ...named.map(({ name }) => `  readonly ${name}: ${name}Components['schemas'];`),
    '}',
    '',
    '/** Where each API is, and the version that its requests ask for. */',
    'export const apis = {',
    ...named.map(({ name, api }) => `  ${name}: { version: ${api.version}, at: '${api.at ?? 'base'}' },`),
    '} as const;',
    '',
    '/** Events that these APIs raise, and when. */',
    'export const events = {',
    ...Object.entries(eventCatalogue)
      .filter(([type]) => named.some(({ name }) => type.startsWith(`${name}.`)) && type !== 'webhooks.test.v1')
      .map(([type, { raised }]) => `  '${type}': ${JSON.stringify(raised)},`),
    '} as const;',
    '',
  ].join('\n');
}
