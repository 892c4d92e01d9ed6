import type { SecretBox } from '../../std/secrets.ts';

/**
 * Opaque tokens for lists that continue where the last page ended. A token is bound to its caller and the other
 * parameters, URL-safe, and valid for a day.
 */
export function writeContinuation(
  box: SecretBox,
  binding: string,
  position: readonly (string | number)[],
  now: number,
): string {
  const text = Buffer.from(JSON.stringify([now, ...position])).toString('base64url');
  return `${text}.${box.sign('continuation', `${binding}\n${text}`)}`;
}

const lifetime = 86_400_000;

/** The position inside a token, or undefined for one that is forged, foreign or too old. */
export function readContinuation(
  box: SecretBox,
  binding: string,
  token: string,
  now: number,
): (string | number)[] | undefined {
  const [text = '', signature = ''] = token.split('.');
  if (signature !== box.sign('continuation', `${binding}\n${text}`)) return undefined;
  const [made, ...position]: (string | number)[] = JSON.parse(Buffer.from(text, 'base64url').toString());
  return typeof made === 'number' && made > now - lifetime ? position : undefined;
}

/** Links to pages: the request's own parameters with another token, whose parameter some APIs write with a `$`. */
export function continuationLinks(
  address: string,
  parameters: Readonly<Record<string, unknown>>,
  tokenName: 'continuationToken' | '$continuationToken' = 'continuationToken',
) {
  const pairs = Object.entries(parameters)
    .filter(([name, value]) => value !== undefined && name !== tokenName)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return (token: string | undefined) => {
    const all = token === undefined ? pairs : [...pairs, `${tokenName}=${token}`];
    return { href: `${address}?${all.join('&')}` };
  };
}
