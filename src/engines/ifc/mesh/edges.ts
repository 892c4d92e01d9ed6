/** Directed edges by the places of their ends. Those of triangle n are 3n, 3n + 1 and 3n + 2. */
export interface Edges {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/** `places`: of each vertex, as `weld` tells them. */
export function edgesOf(places: Uint32Array, indices: Uint32Array): Edges {
  const from = new Uint32Array(indices.length);
  const to = new Uint32Array(indices.length);
  for (let n = 0; n + 2 < indices.length; n += 3) {
    for (let corner = 0; corner < 3; corner++) {
      from[n + corner] = places[indices[n + corner] ?? 0] ?? 0;
      to[n + corner] = places[indices[n + ((corner + 1) % 3)] ?? 0] ?? 0;
    }
  }
  return { from, to };
}

/** Of each edge the first one between the same places, in whichever direction. */
export function numbered({ from, to }: Edges): Uint32Array {
  const size = 2 ** Math.ceil(Math.log2(2 * from.length + 2));
  const slots = new Int32Array(size).fill(-1);
  const numbers = new Uint32Array(from.length);
  for (let n = 0; n < from.length; n++) {
    const a = from[n] ?? 0;
    const b = to[n] ?? 0;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    let slot = slotOf(low, high) & (size - 1);
    for (;;) {
      const known = slots[slot] ?? -1;
      if (known === -1) slots[slot] = n;
      const first = known === -1 ? n : known;
      const [x, y] = [from[first], to[first]];
      if ((x === a && y === b) || (x === b && y === a)) {
        numbers[n] = first;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return numbers;
}

function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
