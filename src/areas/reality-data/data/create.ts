import type { Static } from 'typebox';
import { permission, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { create } from '../access.ts';
import { lookedAt } from '../content/look.ts';
import { invalidCreate, invalidProperty, twinNotFound } from '../errors.ts';
import type { dataCreate } from '../schema.ts';
import { findRow } from '../store.ts';
import { columnsOf, isOwnerFit } from './columns.ts';
import { guidOf, insertNew, newHome, newRow } from './new-data.ts';
import { dataView } from './view.ts';

type Body = Static<typeof dataCreate>;

const seeFiles = permission('storage_read');

/** A new empty folder that is reality data, or an item that becomes so; one that is so already is answered as it is. */
export async function createData(body: Body, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, create);
  if (isFailed(access)) return access;
  const { storageItemId } = body;
  const { caller, ports, now } = context;
  if (storageItemId && !seeFiles.allows(access, caller)) return fail(problems.insufficientPermissions);
  const twinId = access.twin.id;
  const outcome = await context.write(async (tx) => {
    if (!(await isOwnerFit(tx, body.ownerId, twinId, context))) return fault('ownerId');
    const item = storageItemId
      ? await ports.files.trees.find(tx, storageItemId)
      : await newHome(tx, { twinId, name: body.displayName, ownerId: caller.userId }, ports);
    if (item === undefined || item.twinId !== twinId || item.isRoot) return fault('storageItemId');
    const known = await findRow(tx, guidOf(item));
    if (known !== undefined) return { row: known, made: false };
    const facts = { name: body.displayName, ownerId: caller.userId, now };
    const row = await insertNew(tx, newRow(item, facts), columnsOf(body));
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
