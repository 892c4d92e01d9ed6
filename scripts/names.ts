import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { operationLines } from '../src/api/names/listing.ts';
import { operationsOf } from '../src/api/names/propose/definition.ts';
import { proposeTable } from '../src/api/names/propose/propose.ts';
import { commandTable } from '../src/api/openapi/commands.ts';
import { documentOf } from '../src/api/openapi/document.ts';
import { namesFaults, readNamesFile } from '../src/app/names-file.ts';
import { commandLine } from '../src/config/command-line.ts';
import { ConfigError } from '../src/config/config.ts';
import { folderOf, runScript } from './report.ts';

const usage = `
Checks a table of names (docs/names.md) without starting the server:

  npm run -s names -- names.yaml

It prints, for each operation of the APIs, its address in words of the table and the members and parameters that change.
It ends with 2 where the table is wrong, and names the place of every fault.

  npm run -s names -- --propose <folder>

compares the OpenAPI files (JSON or YAML) of a folder with our own definitions, and prints a table to begin with.
`;

const options = { propose: { type: 'string' } } as const;
/** The whole program, once it is clear what is wanted. */
const wired = async () => (await import('../src/start/served-apis.ts')).wiredApp();
const { values } = commandLine({ usage, options, words: { most: 1 } });
await runScript(
  { usage, options, words: { least: values.propose === undefined ? 1 : 0, most: 1 } },
  async ([name = '']) => (values.propose === undefined ? checked(folderOf(name)) : proposed(folderOf(values.propose))),
);

async function checked(file: string) {
  const { compiled, faults } = (await wired()).compileNames(readNamesFile(file));
  if (compiled === undefined) throw new ConfigError(namesFaults(file, faults));
  return { text: operationLines(compiled).join('\n'), well: true };
}

async function proposed(folder: string) {
  const files = globSync('**/*.{json,yaml,yml}', { cwd: folder }).sort();
  const theirs = files.flatMap((file) => operationsOf(parse(readFileSync(join(folder, file), 'utf8'))));
  if (theirs.length === 0) throw new ConfigError(`${folder} has no OpenAPI file with an operation.`);
  const { apis } = await wired();
  const addresses = { baseUrl: 'http://localhost', authUrl: 'http://localhost/auth', commands: commandTable(apis) };
  const ours = apis.filter(({ at }) => at !== 'auth').flatMap((api) => operationsOf(documentOf(api, addresses)));
  return { text: proposeTable(ours, theirs).trimEnd(), well: true };
}
