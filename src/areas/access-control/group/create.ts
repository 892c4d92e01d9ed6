import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { newId } from '../../../std/ids.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { fold } from '../../../std/text.ts';
import { invalidGroup } from '../errors.ts';
import { aboutGroup, recordIn } from '../recording.ts';
import { type GroupRow, q } from '../tables.ts';
import { nameTaken } from './rules.ts';
import type { groupCreate } from './schema.ts';
import { isNameTaken } from './store.ts';
import { groupViews } from './view.ts';

export async function createGroup({ twin }: Access, body: Static<typeof groupCreate>, context: Context) {
  const row: GroupRow = {
    id: newId(),
    twin_id: twin.id,
    name: body.name,
    name_folded: fold(body.name),
    description: body.description,
    position: nextSequence(context.now),
    version: 1,
  };
  const outcome = await context.write(async (tx) => {
    if (await isNameTaken(tx, row)) return fail(invalidGroup, { details: [nameTaken] });
    await tx.run(q.insertInto('groups').values(row));
    await recordIn(tx, twin, context, 'group.created', aboutGroup(row));
  });
  if (isFailed(outcome)) return outcome;
  return oneGroupReply(201, row, context);
}

/** An answer with a group as it is now. */
export async function oneGroupReply<const S extends number>(status: S, row: GroupRow, { db, ports }: Context) {
  const [group] = await groupViews(db, ports.people, [row]);
  if (group === undefined) throw new Error(`Group ${row.id} has no view.`);
  return reply(status, { group }, { version: row.version });
}
