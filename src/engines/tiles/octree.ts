import { middle, type Piece, type Place } from './pieces.ts';

/** A tile: a leaf holds pieces, any other one children. */
export interface TileNode {
  /** "r", its children "r0" to "r7" … */
  readonly name: string;
  readonly low: Place;
  readonly high: Place;
  readonly pieces: readonly Piece[];
  readonly children: readonly TileNode[];
}

/** Divides space until no leaf has more triangles and lines; pieces go where their middle is. */
export function octree(pieces: readonly Piece[], most: number, name = 'r'): TileNode {
  const [low, high] = boxOf(pieces);
  if (countOf(pieces) <= most || pieces.length === 1) return { name, low, high, pieces, children: [] };
  const groups = octants(pieces);
  const parts = groups.length > 1 ? mergedSmall(groups, most) : halves(pieces);
  return { name, low, high, pieces: [], children: parts.map((part, n) => octree(part, most, `${name}${n}`)) };
}

const countOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { count }) => sum + count, 0);

/** A side that is so much shorter than the longest is not divided: tiles shall not become slabs. */
const flat = 0.5;

/** By the middle of all their middles: that never leaves all pieces on one side unless they are at one place. */
function octants(pieces: readonly Piece[]): Piece[][] {
  const middles = pieces.map((piece) => middle(piece.low, piece.high));
  const sides = ([0, 1, 2] as const).map((axis) => {
    const values = middles.map((place) => place[axis]);
    return { axis, low: least(values), high: greatest(values) };
  });
  const longest = Math.max(...sides.map(({ low, high }) => high - low));
  const divided = sides.filter(({ low, high }) => high - low > flat * longest);
  const octant = (place: Place): number =>
    divided.reduce((key, { axis, low, high }) => key + (place[axis] > (low + high) / 2 ? 2 ** axis : 0), 0);
  const groups = new Map<number, Piece[]>();
  for (const [n, piece] of pieces.entries()) {
    const key = octant(middles[n] ?? [0, 0, 0]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [piece]);
    else group.push(piece);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** Neighbours that fit into one tile share it: few tiles load quicker than many. */
function mergedSmall(groups: readonly Piece[][], most: number): Piece[][] {
  const merged: { pieces: Piece[]; count: number }[] = [];
  for (const pieces of groups) {
    const count = countOf(pieces);
    const last = merged.at(-1);
    if (last !== undefined && last.count + count <= most) {
      last.pieces = [...last.pieces, ...pieces];
      last.count += count;
    } else merged.push({ pieces, count });
  }
  return merged.map(({ pieces }) => pieces);
}

/** All at one place: by number. */
const halves = (pieces: readonly Piece[]): Piece[][] => [
  pieces.slice(0, pieces.length >> 1),
  pieces.slice(pieces.length >> 1),
];

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const greatest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);

export function boxOf(boxes: readonly { readonly low: Place; readonly high: Place }[]): [Place, Place] {
  const low = (axis: 0 | 1 | 2) => boxes.reduce((value, box) => Math.min(value, box.low[axis]), Infinity);
  const high = (axis: 0 | 1 | 2) => boxes.reduce((value, box) => Math.max(value, box.high[axis]), -Infinity);
  return [
    [low(0), low(1), low(2)],
    [high(0), high(1), high(2)],
  ];
}

export const tilesIn = (node: TileNode): number => 1 + node.children.reduce((sum, child) => sum + tilesIn(child), 0);
