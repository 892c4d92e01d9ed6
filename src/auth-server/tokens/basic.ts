import type { AuthenticateApplication } from '../../kernel/callers/people.ts';
import { evictOldest } from '../../std/evict-oldest.ts';
import type { Core } from '../core.ts';
import { applicationById, secretHash, secretMatches } from '../store/applications.ts';
import { type Attempt, attemptsFrom, countAttempt, waitOf, writeAttempts } from '../store/attempts.ts';
import { people } from '../store/people.ts';
import { isSwitchedOff } from './authenticate.ts';

const keptMs = 60_000;
const mostKept = 1000;

/**
 * The service application behind a Basic header with its client id and secret. Failures count as at the token endpoint;
 * good ones are remembered for a minute by a hash, the application and its user are looked up at every request.
 */
export function authenticateApplicationWith(core: Core): AuthenticateApplication {
  const known = new Map<string, { readonly clientId: string; readonly until: number }>();

  async function proved(clientId: string, secret: string): Promise<boolean> {
    const hash = secretHash(core.secrets, secret);
    const name = `${clientId} ${hash}`;
    const now = Date.now();
    if ((known.get(name)?.until ?? 0) > now) return true;
    const application = await applicationById(core.db, clientId);
    const good =
      application?.type === 'Service' && application.state === 'Active' && secretMatches(application, hash, now);
    if (!good) return false;
    if (known.size >= mostKept) evictOldest(known);
    known.set(name, { clientId, until: now + keptMs });
    return true;
  }

  return async (authorization, address, db = core.db) => {
    const { clientId, secret } = credentialsOf(authorization);
    const attempts: readonly Attempt[] = [
      { kind: 'token', on: `${clientId} ${address}` },
      ...attemptsFrom(address, 'tokens'),
    ];
    const waitMs = await waitOf(core.db, attempts, Date.now());
    if (waitMs > 0) return { waitMs };
    if (await proved(clientId, secret)) {
      const row = await applicationById(db, clientId);
      const caller = row?.user_id ? await people.callerOf(db, row.user_id, clientId) : undefined;
      if (caller !== undefined) return isSwitchedOff(core, caller) ? 'invalid' : caller;
    }
    await writeAttempts(core.db, (tx) => countAttempt(tx, attempts, Date.now()));
    return 'invalid';
  };
}

/** What a Basic header holds, as it is and not as in a form: ids and secrets have no signs that forms write otherwise. */
function credentialsOf(authorization: string): { readonly clientId: string; readonly secret: string } {
  const text = Buffer.from(authorization.trim().replace(/^\S+\s*/, ''), 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? { clientId: text, secret: '' } : { clientId: text.slice(0, at), secret: text.slice(at + 1) };
}
