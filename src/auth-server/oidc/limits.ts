import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Source } from '../../std/source.ts';
import type { Core } from '../core.ts';
import { fieldsSent } from '../request-body.ts';
import { type Attempt, attemptsFrom, countAttempt, takeAttempt, waitOf, writeAttempts } from '../store/attempts.ts';

type Next = () => Promise<unknown>;

/**
 * Limits guessing at an endpoint where clients authenticate themselves: by client and address, and by address and
 * network, whatever client is named. `isFailure` tells what counts.
 */
export async function limitingFailures(
  core: Core,
  ctx: KoaContextWithOIDC,
  next: Next,
  isFailure: () => boolean,
): Promise<void> {
  const attempts: readonly Attempt[] = [
    { kind: 'token', on: `${clientIdOf(ctx)} ${ctx.ip}` },
    ...attemptsFrom(ctx.ip, 'tokens'),
  ];
  const wait = await waitOf(core.db, attempts, Date.now());
  if (wait > 0) return tooManyRequests(ctx, wait);
  await next();
  if (isFailure()) await writeAttempts(core.db, (tx) => countAttempt(tx, attempts, Date.now()));
}

/** Where a request at the library comes from; the server in front of it has set what is looked at. */
export const sourceOf = (ctx: KoaContextWithOIDC): Source => ({
  address: ctx.ip,
  userAgent: ctx.get('User-Agent'),
  correlationId: String(ctx.res.getHeader('X-Correlation-ID') ?? ''),
});

/** Limits what anybody may ask for, by address and network. */
export async function limitingDeviceCodes(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  const attempts = attemptsFrom(ctx.ip, 'deviceCodes');
  const { waitMs } = await writeAttempts(core.db, (tx) => takeAttempt(tx, attempts, Date.now()));
  if (waitMs > 0) return tooManyRequests(ctx, waitMs);
  await next();
}

function tooManyRequests(ctx: KoaContextWithOIDC, waitMs: number): void {
  ctx.status = 429;
  ctx.set('Retry-After', String(Math.ceil(waitMs / 1000)));
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error: 'temporarily_unavailable', error_description: 'too many requests; try again later' };
}

/** The client that a request claims to be, before anything is checked. */
function clientIdOf(ctx: KoaContextWithOIDC): string {
  const basic = /^basic\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (basic) return Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '';
  return fieldsSent(ctx.req)?.get('client_id') ?? '';
}
