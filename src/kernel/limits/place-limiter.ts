import { placeOf } from '../../std/network.ts';
import { windowsOf } from './windows.ts';

const minute = 60_000;
const placesKept = 10_000;

/** A brake on requests of strangers, in the memory of this process. */
export interface PlaceLimiter {
  /** Counts one; answers the seconds to wait when its address or network has sent too many this minute. */
  take(address: string, now: number): number | undefined;
}

export function placeLimiter(perMinute: { readonly address: number; readonly network: number }): PlaceLimiter {
  const addresses = windowsOf(placesKept, () => minute);
  const networks = windowsOf(placesKept, () => minute);
  return {
    take(from, now) {
      const { address, network } = placeOf(from);
      const wait = addresses.take(address, minute, perMinute.address, now);
      return wait ?? networks.take(network, minute, perMinute.network, now);
    },
  };
}
