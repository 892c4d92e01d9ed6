import type { DatabaseConnection, ServiceCall } from '../../../engines/external-system/params.ts';
import { checkedAddresses, destinationOf, type Refusal } from '../../../kernel/outgoing/destination.ts';
import { spanUnderWay } from '../../../kernel/tracing/span.ts';
import type { Networks } from '../../../std/network.ts';
import type { Credentials } from '../tables.ts';
import { credentialOf } from './credentials.ts';
import { SystemFailure } from './failure.ts';

const longestSeconds = 60;
const refusals: Readonly<Record<Refusal, string>> = {
  notAllowed: 'this server may not connect to its network.',
  notFound: 'its server is not found.',
};

const secondsIn = (text: string): number => Math.min(longestSeconds, Math.max(1, Number(text)));

/** How a stored database is reached, at an address that was checked just now. Throws a `SystemFailure`. */
export async function databaseOf(credentials: Credentials, allowed: Networks): Promise<DatabaseConnection> {
  const of = (name: string): string => credentialOf(credentials, 'Federation.Sql', name);
  for (const name of ['Server', 'Database', 'UserId', 'Password']) {
    if (of(name) === '') throw new SystemFailure(`its property '${name}' is missing.`);
  }
  const addresses = await checkedAddresses(of('Server'), allowed);
  if (typeof addresses === 'string') throw new SystemFailure(refusals[addresses]);
  const ssl = of('Ssl');
  return {
    address: addresses[0]?.address ?? '',
    serverName: of('Server'),
    port: Number(of('Port')),
    user: of('UserId'),
    password: of('Password'),
    database: of('Database'),
    ssl: ssl === 'disable' || ssl === 'require' ? ssl : 'verify-full',
    seconds: secondsIn(of('CommandTimeout')),
  };
}

const valueIn = (credentials: Credentials, name: string): string => credentialOf(credentials, 'Federation.Http', name);

/** Where a stored service is, below which all of its addresses are. */
export const baseOf = (credentials: Credentials): string => valueIn(credentials, 'BaseUrl');

function authorizationOf(credentials: Credentials): Readonly<Record<string, string>> {
  const of = (name: string): string => valueIn(credentials, name);
  switch (of('AuthType')) {
    case 'Basic':
      return { Authorization: `Basic ${Buffer.from(`${of('UserId')}:${of('Password')}`).toString('base64')}` };
    case 'Bearer':
      return { Authorization: `Bearer ${of('Token')}` };
    case 'ApiKey':
      return { [of('ApiKeyHeader')]: of('Token') };
    default:
      return {};
  }
}

/** A request to a stored service, to addresses that were checked just now. Throws a `SystemFailure`. */
export async function callOf(
  { method, url, body }: Pick<ServiceCall, 'method' | 'url' | 'body'>,
  credentials: Credentials,
  allowed: Networks,
): Promise<ServiceCall> {
  const to = await destinationOf(url, allowed);
  if (typeof to === 'string') throw new SystemFailure(refusals[to]);
  const length: Readonly<Record<string, string>> =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return {
    method,
    url,
    body,
    addresses: to.addresses,
    seconds: secondsIn(valueIn(credentials, 'TimeoutSeconds')),
    headers: { Accept: 'application/json', ...authorizationOf(credentials), ...length, ...spanUnderWay()?.headers },
  };
}
