import { identityScopes, offlineAccess } from '../scope-names.ts';
import { isOrganizationRole } from '../store/users.ts';
import type { ApplicationType } from '../tables.ts';
import { mostUris, redirectFault } from './redirect-rules.ts';

/** What of an application can be chosen, by its API names. */
export interface Choices {
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly scopes?: readonly string[];
  readonly roles?: readonly string[];
}

export interface Fault {
  /** Path of the property. */
  readonly target: string;
  readonly message: string;
}

/** Everything wrong with the lists of an application of this type. */
export function faultsOf(type: ApplicationType, choices: Choices, apiScopes: readonly string[]): Fault[] {
  return [
    ...urisFaults(type, 'redirectUris', choices.redirectUris ?? []),
    ...urisFaults(type, 'postLogoutRedirectUris', choices.postLogoutRedirectUris ?? []),
    ...(choices.scopes ?? []).flatMap((scope, at) =>
      apiScopes.includes(scope) || needsNoMention(type, scope)
        ? []
        : [{ target: `scopes[${at}]`, message: 'The scope is not known.' }],
    ),
    ...(choices.roles ?? []).flatMap((role, at) => roleFault(type, role, at)),
  ];
}

/** Scopes that applications of people may ask for without being registered for them. */
const needsNoMention = (type: ApplicationType, scope: string): boolean =>
  type !== 'Service' && (scope === offlineAccess || identityScopes.some((one) => one === scope));

/** What is registered of the scopes that somebody lists: those of the APIs, once each. */
export const registeredScopes = (scopes: readonly string[], apiScopes: readonly string[]): string[] =>
  [...new Set(scopes)].filter((scope) => apiScopes.includes(scope));

function urisFaults(type: ApplicationType, name: string, uris: readonly string[]): Fault[] {
  const faults = uris.flatMap((uri, at) => {
    const message = redirectFault(type, uri);
    return message === undefined ? [] : [{ target: `${name}[${at}]`, message }];
  });
  const tooMany = { target: name, message: `At most ${mostUris} addresses are allowed.` };
  return uris.length > mostUris ? [tooMany, ...faults] : faults;
}

function roleFault(type: ApplicationType, role: string, at: number): Fault[] {
  if (type !== 'Service') return [{ target: 'roles', message: 'Only Service applications have roles.' }];
  return isOrganizationRole(role) ? [] : [{ target: `roles[${at}]`, message: 'The role is not known.' }];
}
