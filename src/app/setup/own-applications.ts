import type { SetupApplication } from '../../auth-server/setup.ts';

export const referenceClientId = 'spa-reference';
export const consoleClientId = 'spa-console';

/** The pages of this server that sign people in. */
export const ownApplications = (baseUrl: string): SetupApplication[] => [
  {
    clientId: referenceClientId,
    type: 'SPA',
    displayName: 'API reference',
    redirectUris: [`${baseUrl}/reference/signed-in`],
  },
  {
    clientId: consoleClientId,
    type: 'SPA',
    displayName: 'Console',
    redirectUris: [`${baseUrl}/console/signed-in`, `${baseUrl}/console/silent`],
    postLogoutRedirectUris: [`${baseUrl}/console/signed-out`],
  },
];
