import { type Decoder, takeInteger, takeSymbol } from './decoder.ts';
import { type Channels, channels } from './layers.ts';
import { addToMedian, type Median, medianOf } from './median.ts';
import {
  alike,
  changed,
  channelOf,
  copyPoint,
  flagsOf,
  type Learned,
  learned,
  pastReturn,
  timeAt,
} from './point14-models.ts';
import { type TimeDecoder, timeDecoder } from './time-decoder.ts';

/** The layers of points, in their order; one that is not there never changes. */
export type PointLayers = readonly (Decoder | undefined)[];

/** Reads the first 30 bytes of records of formats 6 to 10. */
export interface Point14Decoder {
  /** Behind the first record of a chunk, which stands as it is. Answers the scanner channel. */
  take(view: DataView, at: number): number;
}

interface Context extends Learned {
  readonly times: TimeDecoder | undefined;
}

/** `view`: where the first record of the chunk is. */
export function point14Decoder(layers: PointLayers, view: DataView): Point14Decoder {
  const [places, heights] = layers;
  const times = layers[8];
  if (places === undefined) throw new Error('A chunk has no places.');
  const make = (before: Context | undefined): Context => {
    const from = before?.last ?? view;
    const own = times && timeDecoder(times);
    own?.begin(from, timeAt);
    return Object.assign(learned(from, 0), { times: own });
  };
  let channel = channelOf(view, 0);
  const contexts: Channels<Context> = channels(channel, make);
  return {
    take(to, at) {
      const before = contexts.now();
      const symbol = takeSymbol(places, before.changes[pastReturn(before)] ?? before.channel);
      if (symbol & changed.channel) channel = (channel + 1 + takeSymbol(places, before.channel)) & 3;
      const context = contexts.goTo(channel);
      const { last } = context;
      copyPointInto(last, to, at);
      const timeChanged = (symbol & changed.time) !== 0;
      const { number, count } = takeReturns(places, context, symbol);
      to.setUint8(at + 14, number | (count << 4));
      const kind = (number === 1 ? 2 : 0) | (number >= count ? 1 : 0);
      takePlace(places, heights, context, to, at, { number, count, timeChanged });
      takeAttributes(layers, context, to, at, { symbol, channel, kind, timeChanged });
      copyPoint(to, at, last);
      context.timeChanged = timeChanged;
      return channel;
    },
  };
}

/** What a point is beside the one before of its channel. */
interface Kind {
  readonly symbol: number;
  readonly channel: number;
  /** First 2, last 1. */
  readonly kind: number;
  readonly timeChanged: boolean;
}

function takeAttributes(
  [, , classes, flags, intensities, angles, users, sources]: PointLayers,
  context: Context,
  to: DataView,
  at: number,
  { symbol, channel, kind, timeChanged }: Kind,
): void {
  const { last } = context;
  if (classes) {
    const model = context.classes(((last.getUint8(16) & 31) << 1) | (kind === 3 ? 1 : 0));
    to.setUint8(at + 16, takeSymbol(classes, model));
  }
  const own = flags ? takeSymbol(flags, context.flags(flagsOf(last, 0))) : flagsOf(last, 0);
  to.setUint8(at + 15, (own & 15) | (channel << 4) | ((own & 48) << 2));
  if (intensities) {
    const like = (kind << 1) | (timeChanged ? 1 : 0);
    const value = takeInteger(intensities, context.intensities, context.lastIntensities[like] ?? 0, kind);
    context.lastIntensities[like] = value;
    to.setUint16(at + 12, value, true);
  }
  if (angles && symbol & changed.angle)
    to.setInt16(at + 18, takeInteger(angles, context.angles, last.getInt16(18, true), timeChanged ? 1 : 0), true);
  if (users) to.setUint8(at + 17, takeSymbol(users, context.users(last.getUint8(17) >> 2)));
  if (sources && symbol & changed.source)
    to.setUint16(at + 20, takeInteger(sources, context.sources, last.getUint16(20, true), 0), true);
  if (timeChanged) context.times?.take(to, at + timeAt);
}

function copyPointInto(from: DataView, to: DataView, at: number): void {
  for (let n = 0; n < from.byteLength; n++) to.setUint8(at + n, from.getUint8(n));
}

function takeReturns(places: Decoder, context: Context, symbol: number): { number: number; count: number } {
  const returns = context.last.getUint8(14);
  const [lastNumber, lastCount] = [returns & 15, returns >> 4];
  const count = symbol & changed.count ? takeSymbol(places, context.counts(lastCount)) : lastCount;
  const step = symbol & 3;
  if (step === 0) return { number: lastNumber, count };
  if (step === 1) return { number: (lastNumber + 1) & 15, count };
  if (step === 2) return { number: (lastNumber + 15) & 15, count };
  if (symbol & changed.time) return { number: takeSymbol(places, context.numbers(lastNumber)), count };
  return { number: (lastNumber + 2 + takeSymbol(places, context.sameTimeNumbers)) & 15, count };
}

interface Turn {
  readonly number: number;
  readonly count: number;
  readonly timeChanged: boolean;
}

function takePlace(
  places: Decoder,
  heights: Decoder | undefined,
  context: Context,
  to: DataView,
  at: number,
  { number, count, timeChanged }: Turn,
): void {
  const { last, xs, ys, zs } = context;
  const like = 2 * alike(count, number) + (timeChanged ? 1 : 0);
  const single = count === 1 ? 1 : 0;
  const along = (lately: Median | undefined, before: number, take: (guess: number) => number): number => {
    if (lately === undefined) throw new Error('A point has more returns than there are.');
    const step = take(medianOf(lately));
    addToMedian(lately, step);
    return (before + step) | 0;
  };
  const x = along(context.xMedians[like], last.getInt32(0, true), (guess) => takeInteger(places, xs, guess, single));
  const short = xs.length < 20 ? xs.length & ~1 : 20;
  const y = along(context.yMedians[like], last.getInt32(4, true), (guess) =>
    takeInteger(places, ys, guess, single + short),
  );
  to.setInt32(at, x, true);
  to.setInt32(at + 4, y, true);
  if (heights === undefined) return;
  const both = (xs.length + ys.length) >> 1;
  const level = Math.min(7, Math.abs(count - number));
  const z = takeInteger(heights, zs, context.heights[level] ?? 0, single + (both < 18 ? both & ~1 : 18));
  context.heights[level] = z;
  to.setInt32(at + 8, z, true);
}
