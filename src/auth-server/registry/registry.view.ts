import type { Static } from 'typebox';
import type { Reader } from '../../kernel/db/database.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { Consent } from '../store/consents.ts';
import { type ApplicationRow, listOf } from '../tables.ts';
import { ownUser } from './manage.ts';
import type { application, consent } from './registry.schema.ts';

/** An application as the API shows it. */
export async function applicationView(db: Reader, row: ApplicationRow): Promise<Static<typeof application>> {
  const own = await ownUser(db, row);
  return {
    clientId: row.client_id,
    displayName: row.display_name,
    type: row.type,
    mode: row.mode,
    redirectUris: listOf(row.redirect_uris),
    postLogoutRedirectUris: listOf(row.post_logout_redirect_uris),
    scopes: listOf(row.scopes),
    ...(own && row.user_id ? { email: own.email, userId: row.user_id } : {}),
    roles: own?.roles ?? [],
    organizationId: row.organization_id,
    tier: row.tier,
    trusted: row.trusted === 1,
    state: row.state,
    createdBy: row.created_by,
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
  };
}

export const consentView = ({ granted, ...row }: Consent): Static<typeof consent> => ({
  ...row,
  scopes: [...row.scopes],
  grantedDateTime: isoTime(granted),
});
