/** A list of floats that grows. */
export interface GrowingFloats {
  push(a: number, b: number, c: number): void;
  all(): Float32Array;
}

export function growingFloats(capacity = 1 << 16): GrowingFloats {
  let list = new Float32Array(capacity);
  let size = 0;
  return {
    push(a, b, c) {
      if (size + 3 > list.length) {
        const longer = new Float32Array(2 * list.length);
        longer.set(list);
        list = longer;
      }
      list[size] = a;
      list[size + 1] = b;
      list[size + 2] = c;
      size += 3;
    },
    all: () => list.subarray(0, size),
  };
}
