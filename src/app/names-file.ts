import { readFileSync } from 'node:fs';
import type { Area } from '../api/area.ts';
import { type CompileOptions, compileTable } from '../api/names/compile.ts';
import { type InstalledNames, namesOf } from '../api/names/names.ts';
import { faultText, type TableFault } from '../api/names/table.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { codeOf } from '../std/errors.ts';

/** What is served before any operation; the mounts of areas come to it. */
const served = ['/auth', '/blobs', '/health', '/metrics', '/definitions', '/reference', '/tools', '/console'];

/** What a table is compared with, of these areas. */
export const namesOptions = (
  { scopeAliases, vendorAliases, authUrl }: Pick<Config, 'scopeAliases' | 'vendorAliases' | 'authUrl'>,
  areas: readonly Pick<Area, 'apis' | 'mounts'>[],
): CompileOptions => ({
  apis: areas.flatMap((area) => area.apis),
  reserved: [
    ...new Set([
      ...served,
      new URL(authUrl).pathname,
      ...areas.flatMap(({ mounts = [] }) => mounts.map(({ prefix }) => prefix)),
    ]),
  ].filter((prefix) => prefix !== '/'),
  scopeAliases,
  vendorAliases,
});

export const readNamesFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`NAMES_FILE: ${file} cannot be read (${codeOf(error) ?? 'unknown'}).`);
  }
};

/** The faults of a table, for people. */
export const namesFaults = (file: string, faults: readonly TableFault[]): string =>
  `The table of names is wrong:\n${faults.map((fault) => `  ${faultText(file, fault)}`).join('\n')}`;

/** Reads NAMES_FILE, if there is one. Throws one `ConfigError` that names the place of every fault. */
export function installNames(config: Config, areas: readonly Area[]): InstalledNames | undefined {
  const { namesFile, baseUrl } = config;
  if (namesFile === undefined) return undefined;
  const { compiled, faults } = compileTable(readNamesFile(namesFile), namesOptions(config, areas));
  if (compiled === undefined) throw new ConfigError(namesFaults(namesFile, faults));
  return namesOf(compiled, baseUrl);
}
