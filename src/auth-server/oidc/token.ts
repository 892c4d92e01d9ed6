import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Core } from '../core.ts';
import { fieldsSent } from '../request-body.ts';
import { countFailure, lockedFor } from '../store/failures.ts';
import { findPayload, putPayload } from '../store/payloads.ts';
import { deviceCodeSeconds } from './provider.ts';

interface OAuthError {
  readonly error: string;
  readonly error_description?: string;
}

const isError = (body: unknown): body is OAuthError => typeof body === 'object' && body !== null && 'error' in body;

type Next = () => Promise<unknown>;

/** POST /connect/token around the library: limits guessing, slows impatient devices down, and says what RFC 6749 says. */
export async function aroundToken(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  const caller = `${clientIdOf(ctx)} ${ctx.ip}`;
  const locked = await lockedFor(core.db, 'token', caller, Date.now());
  if (locked > 0) return tooManyFailures(ctx, locked);
  await next();
  const body: unknown = ctx.state.error ?? ctx.body;
  if (!isError(body)) return;
  if (body.error === 'authorization_pending') {
    if (await pollsTooOften(core, String(ctx.oidc.params?.device_code))) {
      ctx.body = { error: 'slow_down', error_description: 'poll less often: 5 seconds more between two requests' };
    }
    return;
  }
  refuseGrantType(ctx, body);
  if (ctx.status === 401 || body.error === 'invalid_grant') {
    await core.db.write((tx) => countFailure(tx, 'token', caller, Date.now()));
  }
}

function tooManyFailures(ctx: KoaContextWithOIDC, lockedMs: number): void {
  ctx.status = 429;
  ctx.set('Retry-After', String(Math.ceil(lockedMs / 1000)));
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error: 'temporarily_unavailable', error_description: 'too many failed requests of this client' };
}

/** The library calls a grant type that the application may not use `invalid_request`. */
function refuseGrantType(ctx: KoaContextWithOIDC, body: OAuthError): void {
  if (body.error !== 'invalid_request' || !/is not allowed for this client$/.test(body.error_description ?? '')) return;
  ctx.state.error = undefined;
  ctx.body = { error: 'unauthorized_client', error_description: body.error_description };
}

/** The client that a token request claims to be, before anything is checked. */
function clientIdOf(ctx: KoaContextWithOIDC): string {
  const basic = /^basic\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (basic) return Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '';
  return fieldsSent(ctx.req)?.get('client_id') ?? '';
}

const pollSeconds = 5;
const pollKind = 'DevicePoll';

/** RFC 8628 section 3.5: whoever polls before the interval has passed waits 5 seconds longer each time. */
async function pollsTooOften(core: Core, deviceCode: string): Promise<boolean> {
  const now = Date.now();
  const before = await findPayload(core.db, pollKind, deviceCode);
  const { last = 0, seconds = pollSeconds } = (before?.payload ?? {}) as { last?: number; seconds?: number };
  const tooOften = now - last < seconds * 1000 - 500;
  const payload = { last: now, seconds: tooOften ? seconds + pollSeconds : seconds };
  const expires = now + deviceCodeSeconds * 1000;
  await core.db.write((tx) => putPayload(tx, { kind: pollKind, id: deviceCode, payload, expires }));
  return tooOften;
}

/** POST /connect/deviceauthorization: the library leaves the interval to the client's default. */
export async function aroundDeviceAuthorization(_core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next();
  const body: unknown = ctx.state.error ?? ctx.body;
  if (isError(body)) refuseGrantType(ctx, body);
  else if (ctx.status === 200) ctx.body = { ...(body as object), interval: pollSeconds };
}
