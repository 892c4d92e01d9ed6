import type { Static } from 'typebox';
import { permission, twinAccess } from '../../../kernel/auth/access-rules.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../kernel/http/problem.ts';
import type { StoredItem } from '../../../kernel/ports/files.ts';
import { partsOfItemId } from '../../../kernel/std/item-id.ts';
import { create } from '../access.ts';
import { lookedAt } from '../content/look.ts';
import type { dataCreate } from '../data.schema.ts';
import { findRow, insertData, searchColumns } from '../data.store.ts';
import { dataView } from '../data.view.ts';
import { invalidCreate, invalidProperty, twinNotFound } from '../errors.ts';
import type { DataRow } from '../tables.ts';
import { unstructured } from '../types.ts';
import { columnsOf, isOwnerFit } from './columns.ts';

type Body = Static<typeof dataCreate>;

/** The folder of a twin in which new ones are made. */
export const homeFolder = 'Reality data';
const seeFiles = permission('storage_read');

/** A new empty folder that is reality data, or an item that becomes so; one that is so already is answered as it is. */
export async function createData(body: Body, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, create);
  if (isFailed(access)) return access;
  const { storageItemId } = body;
  if (storageItemId && !seeFiles.allows(access, context.caller)) return fail(problems.insufficientPermissions);
  const twinId = access.twin.id;
  const outcome = await context.write(async (tx) => {
    if (!(await isOwnerFit(tx, body.ownerId, twinId, context))) return fault('ownerId');
    const item = storageItemId
      ? await context.ports.files.trees.find(tx, storageItemId)
      : await newHome(tx, twinId, body.displayName, context);
    if (item === undefined || item.twinId !== twinId || item.isRoot) return fault('storageItemId');
    const known = await findRow(tx, guidOf(item));
    if (known !== undefined) return { row: known, made: false };
    const row = newRow(item, body, context);
    await insertData(tx, row);
    return { row, made: true };
  });
  if (isFailed(outcome)) return outcome;
  const { row, made } = outcome;
  const shown = storageItemId ? await lookedAt(row, looking(context)) : row;
  const answer = { realityData: dataView(shown, context) };
  return made ? reply(201, answer, { version: shown.version }) : reply(200, answer, { version: shown.version });
}

const fault = (target: string) => fail(invalidCreate, { details: [invalidProperty(target)] });

/** What was just written must be seen: not the reader of the request, but what is committed now. */
export const looking = ({ write, db, ports }: Context) => ({
  db,
  ports,
  write: async <R>(work: (tx: Transaction) => Promise<R>): Promise<R> => {
    const done = await write(work);
    if (isFailed(done)) throw new Error('A write without a condition was refused.');
    return done;
  },
});

async function newHome(tx: Transaction, twinId: string, name: string, { ports, caller }: Context) {
  const { trees } = ports.files;
  const home = await trees.ensureFolder(tx, twinId, homeFolder, caller.userId);
  return trees.newFolder(tx, home, name, caller.userId);
}

const guidOf = ({ id }: StoredItem): string => partsOfItemId(id)?.guid ?? '';

function newRow(item: StoredItem, body: Body, { caller, now }: Context): DataRow {
  const base: DataRow = {
    id: guidOf(item),
    twin_id: item.twinId,
    item_id: item.id,
    ...{ type: unstructured, declared: 0, display_name: body.displayName, found_root: null },
    ...{ dataset: null, group_name: null, description: null, attribution: null, terms: null, root_document: null },
    ...{ tags: '[]', acquired_from: null, acquired_to: null, acquirer: null },
    ...{ west: null, south: null, east: null, north: null, crs_id: null, crs_vertical: null, authoring: 0 },
    classification: 'Undefined',
    owner_id: caller.userId,
    ...{ size_bytes: 0, content: null, search: '', name_folded: '', version: 1 },
    ...{ created: now, modified: now, accessed: now },
  };
  const row: DataRow = { ...base, ...columnsOf(body) };
  return { ...row, ...searchColumns(row) };
}
