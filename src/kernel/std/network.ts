import ipaddr from 'ipaddr.js';

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
