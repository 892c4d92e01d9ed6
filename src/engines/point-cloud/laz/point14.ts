import { putSymbol } from './encoder.ts';
import { type TimeEncoder, timeEncoder } from './gps-time.ts';
import { putInteger } from './integers.ts';
import { channels, endOf, type Layer, layer } from './layers.ts';
import { addToMedian, type Median, medianOf } from './median.ts';
import type { SymbolModel } from './models.ts';
import {
  alike,
  changed,
  channelOf,
  copyPoint,
  flagsOf,
  type Learned,
  learned,
  pastReturn,
  pointSize,
  timeAt,
} from './point14-models.ts';

/** Writes the first 30 bytes of records of formats 6 to 10, as version 3 of the item: a layer for each attribute. */
export interface Point14Encoder {
  /** The first record of a chunk, which stands as it is. */
  begin(view: DataView, at: number): void;
  /** Answers the scanner channel. */
  put(view: DataView, at: number): number;
  /** The layers, in their order. */
  end(): Uint8Array[];
}

/** All that is learned of one channel. */
interface Context extends Learned {
  readonly times: TimeEncoder;
}

function makeContext(time: Layer, from: DataView, at: number): Context {
  const times = timeEncoder(time.to, 3);
  times.begin(from, at + timeAt);
  return Object.assign(learned(from, at), { times });
}

const makeLayers = () => ({
  places: layer(),
  heights: layer(),
  classes: layer(),
  flags: layer(),
  intensities: layer(),
  angles: layer(),
  users: layer(),
  sources: layer(),
  times: layer(),
});
type Layers = ReturnType<typeof makeLayers>;

export function point14Encoder(): Point14Encoder {
  const layers = makeLayers();
  let contexts = channels<Context>(0, () => makeContext(layers.times, new DataView(new ArrayBuffer(pointSize)), 0));
  let channel = 0;
  return {
    begin(view, at) {
      channel = channelOf(view, at);
      const made = (before: Context | undefined) =>
        before === undefined ? makeContext(layers.times, view, at) : makeContext(layers.times, before.last, 0);
      contexts = channels(channel, made);
    },
    put(view, at) {
      const before = contexts.now();
      const next = channelOf(view, at);
      const turn = turnOf(view, at, (contexts.of(next) ?? before).last, next !== channel);
      const { to } = layers.places;
      putSymbol(to, before.changes[pastReturn(before)] ?? before.channel, turn.symbol);
      if (next !== channel) putSymbol(to, before.channel, (next - channel + 3) & 3);
      channel = next;
      const context = contexts.goTo(next);
      putReturns(layers, context, turn);
      putPlace(layers, context, view, at, turn);
      putAttributes(layers, context, view, at, turn);
      copyPoint(view, at, context.last);
      context.timeChanged = turn.timeChanged;
      return channel;
    },
    end() {
      for (const always of [layers.places, layers.heights]) always.changed = true;
      const { places, heights, classes, flags, intensities, angles, users, sources, times } = layers;
      return [places, heights, classes, flags, intensities, angles, users, sources, times].map(endOf);
    },
  };
}

/** A point beside the one before of its channel. */
interface Turn {
  readonly symbol: number;
  readonly number: number;
  readonly count: number;
  readonly lastNumber: number;
  readonly lastCount: number;
  readonly timeChanged: boolean;
}

function turnOf(view: DataView, at: number, last: DataView, otherChannel: boolean): Turn {
  const [returns, lastReturns] = [view.getUint8(at + 14), last.getUint8(14)];
  const [number, count, lastNumber, lastCount] = [returns & 15, returns >> 4, lastReturns & 15, lastReturns >> 4];
  const timeChanged = [0, 4].some((n) => view.getInt32(at + timeAt + n, true) !== last.getInt32(timeAt + n, true));
  const step = (number - lastNumber) & 15;
  const symbol =
    (otherChannel ? changed.channel : 0) |
    (view.getUint16(at + 20, true) === last.getUint16(20, true) ? 0 : changed.source) |
    (timeChanged ? changed.time : 0) |
    (view.getInt16(at + 18, true) === last.getInt16(18, true) ? 0 : changed.angle) |
    (count === lastCount ? 0 : changed.count) |
    (step === 0 ? 0 : step === 1 ? 1 : step === 15 ? 2 : 3);
  return { symbol, number, count, lastNumber, lastCount, timeChanged };
}

