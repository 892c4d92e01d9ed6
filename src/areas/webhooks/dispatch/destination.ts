import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where a request may go: the addresses that were checked, and no others. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

export type Refusal = 'notAllowed' | 'notFound';

export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Parses addresses and networks such as "10.0.0.0/8" or "192.168.1.5". */
export const parseNetworks = (texts: readonly string[]): Networks =>
  texts.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : hostNetwork(ipaddr.parse(text))));

const hostNetwork = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

/**
 * Resolves the host of a callback and checks every one of its addresses: each must be public, or listed in `allowed`;
 * plain http only goes to listed ones. Ports are 80, 443 and those above 1023.
 */
export async function destinationOf(callback: string, allowed: Networks): Promise<Destination | Refusal> {
  const url = new URL(callback);
  const port = url.port === '' ? undefined : Number(url.port);
  if (port !== undefined && port !== 80 && port !== 443 && port <= 1023) return 'notAllowed';
  const addresses = await addressesOf(url.hostname);
  if (addresses === undefined) return 'notFound';
  const permitted = addresses.every(
    ({ address }) => isListed(address, allowed) || (url.protocol === 'https:' && isPublic(address)),
  );
  return permitted ? { url, addresses } : 'notAllowed';
}

/** Every address of a host; undefined when it has none. */
async function addressesOf(hostname: string): Promise<LookupAddress[] | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? found : undefined;
}

/** IPv4 inside of IPv6 counts as the IPv4 address. */
const parsed = (address: string) => ipaddr.process(address.replace(/%.*$/, ''));

const globalUnicast = ipaddr.parseCIDR('2000::/3');

function isPublic(text: string): boolean {
  const address = parsed(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

export function isListed(text: string, allowed: Networks): boolean {
  const address = parsed(text);
  return allowed.some((network) => network[0].kind() === address.kind() && address.match(network));
}
