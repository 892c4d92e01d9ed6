import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { invalidSetList, invalidValue } from '../errors.ts';
import { listVersions, type StoredSet } from '../store/symbols.ts';
import { setView } from './view.ts';

/** A set with its symbols, or as it was in an earlier version. */
export async function getSet(row: StoredSet, version: number | undefined, { db }: Context) {
  if (version === undefined || version === row.version) {
    return reply(200, { symbolSet: setView(row) }, { version: row.version });
  }
  const former = (await listVersions(db, row)).find((one) => one.version === version);
  if (former) return reply(200, { symbolSet: setView(former) }, { version });
  const message = `Version ${version} of the set is not kept, or was never published.`;
  return fail(invalidSetList, { details: [invalidValue('version', message)] });
}
