import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Page, PageQuery } from '../../../engines/tables/params.ts';
import type { Federation } from '../deps.ts';
import type { EntitySet, OpenData, Refused } from '../query/open-data.ts';
import { isPage } from '../query/run-query.ts';

/** A page with its rows. */
export interface FoundPage extends Page {
  /** The bytes of the rows; nothing where there are none. */
  readonly content: Readable;
}

/**
 * Finds the rows of a page. They lie in a file that is gone already but open, so that nothing of it is left however the
 * answer ends; and a fault is told before the first byte of an answer.
 */
export const findPage = (
  data: OpenData,
  set: EntitySet,
  query: PageQuery,
  { ports }: Pick<Federation, 'ports'>,
): Promise<FoundPage | Refused> =>
  ports.engines.workFolder(async (folder) => {
    const path = join(folder, 'rows');
    const page = await data.page(set, query, path);
    if (!isPage(page)) return page;
    return { ...page, content: await contentOf(path, page.rows) };
  });

/** The bytes of rows in a file, which is there until they were read, though nobody else finds it. */
export const contentOf = async (path: string, rows: number): Promise<Readable> =>
  rows === 0 ? Readable.from([]) : (await open(path)).createReadStream();

/** Texts and streams one after the other. */
export const joined = (...parts: readonly (string | Readable)[]): Readable =>
  Readable.from(
    (async function* () {
      for (const part of parts) {
        if (typeof part === 'string') yield Buffer.from(part);
        else yield* part;
      }
    })(),
    { objectMode: false },
  );
