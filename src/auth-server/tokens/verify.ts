import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { Core } from '../core.ts';
import type { KeySet } from '../store/signing-keys.ts';
import type { Subject } from '../tables.ts';

export const clockSkewSeconds = 60;
const century = 100 * 366 * 86_400;

/** A verified access token. Whether it still counts depends on revocations and on the state of user and application. */
export interface VerifiedToken {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly jti: string;
  /** What ends it when it is revoked: itself, its grant; and its session, if that ends after it was issued. */
  readonly self: Subject;
  readonly grant: Subject;
  readonly session: Subject | undefined;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expires: number;
  readonly claims: JWTPayload;
}

type Resolve = ReturnType<typeof createLocalJWKSet>;
const resolvers = new WeakMap<object, Resolve>();

/** Checks signature, issuer, audience and times with our own keys; undefined for anything but a valid access token. */
export async function verifyAccessToken(core: Core, jwt: string): Promise<VerifiedToken | undefined> {
  const now = Date.now();
  await core.keys.upToDate(now);
  const payload = await verified(core, jwt, {
    audience: core.baseUrl,
    clockTolerance: clockSkewSeconds,
    requiredClaims: ['sub', 'jti', 'exp', 'iat', 'client_id', 'scope', 'grant_id'],
  });
  return payload && tokenOf(payload);
}

/** An access token that we issued once, although it has expired. */
export async function verifyOwnToken(core: Core, jwt: string): Promise<VerifiedToken | undefined> {
  await core.keys.upToDate(Date.now());
  const requiredClaims = ['sub', 'jti', 'exp', 'iat', 'client_id', 'scope', 'grant_id'];
  const payload = await verified(core, jwt, { clockTolerance: century, audience: core.baseUrl, requiredClaims });
  return payload && tokenOf(payload);
}

/** The payload of an id token that we issued to this client once, however long ago. */
export const verifyIdTokenHint = (core: Core, jwt: string): Promise<JWTPayload | undefined> =>
  verified(core, jwt, { currentDate: new Date(0), requiredClaims: ['sub', 'aud'] });

async function verified(core: Core, jwt: string, options: JWTVerifyOptions): Promise<JWTPayload | undefined> {
  try {
    const keys = resolverOf(core.keys.current(Date.now()));
    const { payload } = await jwtVerify(jwt, keys, { ...options, issuer: core.issuer, algorithms: ['RS256'] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function resolverOf(keySet: KeySet): Resolve {
  const known = resolvers.get(keySet) ?? createLocalJWKSet({ keys: keySet.keys.map(publicKey) });
  resolvers.set(keySet, known);
  return known;
}

type Key = KeySet['keys'][number];

/** What of a key the world may know. */
export const publicKey = ({ kty, use, alg, kid, n, e }: Key) => ({
  kty: kty ?? 'RSA',
  use: use ?? 'sig',
  alg: alg ?? 'RS256',
  kid,
  n: n ?? '',
  e: e ?? '',
});

function tokenOf(payload: JWTPayload): VerifiedToken | undefined {
  const { sub, jti, iat, exp, sid, client_id, grant_id, scope } = payload;
  if (typeof sub !== 'string' || typeof jti !== 'string' || iat === undefined || exp === undefined) return undefined;
  if (typeof client_id !== 'string' || typeof grant_id !== 'string' || !Array.isArray(scope)) return undefined;
  return {
    userId: sub,
    clientId: client_id,
    scopes: scope.map(String),
    jti,
    self: `jti ${jti}`,
    grant: `grant ${grant_id}`,
    session: typeof sid === 'string' ? `sid ${sid}` : undefined,
    issuedAt: iat,
    expires: exp,
    claims: payload,
  };
}

/** True when the token, its session or its grant was revoked; at most one second behind other processes. */
export async function isRevoked(core: Core, token: VerifiedToken): Promise<boolean> {
  await core.revocations.upToDate(Date.now());
  return isRevokedHere(core, token);
}

/** As `isRevoked`, by what this process knows. */
export function isRevokedHere({ revocations: { revokedAt } }: Core, token: Omit<VerifiedToken, 'claims'>): boolean {
  if (revokedAt(token.self) !== undefined || revokedAt(token.grant) !== undefined) return true;
  const sessionEnd = token.session && revokedAt(token.session);
  return sessionEnd !== undefined && token.issuedAt * 1000 < sessionEnd;
}
