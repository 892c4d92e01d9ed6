import { errors } from 'oidc-provider';
import type { Core } from '../core.ts';
import { identityScopes, offlineAccess } from '../scope-names.ts';
import { type ApplicationRow, type ApplicationType, listOf } from '../tables.ts';

export const mayHaveRefreshTokens = (type: ApplicationType): boolean => type === 'Native' || type === 'Web';

/** Every scope this server knows. */
export const knownScopes = (core: Pick<Core, 'apiScopes'>): string[] => [
  ...core.apiScopes,
  ...identityScopes,
  offlineAccess,
];

/** Scopes that an application may ask for. Who may have the API scope may call it by an alias. */
export function allowedScopes(
  core: Pick<Core, 'apiScopes'>,
  application: Pick<ApplicationRow, 'type' | 'scopes'>,
): string[] {
  const registered = listOf(application.scopes);
  const api = registered.some((scope) => core.apiScopes.includes(scope)) ? core.apiScopes : [];
  if (application.type === 'Service') return [...api];
  return [...api, ...identityScopes, ...(mayHaveRefreshTokens(application.type) ? [offlineAccess] : [])];
}

/**
 * The scopes of a request in its own order. Throws `invalid_scope` for unknown and forbidden ones and for none at all;
 * `offline_access` is dropped where refresh tokens are never given (single-page applications).
 */
export function requestedScopes(
  core: Pick<Core, 'apiScopes'>,
  application: Pick<ApplicationRow, 'type' | 'scopes'>,
  text: string | undefined,
): string[] {
  const asked = [...new Set(text?.split(' ').filter((scope) => scope !== ''))];
  if (asked.length === 0) throw new errors.InvalidScope('scope must not be empty', '');
  const allowed = allowedScopes(core, application);
  const kept = application.type === 'SPA' ? asked.filter((scope) => scope !== offlineAccess) : asked;
  const refused = kept.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is unknown or not allowed', refused);
  return kept;
}
