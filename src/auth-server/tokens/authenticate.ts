import type { Authenticate, Caller } from '../../kernel/callers/people.ts';
import { evictOldest } from '../../std/evict-oldest.ts';
import type { Core } from '../core.ts';
import { people } from '../store/people.ts';
import { clockSkewSeconds, isRevokedHere, type VerifiedToken, verifyAccessToken } from './verify.ts';

/** Each takes about 2 kB. */
const tokensKept = 5000;

/** Of many tokens only what is needed again. */
interface KnownToken extends Omit<VerifiedToken, 'claims'> {
  readonly jwt: string;
}

/** Finds a known token by the end of its signature, which no other has: to hash all of it takes longer than the rest. */
const nameOf = (jwt: string): string => jwt.slice(-32);

/**
 * Turns an Authorization header into its caller: oauth.md section 8. Verified tokens are remembered as they are;
 * users, roles, applications and revocations are looked up at every request.
 */
export function authenticateWith(core: Core): Authenticate {
  const tokens = new Map<string, KnownToken>();

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
    if (tokens.size >= tokensKept) evictOldest(tokens);
    tokens.set(nameOf(jwt), token);
    return token;
  }

  return async (authorization, db = core.db) => {
    if (authorization === undefined) return 'absent';
    const jwt = bearerOf(authorization);
    if (jwt === undefined) return 'otherScheme';
    const token = knownToken(jwt) ?? (await newToken(jwt));
    const reading = core.revocations.upToDate(Date.now());
    if (reading) await reading;
    if (token === undefined || isRevokedHere(core, token)) return 'invalid';
    if (!token.scopes.some((scope) => core.apiScopes.includes(scope))) return 'insufficientScope';
    const caller = await people.callerOf(db, token.userId, token.clientId);
    return caller === undefined || isSwitchedOff(core, caller) ? 'invalid' : caller;
  };
}

/** Tokens of test applications are refused where there is no test mode. */
export const isSwitchedOff = ({ testMode }: Pick<Core, 'testMode'>, { mode }: Pick<Caller, 'mode'>): boolean =>
  mode === 'Test' && !testMode;

/** The token of a Bearer header ("" when it has none); undefined for any other scheme. */
export function bearerOf(authorization: string): string | undefined {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  const [scheme = '', token = ''] = authorization.trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}
