/** Points in columns, in the units of their reference system. Attributes that a file does not have are absent. */
export interface Points {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly intensity?: Uint16Array;
  /** Red, green and blue of each point, 8 bit. */
  readonly rgb?: Uint8Array;
  readonly classification?: Uint8Array;
  readonly returnNumber?: Uint8Array;
  readonly numberOfReturns?: Uint8Array;
}

/** The box around points: low and high corner. */
export interface Bounds {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

export function boundsOf({ count, x, y, z }: Points): Bounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count; at++) {
    const place = [x[at] ?? 0, y[at] ?? 0, z[at] ?? 0] as const;
    for (const axis of [0, 1, 2] as const) {
      if (place[axis] < low[axis]) low[axis] = place[axis];
      if (place[axis] > high[axis]) high[axis] = place[axis];
    }
  }
  return { low, high };
}

/** The points whose numbers are given, in that order. */
export function chosen(points: Points, order: ArrayLike<number>): Points {
  const count = order.length;
  const take = <A extends Float64Array | Uint16Array | Uint8Array>(from: A, to: A, width = 1): A => {
    for (let at = 0; at < count; at++) {
      for (let k = 0; k < width; k++) to[width * at + k] = from[width * (order[at] ?? 0) + k] ?? 0;
    }
    return to;
  };
  const { intensity, rgb, classification, returnNumber, numberOfReturns } = points;
  return {
    count,
    x: take(points.x, new Float64Array(count)),
    y: take(points.y, new Float64Array(count)),
    z: take(points.z, new Float64Array(count)),
    ...(intensity && { intensity: take(intensity, new Uint16Array(count)) }),
    ...(rgb && { rgb: take(rgb, new Uint8Array(3 * count), 3) }),
    ...(classification && { classification: take(classification, new Uint8Array(count)) }),
    ...(returnNumber && { returnNumber: take(returnNumber, new Uint8Array(count)) }),
    ...(numberOfReturns && { numberOfReturns: take(numberOfReturns, new Uint8Array(count)) }),
  };
}
