import type { Reader } from '../../kernel/db/database.ts';
import type { Core } from '../core.ts';
import { organizationById } from '../store/organizations.ts';
import { userById } from '../store/users.ts';
import { listOf, type OrganizationRow, type UserRow } from '../tables.ts';

export const accessTokenSeconds = 3600;

/** A person or a service application's own user, with the organization. */
export interface Identity {
  readonly user: UserRow;
  readonly organization: OrganizationRow | undefined;
}

/** Undefined for unknown and disabled users. */
export async function identityOf(db: Reader, userId: string): Promise<Identity | undefined> {
  const user = await db.first(userById, { id: userId });
  if (user?.state !== 'Active') return undefined;
  const organization = user.organization_id ? await organizationById(db, user.organization_id) : undefined;
  return { user, organization };
}

/** The claims about a person that id tokens and user info have, each by its scope. */
export function personClaims({ user, organization }: Identity): Record<string, string> {
  return {
    sub: user.id,
    name: user.display_name,
    ...(user.kind === 'user' ? { given_name: user.given_name, family_name: user.surname } : {}),
    preferred_username: user.email,
    email: user.email,
    ...(organization ? { org: organization.id, org_name: organization.name, ultimate_site: organization.site } : {}),
    usage_country_iso: user.country,
  };
}

export interface TokenFacts {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly jti: string;
  /** What a revocation of the grant reaches. */
  readonly grantId: string;
  readonly sid?: string | undefined;
  /** Seconds since 1970. */
  readonly authTime?: number | undefined;
  readonly issuedAt: number;
}

/** The payload of an access token: oauth.md section 7, and the grant it hangs on. */
export function accessTokenClaims(
  core: Pick<Core, 'issuer' | 'baseUrl'>,
  identity: Identity,
  token: TokenFacts,
): Record<string, unknown> {
  return {
    iss: core.issuer,
    aud: [core.baseUrl, `${core.issuer}/resources`],
    client_id: token.clientId,
    scope: token.scopes,
    iat: token.issuedAt,
    nbf: token.issuedAt,
    exp: token.issuedAt + accessTokenSeconds,
    jti: token.jti,
    grant_id: token.grantId,
    ...(token.sid === undefined ? {} : { sid: token.sid }),
    ...(token.authTime === undefined ? {} : { auth_time: token.authTime }),
    ...personClaims(identity),
    role: listOf(identity.user.roles),
    entitlement: [],
  };
}
