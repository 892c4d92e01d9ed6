import { bytesEncoder } from './bytes.ts';
import { encoder, finished, restart } from './encoder.ts';
import { timeEncoder } from './gps-time.ts';
import { point10Encoder } from './point10.ts';
import { colorEncoder } from './rgb.ts';

/** Packs records into a chunk, one by one. */
export interface ChunkEncoder {
  put(view: DataView, at: number): void;
  count(): number;
  /** The bytes of the chunk; the next one begins. They hold until the next point. */
  end(): Uint8Array[];
}

const [timeAt, colorAt] = [20, 28] as const;

/** Of formats 1 and 3. `size`: bytes of a record, 34 with colours; `added`: bytes behind them. */
export function chunkEncoder(size: 28 | 34, added = 0): ChunkEncoder {
  const to = encoder();
  const first = new Uint8Array(size + added);
  let count = 0;
  let items = itemsOf();
  function itemsOf() {
    return {
      point: point10Encoder(to),
      time: timeEncoder(to),
      color: size === 34 ? colorEncoder(to) : undefined,
      bytes: bytesEncoder(to, added),
    };
  }
  return {
    count: () => count,
    put(view, at) {
      const { point, time, color, bytes } = items;
      if (count++ === 0) {
        first.set(new Uint8Array(view.buffer, view.byteOffset + at, size + added));
        point.begin(view, at);
        time.begin(view, at + timeAt);
        color?.begin(view, at + colorAt);
        bytes.begin(view, at + size);
        return;
      }
      point.put(view, at);
      time.put(view, at + timeAt);
      color?.put(view, at + colorAt);
      bytes.put(view, at + size);
    },
    end() {
      const parts = [first, finished(to).slice()];
      restart(to);
      items = itemsOf();
      count = 0;
      return parts;
    },
  };
}
