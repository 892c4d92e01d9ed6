import { randomBytes, randomUUID } from 'node:crypto';

export { isUuid } from './uuid.ts';

export const nilUuid = '00000000-0000-0000-0000-000000000000';

export const newId = (): string => randomUUID();

/**
 * Unguessable text of `bytes` random bytes in the URL-safe alphabet; never with a `-` in front, which a command line
 * takes for an option.
 */
export function newToken(bytes = 32): string {
  const token = randomBytes(bytes).toString('base64url');
  return token.startsWith('-') ? newToken(bytes) : token;
}
