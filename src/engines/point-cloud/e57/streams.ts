import type { E57Field } from './xml.ts';

/** Numbers of one field as they come out of packets. */
export interface FieldStream {
  /** Takes the bytes of a packet; numbers may lie across packets. */
  push(bytes: Uint8Array): void;
  /** How many numbers are whole by now. */
  available(): number;
  /** Takes numbers out, in the units of the field. */
  take(target: Float64Array, count: number): void;
}

export const bitsOf = ({ type, least, most }: E57Field): number => {
  if (type === 'single') return 32;
  if (type === 'double') return 64;
  const range = most - least;
  if (range >= 2 ** 53) return 64;
  return range < 1 ? 0 : Math.floor(Math.log2(range)) + 1;
};

export function fieldStream(field: E57Field): FieldStream {
  const bits = bitsOf(field);
  const [scale, offset] = field.type === 'scaled' ? [field.scale, field.offset] : [1, 0];
  let bytes: Uint8Array = new Uint8Array(0);
  let view = new DataView(bytes.buffer);
  /** Bits that were taken out of the bytes. */
  let at = 0;
  const floats = field.type === 'single' || field.type === 'double';
  const next = (): number => {
    const here = at;
    at += bits;
    if (floats) return bits === 32 ? view.getFloat32(here / 8, true) : view.getFloat64(here / 8, true);
    if (bits === 64) return Number(view.getBigInt64(here / 8, true)) * scale + offset;
    return (bitsAt(bytes, here, bits) + field.least) * scale + offset;
  };
  return {
    push(more) {
      const used = at >> 3;
      const joined = new Uint8Array(bytes.length - used + more.length);
      joined.set(bytes.subarray(used));
      joined.set(more, bytes.length - used);
      bytes = joined;
      view = new DataView(bytes.buffer);
      at -= 8 * used;
    },
    available: () => (bits === 0 ? Number.POSITIVE_INFINITY : Math.floor((8 * bytes.length - at) / bits)),
    take(target, count) {
      if (bits === 0) target.fill(field.least * scale + offset, 0, count);
      else for (let n = 0; n < count; n++) target[n] = next();
    },
  };
}

/** Up to 53 bits, the least first. */
function bitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  let weight = 1;
  let at = start;
  for (let left = count; left > 0; ) {
    const shift = at & 7;
    const taken = Math.min(8 - shift, left);
    value += (((bytes[at >> 3] ?? 0) >> shift) & ((1 << taken) - 1)) * weight;
    weight *= 2 ** taken;
    at += taken;
    left -= taken;
  }
  return value;
}
