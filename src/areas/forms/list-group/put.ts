import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import { isFileName } from '../../../std/text.ts';
import { invalidListGroup } from '../errors.ts';
import type { ListGroupRow } from '../tables.ts';
import { findListGroup, insertListGroup, newListGroup, replaceLists } from './store.ts';
import { isSheetFault, listsOf, mostColumns, mostRows, type SheetFault } from './tree.ts';

const inflated = 50 * 2 ** 20;
const mostMs = 30_000;

interface Upload {
  readonly id: string;
  readonly target: Located<{ readonly row: ListGroupRow | undefined }>;
  readonly body: { readonly bytes: Buffer };
  readonly disposition: string | undefined;
}

const refused = (reason: string) =>
  fail(invalidListGroup, { details: [{ code: 'InvalidRequestBody', message: reason, target: 'file' }] });

/** Puts the lists of a workbook in the place of those of a list group, or makes one of them. */
export async function putListGroup<R>(
  { id, target, body, disposition }: Upload,
  context: Context,
  replyOf: (row: ListGroupRow) => R,
) {
  const found = await listsIn(body.bytes, context);
  if (isSheetFault(found)) return refused(found.reason);
  const by = { userId: context.caller.userId, now: context.now };
  const twinId = target.access.twin.id;
  const outcome = await context.write(async (tx) => {
    const row = await findListGroup(tx, id);
    if (row && row.twin_id !== twinId) throw new NoLongerThere(`List group ${id} belongs to another twin.`);
    if (row) return replaceLists(tx, row, found, by);
    const made = newListGroup(twinId, fileNameIn(disposition) ?? id.toLowerCase(), found, by, id.toLowerCase());
    await insertListGroup(tx, made);
    return made;
  });
  return isFailed(outcome) ? outcome : replyOf(outcome);
}

/** Read by an engine: a workbook may be anything. */
async function listsIn(bytes: Buffer, { ports, caller }: Context): Promise<ReturnType<typeof listsOf> | SheetFault> {
  return ports.engines.workFolder(async (folder) => {
    const path = join(folder, 'lists.xlsx');
    await writeFile(path, bytes);
    const params = { input: path, inflated, rows: mostRows + 1, columns: mostColumns };
    const outcome = await workOf(ports, { who: caller.userId, mostMs }, (run) => run('workbook', params));
    return 'failure' in outcome ? { reason: outcome.failure } : listsOf(outcome.result.rows);
  });
}

/** The name in a Content-Disposition header, without extension. */
function fileNameIn(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = (extended && decoded(extended)) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2];
  if (name === undefined || !isFileName(name)) return undefined;
  return parse(name).name.slice(0, 255);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
