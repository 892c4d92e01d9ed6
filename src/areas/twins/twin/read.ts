import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { findAccountOf, primaryAccount } from '../account.ts';
import type { TwinRow } from '../tables.ts';
import { rowOf } from '../twin.store.ts';
import { twinDetails, twinSummary } from '../twin.view.ts';

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
