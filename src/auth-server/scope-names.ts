/** What is told of people, by scopes that every application of people may ask for. */
export const identityScopes = ['openid', 'profile', 'email', 'organization'] as const;
/** Asks for a refresh token. */
export const offlineAccess = 'offline_access';
