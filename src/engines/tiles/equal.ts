/** For vertices of `width` words each: the first one that is equal to a given one. */
export function firstEqual(words: Uint32Array, width: number, count: number): (index: number) => number {
  const bits = Math.max(3, Math.ceil(Math.log2(2 * count + 1)));
  const slots = new Int32Array(2 ** bits).fill(-1);
  const mask = slots.length - 1;
  const first = new Int32Array(count).fill(-1);
  const equal = (a: number, b: number): boolean => {
    for (let n = 0; n < width; n++) if (words[width * a + n] !== words[width * b + n]) return false;
    return true;
  };
  return (index) => {
    const known = first[index] ?? -1;
    if (known !== -1) return known;
    let hash = 0;
    for (let n = 0; n < width; n++) {
      hash = Math.imul(hash ^ (words[width * index + n] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const other = slots[slot] ?? -1;
      if (other === -1) slots[slot] = index;
      if (other === -1 || equal(other, index)) {
        const found = other === -1 ? index : other;
        first[index] = found;
        return found;
      }
    }
  };
}
