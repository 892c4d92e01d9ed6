/** Expands what LZF packed into exactly `size` bytes; undefined when that is not what it makes. */
export function expandLzf(packed: Uint8Array, size: number): Uint8Array | undefined {
  const out = new Uint8Array(size);
  let [from, to] = [0, 0];
  while (from < packed.length) {
    const control = packed[from++] ?? 0;
    if (control < 32) {
      const count = control + 1;
      if (from + count > packed.length || to + count > size) return undefined;
      out.set(packed.subarray(from, from + count), to);
      from += count;
      to += count;
      continue;
    }
    let count = control >> 5;
    if (count === 7) count += packed[from++] ?? 0;
    const back = ((control & 31) << 8) + (packed[from++] ?? 0) + 1;
    count += 2;
    if (back > to || to + count > size || from > packed.length) return undefined;
    for (let n = 0; n < count; n++, to++) out[to] = out[to - back] ?? 0;
  }
  return to === size ? out : undefined;
}
