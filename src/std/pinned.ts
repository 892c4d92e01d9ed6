import type { LookupFunction } from 'node:net';

/** An address of a host; JSON. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** For the `lookup` of a socket or a request: gives it the addresses that were checked, whatever the name means now. */
export const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
