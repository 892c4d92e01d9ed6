import type { Core } from '../core.ts';
import { publicKey } from '../tokens/verify.ts';
import { routes } from './provider.ts';
import { knownScopes } from './scopes.ts';

/** The discovery document: oauth.md section 2, and nothing that is not served. */
export function discoveryDocument(core: Core): object {
  const at = (path: string) => core.issuer + path;
  return {
    issuer: core.issuer,
    authorization_endpoint: at(routes.authorization),
    jwks_uri: at(routes.jwks),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint: at(routes.token),
    device_authorization_endpoint: at(routes.device_authorization),
    userinfo_endpoint: at(routes.userinfo),
    revocation_endpoint: at(routes.revocation),
    introspection_endpoint: at(routes.introspection),
    end_session_endpoint: at(routes.end_session),
    scopes_supported: knownScopes(core),
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_supported: [
      'sub',
      'name',
      'given_name',
      'family_name',
      'preferred_username',
      'email',
      'org',
      'org_name',
      'ultimate_site',
      'usage_country_iso',
      'sid',
      'auth_time',
    ],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** The published keys, the signing one first. */
export function keySetDocument(core: Core): object {
  return { keys: core.keys.current(Date.now()).keys.map(publicKey) };
}
