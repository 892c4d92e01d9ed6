import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { FoundData } from '../access.ts';
import { seenIn, withSeen } from '../content/look.ts';
import { dataNotFound, invalidProperty, invalidUpdate } from '../errors.ts';
import type { dataUpdate } from '../schema.ts';
import { findData, searchColumns, twinsOf, updateData } from '../store.ts';
import type { DataRow } from '../tables.ts';
import { columnsOf, isOwnerFit } from './columns.ts';
import { dataView } from './view.ts';

/** Clients send the whole object, also what cannot be written: that is left as it is. */
export async function updateDataOf(target: FoundData, body: Static<typeof dataUpdate>, context: Context) {
  const { ports, now } = context;
  const seen = await seenIn(target.row, context);
  const outcome = await context.write(async (tx) => {
    const found = await findData(tx, target.row.id, ports);
    if (found === undefined) throw new NoLongerThere(`Reality data ${target.row.id} was deleted.`);
    const row = found.content === target.row.content ? withSeen(found, seen) : found;
    const through = body.twinId?.toLowerCase();
    if (through && !(await twinsOf(tx, row, ports)).includes(through)) return fail(dataNotFound);
    const stays = body.ownerId?.toLowerCase() === row.owner_id;
    if (!stays && !(await isOwnerFit(tx, body.ownerId, row.twin_id, context))) {
      return fail(invalidUpdate, { details: [invalidProperty('ownerId')] });
    }
    const next = { ...row, ...changeOf(row, body) };
    if (columns(next).every((name) => next[name] === row[name])) return row;
    const whole = { ...next, ...searchColumns(next), modified: now, version: row.version + 1 };
    await updateData(tx, row.id, whole);
    return whole;
  });
  if (isFailed(outcome)) return outcome;
  return reply(200, { realityData: dataView(outcome, context) }, { version: outcome.version });
}

const columns = (row: DataRow) => Object.keys(row) as (keyof DataRow)[];

/** A type that was found stays while nobody declares one. */
function changeOf(row: DataRow, body: Static<typeof dataUpdate>): Partial<DataRow> {
  const { type, declared, content, ...change } = columnsOf(body);
  if (type === undefined || declared === undefined || (declared === 0 && row.declared === 0)) return change;
  return { ...change, type, declared, ...(content === undefined ? {} : { content }) };
}
