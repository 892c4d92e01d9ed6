import type { ApplicationType } from '../tables.ts';

export const mostUris = 50;
const longestUri = 2000;
const loopbacks = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What is wrong with an address that an application wants people to be sent back to: oauth.md section 3. No fragment,
 * no user info, no wildcard; plain http only to the own machine; private schemes only with a dot, for Native.
 */
export function redirectFault(type: ApplicationType, uri: string): string | undefined {
  if (type === 'Service') return 'Service applications have no redirect addresses.';
  if (uri.length > longestUri) return `The address is over '${longestUri}' length limit.`;
  const url = /^[\x21-\x7e]+$/.test(uri) && !/[*\\#]/.test(uri) ? URL.parse(uri) : null;
  if (url === null) return 'The address must be absolute, without fragment, wildcard or white space.';
  if (url.username !== '' || url.password !== '') return 'The address must not have user info.';
  return schemeFault(type, url, uri);
}

function schemeFault(type: ApplicationType, url: URL, uri: string): string | undefined {
  const native = type === 'Native';
  const loopback = loopbacks.includes(url.hostname);
  if (url.protocol === 'https:') return native && loopback ? 'Addresses on the own machine need http.' : undefined;
  if (url.protocol === 'http:') {
    const allowed = native ? loopback : url.hostname === 'localhost';
    return allowed ? undefined : 'Plain http is allowed only to the own machine.';
  }
  const isPrivate = native && url.protocol.includes('.') && /^[a-z][a-z0-9+.-]*:\//i.test(uri);
  return isPrivate ? undefined : 'The scheme of the address is not allowed.';
}
