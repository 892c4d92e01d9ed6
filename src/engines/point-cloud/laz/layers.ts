import { type Encoder, encoder, finished, restart } from './encoder.ts';

/** A stream of one attribute of a chunk; it is left out of the file where the attribute never changes. */
export interface Layer {
  readonly to: Encoder;
  /** The attribute of a point was another one than that of the point before. */
  changed: boolean;
}

export const layer = (): Layer => ({ to: encoder(), changed: false });

/** The bytes of a layer, which hold until it is used again; the next chunk begins. */
export function endOf(one: Layer): Uint8Array {
  const bytes = finished(one.to).slice();
  const isChanged = one.changed;
  restart(one.to);
  one.changed = false;
  return isChanged ? bytes : bytes.subarray(0, 0);
}

/** What is known of the points of each of the four scanner channels of a chunk, made when the first of them comes. */
export interface Channels<T> {
  /** Of the point before, of whichever channel. */
  readonly now: () => T;
  readonly of: (channel: number) => T | undefined;
  /** Goes on with a channel; one that begins is made from the one before. */
  goTo(channel: number): T;
}

export function channels<T>(first: number, make: (before: T | undefined) => T): Channels<T> {
  const known: (T | undefined)[] = [];
  let current = make(undefined);
  known[first] = current;
  return {
    now: () => current,
    of: (channel) => known[channel],
    goTo(channel) {
      const next = known[channel] ?? make(current);
      known[channel] = next;
      current = next;
      return next;
    },
  };
}

/** Of items in layers. The reference wrote 3 first; both are in the world. */
export type ItemVersion = 3 | 4;

/**
 * The channel by which an item behind the point is packed. Version 3 is told that of the point only where it is another one than
 * that of the point before, else 0; version 4 always.
 */
export const itemChannel = (version: ItemVersion, channel: number, before: number): number =>
  version === 4 || channel !== before ? channel : 0;

/**
 * An item of one channel, and the last one of it. Version 3 takes the point before of another channel, where one goes on with a
 * channel that was there already, and remembers the new one in its place; version 4 the last one of the channel.
 */
export function itemOf<T extends { readonly last: unknown }>(
  known: Channels<T>,
  channel: number,
  version: ItemVersion,
): { now: T; last: T['last'] } {
  const before = known.now();
  const isNew = known.of(channel) === undefined;
  const now = known.goTo(channel);
  return { now, last: isNew || version === 4 ? now.last : before.last };
}
