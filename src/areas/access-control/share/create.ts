import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { newId, newToken } from '../../../std/ids.ts';
import { parseInstant } from '../../../std/instant.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { contractNotFound } from '../errors.ts';
import { aboutShare, recordIn } from '../recording.ts';
import { q, type ShareRow } from '../tables.ts';
import type { shareCreate } from './schema.ts';
import { shareView } from './view.ts';

/** The only kind of share there is. */
const contract = 'Default';

export async function createShare(twin: TwinFacts, body: Static<typeof shareCreate>, context: Context) {
  if ((body.shareContract ?? contract) !== contract) return fail(contractNotFound, { target: 'shareContract' });
  const row: ShareRow = {
    id: newId(),
    twin_id: twin.id,
    share_key: context.ports.secrets.seal(newToken()),
    contract,
    expires: (body.expiration && parseInstant(body.expiration)) || null,
    position: nextSequence(context.now),
  };
  const outcome = await context.write(async (tx) => {
    await tx.run(q.insertInto('shares').values(row));
    await recordIn(tx, twin, context, 'share.created', aboutShare(row));
  });
  return isFailed(outcome) ? outcome : reply(201, { share: shareView(row, context.ports.secrets) });
}
