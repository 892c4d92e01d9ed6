import type { ArchivedTwin, AreaArchive, LeftOut } from '../../api/archive/kind.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { q } from './tables.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const webhooksArchive: AreaArchive = {
  kinds: [],
  excused: {
    webhook_deliveries: 'With webhooks.',
    webhooks: 'Secret and address of an application of this server. The report names the hosts.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const hooks = q.selectFrom('webhooks').select(['id', 'callback_url']).where('scope_id', '=', twinId).orderBy('id');
  return (await db.all(hooks)).map(({ id, callback_url }) => ({
    code: 'Webhook',
    id,
    name: new URL(callback_url).host,
    message: 'The webhook is not in the archive: its secret and its application are of this server.',
  }));
}
