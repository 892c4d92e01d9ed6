import ipaddr from 'ipaddr.js';
import { evictOldest } from './evict-oldest.ts';

/** Where a request comes from, as limits see it: whoever has one address of these has all of them. */
export interface Place {
  /** An IPv4 address, or the /64 of an IPv6 one: a single machine may take any address of that. */
  readonly address: string;
  /** The /24 or /48 around it. */
  readonly network: string;
}

/** Texts that are no address stand for themselves. */
export function placeOf(text: string): Place {
  if (!ipaddr.isValid(text)) return { address: text, network: text };
  const address = ipaddr.process(text); // IPv4 within IPv6 is IPv4
  const parts = address.toByteArray();
  const first = (bytes: number) => `${parts.slice(0, bytes).join('.')}/${bytes * 8}`;
  return address.kind() === 'ipv4'
    ? { address: address.toString(), network: first(3) }
    : { address: first(8), network: first(6) };
}

export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Parses addresses and networks such as "10.0.0.0/8" or "192.168.1.5". */
export const parseNetworks = (texts: readonly string[]): Networks =>
  texts.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : hostNetwork(ipaddr.parse(text))));

const hostNetwork = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const mostKnown = 1000;
/** Every request has an address, and most have one of a few: a fiftieth of the time of a small answer went into reading it. */
const known = new Map<string, Address | undefined>();

/** IPv4 inside of IPv6 counts as the IPv4 address; undefined for what is no address. */
function parsed(text: string): Address | undefined {
  if (known.has(text)) return known.get(text);
  const bare = text.replace(/%.*$/, '');
  const address = ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
  if (known.size === mostKnown) evictOldest(known);
  known.set(text, address);
  return address;
}

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of the open internet. */
export function isPublic(text: string): boolean {
  const address = parsed(text);
  return address?.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

/** Whether an address is in one of the networks; what is no address is in none. */
export function isListed(text: string, networks: Networks): boolean {
  const address = parsed(text);
  return (
    address !== undefined && networks.some((network) => network[0].kind() === address.kind() && address.match(network))
  );
}

/** Whether an address is of this machine itself. */
export const isLoopback = (text: string): boolean => parsed(text)?.range() === 'loopback';
