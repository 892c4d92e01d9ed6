import type { KoaContextWithOIDC } from 'oidc-provider';
import { retryAfterSeconds, Unavailable } from '../../std/unavailable.ts';
import type { Core } from '../core.ts';
import { isOriginOfPage } from '../store/applications.ts';
import { unavailablePage } from '../web/page.ts';
import { aroundAuthorize, show } from './authorize.ts';
import { routes } from './provider.ts';
import { aroundDeviceAuthorization, aroundToken } from './token.ts';
import { aroundIntrospection, aroundRevocation } from './token-status.ts';

type Around = (core: Core, ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void>;

/** What we add to the library at each of the endpoints that it answers. */
const arounds: Readonly<Record<string, Around>> = {
  [`GET ${routes.authorization}`]: aroundAuthorize,
  [`POST ${routes.token}`]: aroundToken,
  [`POST ${routes.device_authorization}`]: aroundDeviceAuthorization,
  [`POST ${routes.revocation}`]: aroundRevocation,
  [`POST ${routes.introspection}`]: aroundIntrospection,
};

export const libraryAnswers = (method: string, path: string): boolean =>
  `${method} ${path}` in arounds || (method === 'OPTIONS' && `POST ${path}` in arounds);

/** RFC 6749 section 4.1.2.1. */
export const temporarilyUnavailable = {
  error: 'temporarily_unavailable',
  error_description: 'the server cannot answer just now',
};

/** Whatever the library would say: it takes everything that it does not know for a fault of ours. */
function answerUnavailable(core: Core, ctx: KoaContextWithOIDC): void {
  core.log.error({ error: String(ctx.state.unavailable) }, 'sign-in failed');
  if (ctx.path === routes.authorization) return show(core, ctx, unavailablePage(core));
  ctx.status = 503;
  ctx.set('Retry-After', retryAfterSeconds);
  ctx.body = temporarilyUnavailable;
}

/**
 * The library lets pages of any origin read the refusals that it gives before it knows the application. They may be read
 * where answers may: by pages of registered single-page applications.
 */
async function forPagesOnly(core: Core, ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.response.get('Access-Control-Allow-Origin') === '') return;
  const isPage = await isOriginOfPage(core.db, ctx.get('Origin')).catch(() => false);
  if (!isPage) ctx.remove('Access-Control-Allow-Origin');
}

/** A middleware for the library, put in front of its own routes. */
export function aroundLibrary(core: Core) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    const around = arounds[`${ctx.method === 'HEAD' ? 'GET' : ctx.method} ${ctx.path}`];
    try {
      if (around) await around(core, ctx, next);
      else await next();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      ctx.state.unavailable = error;
    }
    await forPagesOnly(core, ctx);
    if (ctx.state.unavailable) return answerUnavailable(core, ctx);
    if (ctx.path !== routes.authorization && ctx.state.error) ctx.body = ctx.state.error; // JSON, whatever was accepted
  };
}
