import { prepared } from '../../kernel/db/query.ts';
import type { Authenticate, CallerOf } from '../../kernel/ports.ts';
import type { Core } from '../core.ts';
import { isOrganizationRole } from '../store/users.ts';
import { listOf, q } from '../tables.ts';
import { clockSkewSeconds, isRevokedHere, type VerifiedToken, verifyAccessToken } from './verify.ts';

/** Each takes about 2 kB. */
const tokensKept = 5000;
const listsKept = 1000;

/** Of many tokens only what is needed again. */
interface KnownToken extends Omit<VerifiedToken, 'claims'> {
  readonly jwt: string;
}

/** Finds a known token by the end of its signature, which no other has: to hash all of it takes longer than the rest. */
const nameOf = (jwt: string): string => jwt.slice(-32);

/** User and application as they are now, in one read. */
const callerRow = prepared((p: { userId: string; clientId: string }) =>
  q
    .selectFrom('auth_users as u')
    .innerJoin('auth_applications as a', (join) => join.on('a.client_id', '=', p.clientId))
    .select([
      'u.kind',
      'u.email',
      'u.display_name',
      'u.organization_id',
      'u.roles',
      'u.groups',
      'a.organization_id as application_organization_id',
      'a.tier',
    ])
    .where('u.id', '=', p.userId)
    .where('u.state', '=', 'Active')
    .where('a.state', '=', 'Active'),
);

/**
 * Turns an Authorization header into its caller: oauth.md section 8. Verified tokens are remembered as they are;
 * users, roles, applications and revocations are looked up at every request.
 */
export function authenticateWith(core: Core): Authenticate {
  const tokens = new Map<string, KnownToken>();
  const callerOf = callerReader();

  /** Verified before, and still of use. */
  function knownToken(jwt: string): KnownToken | undefined {
    const token = tokens.get(nameOf(jwt));
    return token?.jwt === jwt && token.expires + clockSkewSeconds > Date.now() / 1000 ? token : undefined;
  }

  async function newToken(jwt: string): Promise<KnownToken | undefined> {
    const verified = await verifyAccessToken(core, jwt);
    if (verified === undefined) return undefined;
    const { claims: _, ...facts } = verified;
    const token = { ...facts, jwt };
    if (tokens.size >= tokensKept) tokens.delete(tokens.keys().next().value ?? '');
    tokens.set(nameOf(jwt), token);
    return token;
  }

  return async (authorization) => {
    if (authorization === undefined) return 'absent';
    const jwt = bearerOf(authorization);
    if (jwt === undefined) return 'otherScheme';
    const token = knownToken(jwt) ?? (await newToken(jwt));
    const reading = core.revocations.upToDate(Date.now());
    if (reading) await reading;
    if (token === undefined || isRevokedHere(core, token)) return 'invalid';
    if (!token.scopes.some((scope) => core.apiScopes.includes(scope))) return 'insufficientScope';
    return (await callerOf(core.db, token.userId, token.clientId)) ?? 'invalid';
  };
}

/** Reads user and application as they are now. */
export function callerReader(): CallerOf {
  const lists = memo(listsKept, listOf);
  const administers = memo(listsKept, (roles: string) => listOf(roles).some(isOrganizationRole));
  return async (db, userId, clientId) => {
    const row = await db.first(callerRow, { userId, clientId });
    if (row === undefined) return undefined;
    return {
      userId,
      kind: row.kind,
      clientId,
      email: row.email,
      displayName: row.display_name,
      organizationId: row.organization_id,
      applicationOrganizationId: row.application_organization_id,
      organizationAdministrator: row.organization_id !== null && administers(row.roles),
      groups: lists(row.groups),
      tier: row.tier,
    };
  };
}

/** The token of a Bearer header ("" when it has none); undefined for any other scheme. */
export function bearerOf(authorization: string): string | undefined {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  const [scheme = '', token = ''] = authorization.trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/** Remembers results by text, so that unchanged columns are parsed once. */
function memo<T>(kept: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size >= kept) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
