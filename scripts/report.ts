import type { ParseArgsOptionsConfig } from 'node:util';
import { keepToOurselves } from '../src/app/data-folder.ts';
import { q } from '../src/areas/storage/tables.ts';
import { commandLine, fromHere, type Usage } from '../src/config/command-line.ts';
import { ConfigError } from '../src/config/config.ts';
import type { Verified } from '../src/kernel/blobs/verify.ts';
import type { Reader } from '../src/kernel/db/database.ts';
import { Unavailable } from '../src/std/unavailable.ts';

/** What a script found: a line for people, and whether all is well. */
export interface Report {
  readonly text: string;
  readonly well: boolean;
}

/** Ends with 0, with 1 where something is wrong with the data, with 2 where the script cannot do what is asked. */
export async function runScript(
  usage: Usage<ParseArgsOptionsConfig>,
  run: (words: readonly string[]) => Promise<Report>,
): Promise<void> {
  const { words } = commandLine(usage);
  keepToOurselves();
  try {
    const { text, well } = await run(words);
    console.log(text);
    process.exitCode = well ? 0 : 1;
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof Unavailable;
    console.error(expected ? error.message : error);
    process.exitCode = expected ? 2 : 1;
  }
}

/** A folder named on the command line. */
export const folderOf = (argument: string): string => fromHere(argument, process.env);

/** A line per lost content, with the name that people know. */
export async function linesOf(db: Reader, lost: readonly Verified[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { blob, lost: found } of lost) {
    if (found === undefined) continue;
    const file = await db.first(q.selectFrom('storage_items').select('name').where('blob_id', '=', blob.id));
    const name = file === undefined ? '' : ` '${file.name}'`;
    lines.push(`  ${blob.area}/${blob.container}/${blob.id}${name}: ${found.why}`);
  }
  return lines;
}
