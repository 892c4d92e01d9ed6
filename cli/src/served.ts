import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { reasonOf } from './body.ts';
import { listedOf } from './definitions/operations.ts';
import { wrongCall } from './failure.ts';
import type { Io } from './io.ts';
import { originOf, settingsOf } from './settings.ts';
import type { Operation, Table } from './table.ts';

/** How a server differs from the table that the tool was built with; `twin refresh` writes it. */
export interface ServedDifference {
  /** Of the tool: another one has another table. */
  readonly version: string;
  readonly url: string;
  readonly areas: readonly { readonly name: string; readonly title: string }[];
  /** New ones, and those that are told in another way. */
  readonly operations: readonly Operation[];
  /** Ids of those that are not served. */
  readonly missing: readonly string[];
}

/** `$XDG_CACHE_HOME/twin`, else `~/.cache/twin`. */
export const cacheFolder = ({ env, home }: Io): string => join(env.XDG_CACHE_HOME || join(home, '.cache'), 'twin');

const differenceFile = (io: Io, url: string): string =>
  join(cacheFolder(io), 'definitions', `${createHash('sha256').update(originOf(url)).digest('hex')}.json`);

export function writeDifference(io: Io, difference: ServedDifference): void {
  const file = differenceFile(io, difference.url);
  try {
    mkdirSync(join(cacheFolder(io), 'definitions'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(difference), { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    throw wrongCall(`${file} cannot be written (${reasonOf(error)}).`);
  }
}

/** The table as the server of a call has it, where somebody has refreshed it; else the one of the build. */
export function servedTable(io: Io, argv: readonly string[], table: Table): Table {
  if (!existsSync(join(cacheFolder(io), 'definitions'))) return table;
  const difference = differenceFor(io, argv);
  return difference?.version === table.index.version ? merged(table, difference) : table;
}

/** Nothing where the settings are wrong: the command itself says so, if it needs them. */
function differenceFor(io: Io, argv: readonly string[]): ServedDifference | undefined {
  try {
    const { url } = settingsOf(io, readArguments(argv, []).general);
    return JSON.parse(readFileSync(differenceFile(io, url), 'utf8'));
  } catch {
    return undefined;
  }
}

function merged(table: Table, { areas, operations, missing, url }: ServedDifference): Table {
  const { index } = table;
  const changed = new Map(operations.map((one) => [one.id, one]));
  const isKnown = new Set(index.operations.map(({ id }) => id));
  const fresh = operations.filter(({ id }) => !isKnown.has(id));
  const ofArea = (name: string) => operations.filter(({ words }) => words[0] === name);
  const listed = index.operations.map((one) => {
    const other = changed.get(one.id);
    return other === undefined ? one : listedOf(other);
  });
  const builtAreas = new Set(index.areas.map(({ name }) => name));
  return {
    index: { ...index, areas: [...index.areas, ...areas], operations: [...listed, ...fresh.map(listedOf)] },
    missing: { url, ids: new Set(missing) },
    area(name) {
      const own = builtAreas.has(name) ? table.area(name) : [];
      const others = ofArea(name);
      const ids = new Set(others.map(({ id }) => id));
      return [...own.filter(({ id }) => !ids.has(id)), ...others];
    },
  };
}
