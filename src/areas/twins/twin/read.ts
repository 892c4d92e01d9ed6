import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { findAccountOf, primaryAccount } from '../account.ts';
import type { TwinRow } from '../tables.ts';
import { rowOf } from './store.ts';
import { twinDetails, twinSummary } from './view.ts';

type Prefer = 'minimal' | 'representation' | undefined;

/** An account is short unless `Prefer: return=representation` asks for all of it. */
const accountAnswer = (row: TwinRow, prefer: Prefer, context: Context) =>
  reply(
    200,
    { twin: prefer === 'representation' ? twinDetails(row, context) : twinSummary(row) },
    { version: row.version },
  );

export async function myPrimaryAccount(prefer: Prefer, context: Context) {
  const { caller, ports, now } = context;
  const found = await findAccountOf(context.db, caller);
  const account = found ?? (await context.write((tx) => primaryAccount(tx, caller, ports.access.admitCreator, now)));
  return isFailed(account) ? account : accountAnswer(account, prefer, context);
}

export const twinAccount = async (accountId: string, prefer: Prefer, context: Context) =>
  accountAnswer(await rowOf(context.db, accountId), prefer, context);
