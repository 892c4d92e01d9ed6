import type { ChunkEncoder } from './chunk.ts';
import { putSymbol } from './encoder.ts';
import { channels, endOf, itemOf, layer } from './layers.ts';
import { type SymbolModel, symbolModel } from './models.ts';
import { point14Encoder } from './point14.ts';
import { channelOf } from './point14-models.ts';
import { type Color, colorDifferences, takeColor } from './rgb.ts';

const colorAt = 30;

/** An item behind the point, by the scanner channel of which the point is. */
interface ItemEncoder {
  begin(view: DataView, at: number, channel: number): void;
  put(view: DataView, at: number, channel: number): void;
  end(): Uint8Array[];
}

/** Of formats 6 and 7, in layers. `size`: bytes of a record, 36 with colours; `added`: bytes behind them. */
export function layeredChunkEncoder(size: 30 | 36, added = 0): ChunkEncoder {
  const first = new Uint8Array(size + added);
  const point = point14Encoder();
  const items = [
    ...(size === 36 ? [{ at: colorAt, item: layeredColors() }] : []),
    ...(added > 0 ? [{ at: size, item: layeredBytes(added) }] : []),
  ];
  let count = 0;
  return {
    count: () => count,
    put(view, at) {
      if (count++ === 0) {
        first.set(new Uint8Array(view.buffer, view.byteOffset + at, size + added));
        point.begin(view, at);
        for (const one of items) one.item.begin(view, at + one.at, channelOf(view, at));
        return;
      }
      const channel = point.put(view, at);
      for (const one of items) one.item.put(view, at + one.at, channel);
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

function layeredColors(): ItemEncoder {
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
      const { now, last } = itemOf(known, channel);
      own.changed = now.put(view, at, last) || own.changed;
    },
    end: () => [endOf(own)],
  };
}

const black: Color = { red: 0, green: 0, blue: 0 };

/** Each byte is a layer. */
function layeredBytes(count: number): ItemEncoder {
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
      const { now, last } = itemOf(known, channel);
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
