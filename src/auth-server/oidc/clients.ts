import type { AdapterPayload, Client } from 'oidc-provider';
import type { Core } from '../core.ts';
import { hasSecret } from '../store/applications.ts';
import { type ApplicationRow, type ApplicationType, listOf } from '../tables.ts';
import { allowedScopes } from './scopes.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const grantTypes: Readonly<Record<ApplicationType, readonly string[]>> = {
  Native: ['authorization_code', 'refresh_token', deviceGrant],
  SPA: ['authorization_code'],
  Web: ['authorization_code', 'refresh_token'],
  Service: ['client_credentials'],
};

/** Name of the client property that carries our own row through the library. */
export const applicationProperty = 'application';

/** An application as the library wants its clients. */
export function clientMetadata(core: Core, application: ApplicationRow): AdapterPayload {
  const redirectUris = listOf(application.redirect_uris);
  const interactive = application.type !== 'Service' && redirectUris.length > 0;
  const grants = grantTypes[application.type].filter((grant) => interactive || grant !== 'authorization_code');
  return {
    client_id: application.client_id,
    client_name: application.display_name,
    application_type: application.type === 'Native' ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: listOf(application.post_logout_redirect_uris),
    response_types: interactive ? ['code'] : [],
    grant_types: grants,
    scope: allowedScopes(core, application).join(' '),
    id_token_signed_response_alg: 'RS256',
    ...(hasSecret(application.type)
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: application.secret_hash ?? '' }
      : { token_endpoint_auth_method: 'none' }),
    [applicationProperty]: application,
  };
}

/** The row behind a client. */
export const applicationOf = (client: Client): ApplicationRow => client[applicationProperty] as ApplicationRow;
