import type { ChunkEncoder } from './chunk.ts';
import { putSymbol } from './encoder.ts';
import { infraredPutter } from './infrared.ts';
import { channels, endOf, type ItemVersion, itemChannel, itemOf, layer } from './layers.ts';
import { type SymbolModel, symbolModel } from './models.ts';
import { point14Encoder } from './point14.ts';
import { channelOf } from './point14-models.ts';
import { type Color, colorDifferences, takeColor } from './rgb.ts';

const [colorAt, infraredAt] = [30, 36] as const;

/** An item behind the point, by the scanner channel of which the point is. */
interface ItemEncoder {
  begin(view: DataView, at: number, channel: number): void;
  put(view: DataView, at: number, channel: number): void;
  end(): Uint8Array[];
}

/**
 * Of formats 6, 7 and 8, in layers. `size`: bytes of a record, 36 with colours, 38 with near infrared, too; `added`: bytes
 * behind them. Version 3 of the items is what all readers know.
 */
export function layeredChunkEncoder(size: 30 | 36 | 38, added = 0, version: ItemVersion = 3): ChunkEncoder {
  const first = new Uint8Array(size + added);
  const point = point14Encoder();
  const items = [
    ...(size > 30 ? [{ at: colorAt, item: layeredColors(version) }] : []),
    ...(size === 38 ? [{ at: infraredAt, item: layeredInfrared(version) }] : []),
    ...(added > 0 ? [{ at: size, item: layeredBytes(added, version) }] : []),
  ];
  let [count, before] = [0, 0];
  return {
    count: () => count,
    put(view, at) {
      if (count++ === 0) {
        before = channelOf(view, at);
        first.set(new Uint8Array(view.buffer, view.byteOffset + at, size + added));
        point.begin(view, at);
        for (const one of items) one.item.begin(view, at + one.at, before);
        return;
      }
      const channel = point.put(view, at);
      const told = itemChannel(version, channel, before);
      before = channel;
      for (const one of items) one.item.put(view, at + one.at, told);
    },
    end() {
      const layers = [...point.end(), ...items.flatMap(({ item }) => item.end())];
      const head = Buffer.alloc(4 + 4 * layers.length);
      head.writeUInt32LE(count, 0);
      for (const [n, { length }] of layers.entries()) head.writeUInt32LE(length, 4 + 4 * n);
      count = 0;
      return [first, head, ...layers];
    },
  };
}

function layeredColors(version: ItemVersion): ItemEncoder {
  const own = layer();
  const make = (last: Color) => ({ last: { ...last }, put: colorDifferences(own.to) });
  let known = channels(0, () => make(black));
  return {
    begin(view, at, channel) {
      const first = { ...black };
      takeColor(view, at, first);
      known = channels(channel, (before: ReturnType<typeof make> | undefined) => make(before?.last ?? first));
    },
    put(view, at, channel) {
      const { now, last } = itemOf(known, channel, version);
      own.changed = now.put(view, at, last) || own.changed;
    },
    end: () => [endOf(own)],
  };
}

function layeredInfrared(version: ItemVersion): ItemEncoder {
  const own = layer();
  const make = (value: number) => ({ last: { value }, put: infraredPutter(own.to) });
  let known = channels(0, () => make(0));
  return {
    begin(view, at, channel) {
      const first = view.getUint16(at, true);
      known = channels(channel, (before: ReturnType<typeof make> | undefined) => make(before?.last.value ?? first));
    },
    put(view, at, channel) {
      const { now, last } = itemOf(known, channel, version);
      const value = view.getUint16(at, true);
      now.put(value, last.value);
      own.changed ||= value !== last.value;
      last.value = value;
    },
    end: () => [endOf(own)],
  };
}

const black: Color = { red: 0, green: 0, blue: 0 };

/** Each byte is a layer. */
function layeredBytes(count: number, version: ItemVersion): ItemEncoder {
  const layers = Array.from({ length: count }, layer);
  const make = (from: Uint8Array) => ({
    last: Uint8Array.from(from),
    models: layers.map((): SymbolModel => symbolModel(256)),
  });
  let known = channels(0, () => make(new Uint8Array(count)));
  return {
    begin(view, at, channel) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, count);
      known = channels(channel, (before: ReturnType<typeof make> | undefined) => make(before?.last ?? bytes));
    },
    put(view, at, channel) {
      const { now, last } = itemOf(known, channel, version);
      for (const [n, one] of layers.entries()) {
        const [value, before, model] = [view.getUint8(at + n), last[n] ?? 0, now.models[n]];
        if (model === undefined) continue;
        putSymbol(one.to, model, (value - before) & 255);
        one.changed ||= value !== before;
        last[n] = value;
      }
    },
    end: () => layers.map(endOf),
  };
}
