import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { serve } from './serve.ts';

/** The OpenID library with its own memory store, giving JWT access tokens to a service. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
const resource = 'urn:bench';
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: 'service-bench',
      client_secret: 'bench-secret-0123456789',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
  ],
  jwks: { keys: [jwk as never] },
  scopes: ['twin-platform'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: 'twin-platform',
        audience: resource,
        accessTokenTTL: 3600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
const server = createServer(provider.callback());
serve(server, '/token');
