import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { configurationUpdate } from '../schema/configuration.ts';
import { configurationAgain, updateConfiguration } from '../store/configurations.ts';
import type { ConfigurationRow } from '../tables.ts';
import { configurationReply } from '../view.ts';
import { columnsOf } from './create.ts';

/** Puts name, description and labels anew; what they are taken from stays. */
export async function replaceConfiguration(
  { id }: ConfigurationRow,
  body: Static<typeof configurationUpdate>,
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const row = await configurationAgain(tx, id);
    const { now: modified, caller } = context;
    const changed = { ...row, ...columnsOf(body), modified, modified_by: caller.userId, version: row.version + 1 };
    await updateConfiguration(tx, changed);
    return changed;
  });
  return isFailed(outcome) ? outcome : configurationReply(200, outcome, context);
}
