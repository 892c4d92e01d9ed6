import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Core } from '../core.ts';
import { aroundAuthorize } from './authorize.ts';
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

/** A middleware for the library, put in front of its own routes. */
export function aroundLibrary(core: Core) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    const around = arounds[`${ctx.method === 'HEAD' ? 'GET' : ctx.method} ${ctx.path}`];
    if (around) await around(core, ctx, next);
    else await next();
    if (ctx.path !== routes.authorization && ctx.state.error) ctx.body = ctx.state.error; // JSON, whatever was accepted
  };
}
