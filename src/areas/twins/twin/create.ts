import type { Static } from 'typebox';
import { permission, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { primaryAccount } from '../account.ts';
import { invalidTwins, twinNotFound } from '../errors.ts';
import type { TwinRow } from '../tables.ts';
import { newTwinId } from '../twin-id.ts';
import { addTwin } from './add.ts';
import { numberExists } from './conflict.ts';
import type { twinCreate } from './schema.ts';
import { below, factsOf, newRow } from './store.ts';
import { twinDetails } from './view.ts';

type Body = Static<typeof twinCreate>;

export async function createTwin(body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const parent = await parentOf(tx, body, context);
    if (isFailed(parent)) return parent;
    const row = rowOf(body, parent, context);
    if (!(await addTwin(tx, row, context, context.ports))) return numberExists();
    const begins = row.sandbox_id === row.id;
    if (begins && !(await context.ports.sandboxes.begin(tx, factsOf(row), context))) return tooManySandboxes();
    return row;
  });
  if (isFailed(outcome)) return outcome;
  return reply(201, { twin: twinDetails(outcome, context) }, { version: outcome.version });
}

/** The parent, where the caller may create twins in it; the caller's own account when none is named. */
async function parentOf(tx: Transaction, body: Body, context: Context): Promise<TwinFacts | ReturnType<typeof refuse>> {
  const inTransaction = { ...context, db: tx };
  const need = permission('twins_create');
  if (body.parentId) {
    const access = await twinAccess(inTransaction, body.parentId, twinNotFound, need);
    return isFailed(access) ? access : access.twin;
  }
  const account = await primaryAccount(tx, context.caller, context.ports.access.admitCreator, context.now);
  const access = await twinAccess(inTransaction, account.id, twinNotFound, need);
  return isFailed(access) ? access : access.twin;
}

const refuse = () => fail(problems.insufficientPermissions);

function rowOf({ number, dataCenterLocation, ...body }: Body, parent: TwinFacts, { caller, now }: Context): TwinRow {
  const id = newTwinId();
  const values = { ...body, number: number || id, status: body.status ?? 'Active' };
  const twin = { id, class: body.class, subClass: body.subClass, dataCenter: dataCenterLocation, values };
  const sandboxId = caller.mode === 'Test' ? (parent.sandboxId ?? id) : null;
  return newRow(twin, { ...below(parent), sandboxId }, caller.userId, now);
}

const tooManySandboxes = () =>
  fail(invalidTwins('Cannot create twin.'), {
    details: [
      { code: 'ResourceQuotaExceeded', message: 'There are as many sandboxes as may be.', target: 'sandboxes' },
    ],
  });
