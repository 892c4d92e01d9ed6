import type { Identify } from '../../kernel/callers/people.ts';
import type { Core } from '../core.ts';
import { q } from '../tables.ts';
import { bearerOf } from './authenticate.ts';
import { verifyOwnToken } from './verify.ts';

/** Whose token a refused one was: of what we have signed ourselves, whatever has become of it. */
export const identifyWith =
  (core: Core): Identify =>
  async (authorization) => {
    const jwt = bearerOf(authorization);
    const token = jwt ? await verifyOwnToken(core, jwt) : undefined;
    if (token === undefined) return undefined;
    const { userId, clientId } = token;
    const user = await core.db.first(q.selectFrom('auth_users').select('organization_id').where('id', '=', userId));
    const application = await core.db.first(
      q.selectFrom('auth_applications').select('organization_id').where('client_id', '=', clientId),
    );
    return {
      userId,
      clientId,
      organizationId: user?.organization_id ?? null,
      applicationOrganizationId: application?.organization_id ?? null,
    };
  };