function putReturns({ places: { to } }: Layers, context: Context, turn: Turn): void {
  const { symbol, number, count, lastNumber, lastCount, timeChanged } = turn;
  if (symbol & changed.count) putSymbol(to, context.counts(lastCount), count);
  if ((symbol & 3) !== 3) return;
  if (timeChanged) putSymbol(to, context.numbers(lastNumber), number);
  // one more and one less have been told
  else putSymbol(to, context.sameTimeNumbers, ((number - lastNumber) & 15) - 2);
}

function putPlace(layers: Layers, context: Context, view: DataView, at: number, turn: Turn): void {
  const { last, xs, ys, zs } = context;
  const { to } = layers.places;
  const { number, count, timeChanged } = turn;
  const like = 2 * alike(count, number) + (timeChanged ? 1 : 0);
  const single = count === 1 ? 1 : 0;
  putAlong(context.xMedians[like], (view.getInt32(at, true) - last.getInt32(0, true)) | 0, (guess, step) =>
    putInteger(to, xs, guess, step, single),
  );
  const short = xs.length < 20 ? xs.length & ~1 : 20;
  putAlong(context.yMedians[like], (view.getInt32(at + 4, true) - last.getInt32(4, true)) | 0, (guess, step) =>
    putInteger(to, ys, guess, step, single + short),
  );
  const both = (xs.length + ys.length) >> 1;
  const z = view.getInt32(at + 8, true);
  const level = Math.min(7, Math.abs(count - number));
  putInteger(layers.heights.to, zs, context.heights[level] ?? 0, z, single + (both < 18 ? both & ~1 : 18));
  context.heights[level] = z;
}

function putAlong(lately: Median | undefined, step: number, put: (guess: number, step: number) => void): void {
  if (lately === undefined) throw new Error('A point has more returns than there are.');
  put(medianOf(lately), step);
  addToMedian(lately, step);
}

function putAttributes(layers: Layers, context: Context, view: DataView, at: number, turn: Turn): void {
  const { last } = context;
  const [isFirst, isLast] = [turn.number === 1, turn.number >= turn.count];
  const kind = (isFirst ? 2 : 0) | (isLast ? 1 : 0);
  const byte = (one: Layer, model: SymbolModel, now: number, before: number) => {
    putSymbol(one.to, model, now);
    one.changed ||= now !== before;
  };
  const [lastClass, lastFlags, lastUser] = [last.getUint8(16), flagsOf(last, 0), last.getUint8(17)];
  const classKind = ((lastClass & 31) << 1) | (kind === 3 ? 1 : 0);
  byte(layers.classes, context.classes(classKind), view.getUint8(at + 16), lastClass);
  byte(layers.flags, context.flags(lastFlags), flagsOf(view, at), lastFlags);
  const like = (kind << 1) | (turn.timeChanged ? 1 : 0);
  const intensity = view.getUint16(at + 12, true);
  putInteger(layers.intensities.to, context.intensities, context.lastIntensities[like] ?? 0, intensity, kind);
  context.lastIntensities[like] = intensity;
  layers.intensities.changed ||= intensity !== last.getUint16(12, true);
  if (turn.symbol & changed.angle) {
    const [now, before] = [view.getInt16(at + 18, true), last.getInt16(18, true)];
    putInteger(layers.angles.to, context.angles, before, now, turn.timeChanged ? 1 : 0);
    layers.angles.changed = true;
  }
  byte(layers.users, context.users(lastUser >> 2), view.getUint8(at + 17), lastUser);
  if (turn.symbol & changed.source) {
    putInteger(layers.sources.to, context.sources, last.getUint16(20, true), view.getUint16(at + 20, true));
    layers.sources.changed = true;
  }
  if (!turn.timeChanged) return;
  context.times.put(view, at + timeAt);
  layers.times.changed = true;
}
