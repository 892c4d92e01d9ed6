import type { Authenticate, AuthenticateApplication, Unauthenticated } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { RateLimiter } from '../../kernel/limits/rate-limits.ts';
import { isLoopback } from '../../std/network.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange, PipelineOptions } from './exchange.ts';
import { type Failed, fail, problems } from './problem.ts';

/** The caller by a token, or where an endpoint takes it by the secret of an application, which nobody may overhear. */
export function authenticated(
  { request, address }: Pick<Exchange, 'request' | 'address'>,
  endpoint: Endpoint | undefined,
  reader: Reader,
  { authenticate, authenticateApplication, baseUrl }: PipelineOptions,
): ReturnType<Authenticate> | ReturnType<AuthenticateApplication> {
  const header = request.headers.authorization;
  const isBasic = endpoint?.basic === true && header !== undefined && /^\s*basic(\s|$)/i.test(header);
  const isSafe = baseUrl.startsWith('https:') || isLoopback(address);
  return isBasic && isSafe ? authenticateApplication(header, address, reader) : authenticate(header, reader);
}

/** Too many failures came before. */
export const waiting = (seconds: number): Failed =>
  fail(problems.rateLimitExceeded, { headers: { 'Retry-After': String(seconds) } });

/** The refusal of who has not proved who they are. */
export function refuse(
  why: Unauthenticated,
  exchange: Exchange,
  limiter: RateLimiter,
  endpoint: Endpoint | undefined,
): Failed {
  const wait = limiter.takeRefusal(exchange.address, exchange.now);
  if (wait !== undefined) return waiting(wait);
  const challenge = 'Bearer realm="twin-platform"';
  const basic = endpoint?.basic ? ', Basic realm="twin-platform", charset="UTF-8"' : '';
  if (why === 'absent') return fail(problems.headerNotFound, { headers: { 'WWW-Authenticate': challenge + basic } });
  const error = why === 'insufficientScope' ? 'insufficient_scope' : 'invalid_token';
  const headers = { 'WWW-Authenticate': `${challenge}, error="${error}"${basic}` };
  if (why !== 'otherScheme') return fail(problems.unauthorized, { headers });
  const scheme = exchange.request.headers.authorization?.trim().split(/\s/)[0] ?? '';
  return fail(problems.invalidScheme, { headers, message: `Authorization scheme '${scheme}' is not valid.` });
}
