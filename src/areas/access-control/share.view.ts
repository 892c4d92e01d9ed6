import type { Static } from 'typebox';
import type { SecretBox } from '../../kernel/ports/secrets.ts';
import type { share } from './share.schema.ts';
import type { ShareRow } from './tables.ts';

/** Share, with its key. */
export const shareView = (row: ShareRow, secrets: SecretBox): Static<typeof share> => ({
  id: row.id,
  twinId: row.twin_id,
  shareKey: secrets.open(row.share_key),
  shareContract: row.contract,
  expiration: row.expires === null ? null : new Date(row.expires).toISOString(),
});
