import { type Encoder, putSymbol } from './encoder.ts';
import { symbolModel } from './models.ts';

/** Writes bytes that a file adds to its records, as version 2 of the item: each by its difference to the one before. */
export interface BytesEncoder {
  begin(view: DataView, at: number): void;
  put(view: DataView, at: number): void;
}

export function bytesEncoder(to: Encoder, count: number): BytesEncoder {
  const models = Array.from({ length: count }, () => symbolModel(256));
  const last = new Uint8Array(count);
  return {
    begin(view, at) {
      for (let n = 0; n < count; n++) last[n] = view.getUint8(at + n);
    },
    put(view, at) {
      for (const [n, model] of models.entries()) {
        const value = view.getUint8(at + n);
        putSymbol(to, model, (value - (last[n] ?? 0)) & 255);
        last[n] = value;
      }
    },
  };
}
