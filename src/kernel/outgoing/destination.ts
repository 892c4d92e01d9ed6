import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isListed, isPublic, type Networks } from '../../std/network.ts';

/*
 * Where the server may connect to when somebody else names the host: a callback, a database, a service. A name is
 * resolved once, every address of it is checked, and the connection goes to one of those, whatever the name has come to
 * mean since. Callers give up themselves on a resolver that takes too long.
 */

/** Where a request may go: the addresses that were checked, and no others. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

export type Refusal = 'notAllowed' | 'notFound';

/** The addresses of a host. Each must be public, or listed in `allowed`; with `listedOnly` each must be listed. */
export async function checkedAddresses(
  hostname: string,
  allowed: Networks,
  listedOnly = false,
): Promise<readonly LookupAddress[] | Refusal> {
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  if (addresses === undefined) return 'notFound';
  const permitted = addresses.every(({ address }) => isListed(address, allowed) || (!listedOnly && isPublic(address)));
  return permitted ? addresses : 'notAllowed';
}

/** Checks the host of an http or https address; plain http only goes to listed networks, ports are 80, 443 and those above 1023. */
export async function destinationOf(address: string, allowed: Networks): Promise<Destination | Refusal> {
  const url = new URL(address);
  if (!isAllowedPort(url)) return 'notAllowed';
  const addresses = await checkedAddresses(url.hostname, allowed, url.protocol !== 'https:');
  return typeof addresses === 'string' ? addresses : { url, addresses };
}

/** Whether requests go to the port of an address. */
export function isAllowedPort({ port }: URL): boolean {
  return port === '' || [80, 443].includes(Number(port)) || Number(port) > 1023;
}

/** Every address of a host; undefined when it has none. */
async function addressesOf(host: string): Promise<LookupAddress[] | undefined> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? found : undefined;
}
