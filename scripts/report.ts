import { resolve } from 'node:path';
import { q } from '../src/areas/storage/tables.ts';
import type { Verified } from '../src/kernel/blobs/verify.ts';
import type { Reader } from '../src/kernel/db/database.ts';
import { Unavailable } from '../src/kernel/std/unavailable.ts';
import { ConfigError } from '../src/start/config.ts';
import { keepToOurselves } from '../src/start/data-folder.ts';

/** What a script found: a line for people, and whether all is well. */
export interface Report {
  readonly text: string;
  readonly well: boolean;
}

/** Ends with 0, with 1 where something is wrong with the data, with 2 where the script cannot do what is asked. */
export async function runScript(run: (args: readonly string[]) => Promise<Report>): Promise<void> {
  keepToOurselves();
  try {
    const { text, well } = await run(process.argv.slice(2));
    console.log(text);
    process.exitCode = well ? 0 : 1;
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof Unavailable;
    console.error(expected ? error.message : error);
    process.exitCode = expected ? 2 : 1;
  }
}

/** A folder named on the command line; npm runs scripts in the folder of the project, wherever it was called. */
export const folderOf = (argument: string): string => resolve(process.env.INIT_CWD ?? '.', argument);

/** A line per lost content, with the name that people know. */
export async function linesOf(db: Reader, lost: readonly Verified[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { blob, lost: why } of lost) {
    const file = await db.first(q.selectFrom('storage_items').select('name').where('blob_id', '=', blob.id));
    const name = file === undefined ? '' : ` '${file.name}'`;
    lines.push(`  ${blob.area}/${blob.container}/${blob.id}${name}: ${why}`);
  }
  return lines;
}
