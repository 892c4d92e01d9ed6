import type { KoaContextWithOIDC } from 'oidc-provider';
import { membersOf } from '../../std/records.ts';
import type { Core } from '../core.ts';
import { findPayload, putPayload } from '../store/payloads.ts';
import { limitingDeviceCodes, limitingFailures } from './limits.ts';
import { deviceCodeSeconds } from './provider.ts';

interface OAuthError {
  readonly error: string;
  readonly error_description?: string;
}

const isError = (body: unknown): body is OAuthError => typeof body === 'object' && body !== null && 'error' in body;

type Next = () => Promise<unknown>;

/** POST /connect/token around the library: limits guessing, slows impatient devices down, and says what RFC 6749 says. */
export async function aroundToken(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  const isFailure = () => {
    const body: unknown = ctx.state.error ?? ctx.body;
    return isError(body) && (ctx.status === 401 || body.error === 'invalid_grant');
  };
  await limitingFailures(core, ctx, next, isFailure);
  const body: unknown = ctx.state.error ?? ctx.body;
  if (!isError(body)) return;
  if (body.error === 'authorization_pending') {
    if (await pollsTooOften(core, String(ctx.oidc.params?.device_code))) {
      ctx.body = { error: 'slow_down', error_description: 'poll less often: 5 seconds more between two requests' };
    }
    return;
  }
  refuseGrantType(ctx, body);
}

/** The library calls a grant type that the application may not use `invalid_request`. */
function refuseGrantType(ctx: KoaContextWithOIDC, body: OAuthError): void {
  if (body.error !== 'invalid_request' || !/is not allowed for this client$/.test(body.error_description ?? '')) return;
  ctx.state.error = undefined;
  ctx.body = { error: 'unauthorized_client', error_description: body.error_description };
}

const pollSeconds = 5;
const pollKind = 'DevicePoll';

/** RFC 8628 section 3.5: whoever polls before the interval has passed waits 5 seconds longer each time. */
async function pollsTooOften(core: Core, deviceCode: string): Promise<boolean> {
  const now = Date.now();
  const before = await findPayload(core.db, pollKind, deviceCode);
  const last = Number(before?.payload.last ?? 0);
  const seconds = Number(before?.payload.seconds ?? pollSeconds);
  const tooOften = now - last < seconds * 1000 - 500;
  const payload = { last: now, seconds: tooOften ? seconds + pollSeconds : seconds };
  const expires = now + deviceCodeSeconds * 1000;
  await core.db.write((tx) => putPayload(tx, { kind: pollKind, id: deviceCode, payload, expires }));
  return tooOften;
}

/** POST /connect/deviceauthorization: the library leaves the interval to the client's default. */
export async function aroundDeviceAuthorization(core: Core, ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await limitingDeviceCodes(core, ctx, next);
  const body: unknown = ctx.state.error ?? ctx.body;
  if (isError(body)) refuseGrantType(ctx, body);
  else if (ctx.status === 200) ctx.body = { ...membersOf(body), interval: pollSeconds };
}
