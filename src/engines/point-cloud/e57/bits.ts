/** Numbers of a field, packed bit by bit. */
export interface BitWriter {
  /** A whole number from 0, or a double where there are 64 bits. */
  put(value: number): void;
  /** Bytes that wait. */
  size(): number;
  /** Takes the whole bytes; at the end also the bits of the last one. */
  take(isLast: boolean): Buffer;
}

export function bitWriter(bits: number): BitWriter {
  let bytes = Buffer.alloc(1 << 14);
  let at = 0;
  const put = (value: number) => {
    let rest = value;
    for (let left = bits; left > 0; ) {
      const shift = at & 7;
      const taken = Math.min(8 - shift, left);
      const part = rest % 2 ** taken;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (part << shift);
      rest = (rest - part) / 2 ** taken;
      at += taken;
      left -= taken;
    }
  };
  const reserve = () => {
    if (at + 64 <= 8 * bytes.length) return;
    bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
  };
  return {
    put(value) {
      reserve();
      if (bits < 64) return put(value);
      bytes.writeDoubleLE(value, at >> 3);
      at += 64;
    },
    size: () => Math.ceil(at / 8),
    take(isLast) {
      const whole = isLast ? Math.ceil(at / 8) : at >> 3;
      const taken = Buffer.from(bytes.subarray(0, whole));
      const rest = at > 8 * whole ? (bytes[whole] ?? 0) : 0;
      bytes.fill(0, 0, Math.min(whole + 1, bytes.length));
      bytes[0] = rest;
      at = Math.max(0, at - 8 * whole);
      return taken;
    },
  };
}
