import type { Static } from 'typebox';
import { isoTimeOrNull } from '../../../std/iso-time.ts';
import type { SecretBox } from '../../../std/secrets.ts';
import type { ShareRow } from '../tables.ts';
import type { share } from './schema.ts';

/** Share, with its key. */
export const shareView = (row: ShareRow, secrets: SecretBox): Static<typeof share> => ({
  id: row.id,
  twinId: row.twin_id,
  shareKey: secrets.open(row.share_key),
  shareContract: row.contract,
  expiration: isoTimeOrNull(row.expires),
});
