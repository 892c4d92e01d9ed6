import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { FoundData, FoundPair } from '../access.ts';
import { associationExists, associationNotFound, invalidChange, invalidRequest } from '../errors.ts';
import { findData, removeAssociation, twinsOf } from '../store.ts';
import { q } from '../tables.ts';

export const listTwins = async ({ row }: FoundData, { db, ports }: Context) =>
  reply(200, { twins: await twinsOf(db, row, ports) });

/** Lets the members of another twin read it, too. */
export async function associate({ row: { id }, twinId }: FoundPair, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findData(tx, id, context.ports);
    if (row === undefined) throw new NoLongerThere(`Reality data ${id} was deleted.`);
    if (row.twin_id === twinId) return fail(associationExists);
    const association = q.insertInto('reality_data_twins').values({ data_id: id, twin_id: twinId });
    const made = await tx.run(association.onConflict((conflict) => conflict.doNothing()));
    return made === 0 ? fail(associationExists) : undefined;
  });
  return isFailed(outcome) ? outcome : reply(200, { twinAssociation: { id, twinId } });
}

export async function dissociate({ row: { id }, twinId }: FoundPair, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findData(tx, id, context.ports);
    if (row === undefined) throw new NoLongerThere(`Reality data ${id} was deleted.`);
    if (row.twin_id === twinId) return fail(invalidRequest, { details: [ownTwin] });
    return (await removeAssociation(tx, id, twinId)) === 0 ? fail(associationNotFound) : undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

const ownTwin = invalidChange('Reality data cannot be parted from the twin in which it lies.', 'twinId');
