import type { Entry, KeptBody } from '../../../kernel/request-log/entry.ts';

/** Where the APIs and those of the authorization server are. */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** A command for a POSIX shell that asks the same again. Redacted parts stay so, and the token is the reader's own. */
export function curlOf(entry: Entry, body: KeptBody | null, { baseUrl, authUrl }: Addresses): string {
  const auth = new URL(authUrl);
  const isAuth = entry.path.startsWith(`${auth.pathname.replace(/\/$/, '')}/`);
  const address = (isAuth ? auth.origin : baseUrl) + entry.path + (entry.query === null ? '' : `?${entry.query}`);
  const parts = [
    'curl',
    ...(entry.method === 'GET' ? [] : ['-X', entry.method]),
    quoted(address),
    '-H',
    '"Authorization: Bearer $TWIN_TOKEN"',
    ...Object.entries(entry.headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...dataOf(entry, body),
  ];
  return parts.join(' ');
}

function dataOf(entry: Entry, body: KeptBody | null): string[] {
  if (!entry.hasBody) return [];
  const isWhole = body !== null && body.text === null;
  return isWhole ? ['--data', quoted(JSON.stringify(body.json))] : ['--data', '@body.json'];
}

/** For a POSIX shell: nothing between single quotes is anything but itself. */
const quoted = (text: string): string => `'${text.replace(/\p{Cc}/gu, ' ').replaceAll("'", "'\\''")}'`;
