import type { SetupApplication } from '../../auth-server/setup.ts';

export const referenceClientId = 'spa-reference';
export const consoleClientId = 'spa-console';

export const commandLineClientId = 'native-cli';

/** What signs people in to this server and belongs to it: its pages, and the command line tool. */
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
  { clientId: commandLineClientId, type: 'Native', displayName: 'Command line' },
];
