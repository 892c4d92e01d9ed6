import type { Api } from '../../api/http/endpoint.ts';
import type { Core } from '../core.ts';
import { applicationEndpoints, changingEndpoints } from './applications.endpoints.ts';
import { consentEndpoints } from './consents.endpoints.ts';

/** The application registry and the caller's consents, below the authorization server's address. */
export function registryApi(core: Core): Api {
  return {
    name: 'applications',
    title: 'Application registry',
    version: 1,
    prefix: '/api',
    at: 'auth',
    description: 'Register the applications that sign people in, and see which applications may act for you.',
    endpoints: [...applicationEndpoints(core), ...changingEndpoints(core), ...consentEndpoints(core)],
    changelog: [
      {
        date: '2026-11-27',
        text: 'Applications have a `mode`: those of mode Test reach sandboxes, and their tokens change nothing here.',
      },
      {
        date: '2026-11-22',
        text: 'Ids and secrets are made by the server only, and no id is used twice. openid, profile, email, organization and offline_access may be listed as scopes; they need no registration.',
      },
      { date: '2026-11-20', text: 'First edition.' },
    ],
  };
}
