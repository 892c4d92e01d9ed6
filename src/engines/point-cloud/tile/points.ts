/** Points of tiles: whole steps of a grid about the middle of the cloud, so that equal places are equal numbers. */
export interface Points {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  /** 16 bits, as screens show them. */
  readonly red?: Uint16Array;
  readonly green?: Uint16Array;
  readonly blue?: Uint16Array;
  readonly intensity?: Uint16Array;
  readonly classification?: Uint8Array;
  /** What a LAS file adds. */
  readonly extras: readonly ExtraList[];
}

export interface ExtraList {
  /** As shaders write it. */
  readonly name: string;
  readonly values: Float32Array;
}

/** What tiles tell of their points. */
export interface PointShape {
  readonly colors: boolean;
  readonly intensity: boolean;
  readonly classification: boolean;
  /** The names of what a LAS file adds. */
  readonly extras: readonly string[];
}

export function makePoints(count: number, { colors, intensity, classification, extras }: PointShape): Points {
  const paint = () => new Uint16Array(count);
  return {
    count,
    x: new Int32Array(count),
    y: new Int32Array(count),
    z: new Int32Array(count),
    ...(colors ? { red: paint(), green: paint(), blue: paint() } : {}),
    ...(intensity ? { intensity: new Uint16Array(count) } : {}),
    ...(classification ? { classification: new Uint8Array(count) } : {}),
    extras: extras.map((name) => ({ name, values: new Float32Array(count) })),
  };
}

export const shapeOf = ({ red, intensity, classification, extras }: Points): PointShape => ({
  colors: red !== undefined,
  intensity: intensity !== undefined,
  classification: classification !== undefined,
  extras: extras.map(({ name }) => name),
});

/** Some that follow each other, in the same memory. */
export function partOf(points: Points, first: number, end: number): Points {
  const { x, y, z, red, green, blue, intensity, classification, extras } = points;
  return {
    count: end - first,
    x: x.subarray(first, end),
    y: y.subarray(first, end),
    z: z.subarray(first, end),
    ...(red && green && blue
      ? { red: red.subarray(first, end), green: green.subarray(first, end), blue: blue.subarray(first, end) }
      : {}),
    ...(intensity ? { intensity: intensity.subarray(first, end) } : {}),
    ...(classification ? { classification: classification.subarray(first, end) } : {}),
    extras: extras.map(({ name, values }) => ({ name, values: values.subarray(first, end) })),
  };
}

type List = Int32Array | Uint16Array | Uint8Array | Float32Array;

/** Its lists, always in the same order. */
export const listsOf = ({ x, y, z, red, green, blue, intensity, classification, extras }: Points): List[] =>
  [x, y, z, red, green, blue, intensity, classification, ...extras.map(({ values }) => values)].filter(
    (list) => list !== undefined,
  );

/** The numbers from 0 up to one. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let n = 0; n < count; n++) numbers[n] = n;
  return numbers;
}

/** The points at these places of the lists. `found`: where they go, with room for them. */
export function picked(
  points: Points,
  places: Uint32Array,
  found = makePoints(places.length, shapeOf(points)),
): Points {
  const [from, to] = [listsOf(points), listsOf(found)];
  for (const [n, list] of to.entries()) pick(from[n] ?? points.x, places, list);
  return found;
}

/** A loop that sees lists of one kind only is several times quicker than one that sees all. */
function pick(source: List, places: Uint32Array, target: List): void {
  if (source instanceof Int32Array && target instanceof Int32Array) pickWide(source, places, target);
  else if (source instanceof Uint16Array && target instanceof Uint16Array) pickShort(source, places, target);
  else for (let at = 0; at < places.length; at++) target[at] = source[places[at] ?? 0] ?? 0;
}

function pickWide(source: Int32Array, places: Uint32Array, target: Int32Array): void {
  for (let at = 0; at < places.length; at++) target[at] = source[places[at] ?? 0] ?? 0;
}

function pickShort(source: Uint16Array, places: Uint32Array, target: Uint16Array): void {
  for (let at = 0; at < places.length; at++) target[at] = source[places[at] ?? 0] ?? 0;
}

/** The points of all, one after the other. */
export function joinedPoints(all: readonly Points[]): Points {
  const [first] = all;
  if (first === undefined || all.length === 1) return first ?? makePoints(0, bare);
  const whole = makePoints(
    all.reduce((sum, { count }) => sum + count, 0),
    shapeOf(first),
  );
  let at = 0;
  for (const points of all) {
    const source = listsOf(points);
    for (const [n, list] of listsOf(whole).entries()) list.set(source[n] ?? [], at);
    at += points.count;
  }
  return whole;
}

/** Of points that have a place and nothing else. */
export const bare: PointShape = { colors: false, intensity: false, classification: false, extras: [] };

/** A cube: its least corner and its side, in steps of the grid. */
export interface Cube {
  readonly corner: readonly [number, number, number];
  readonly side: number;
}

export type Ends = readonly [low: readonly [number, number, number], high: readonly [number, number, number]];

export function endsOf({ count, x, y, z }: Points): Ends {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const [axis, values] of [x, y, z].entries()) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let n = 0; n < count; n++) {
      const value = values[n] ?? 0;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    low[axis] = least;
    high[axis] = greatest;
  }
  return [low, high];
}

export const union = ([low, high]: Ends, [otherLow, otherHigh]: Ends): Ends => [
  [Math.min(low[0], otherLow[0]), Math.min(low[1], otherLow[1]), Math.min(low[2], otherLow[2])],
  [Math.max(high[0], otherHigh[0]), Math.max(high[1], otherHigh[1]), Math.max(high[2], otherHigh[2])],
];

/** The least cube about a box that lies in its middle. */
export function cubeAbout([low, high]: Ends): Cube {
  const side = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) + 1;
  const least = (axis: 0 | 1 | 2) => Math.floor((low[axis] + high[axis] - side) / 2);
  return { corner: [least(0), least(1), least(2)], side: side + 1 };
}

/** One of the eight halves of a cube: bit 0 is the upper half of x, bit 1 of y, bit 2 of z. */
export function octantOf({ corner: [x, y, z], side }: Cube, octant: number): Cube {
  const half = side / 2;
  return {
    corner: [x + (octant & 1) * half, y + ((octant >> 1) & 1) * half, z + ((octant >> 2) & 1) * half],
    side: half,
  };
}
