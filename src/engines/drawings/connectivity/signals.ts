import type { Network } from './network.ts';
import { lengthOf, type Piece } from './piece.ts';

/** What is thinner than this part of a pipe is no pipe. */
const thinner = 0.72;
/** Of all lines pipes are so many at least, by length. */
const leastPipes = 0.1;

/** Up to which width lines are thin on this sheet; undefined where all are as wide. */
export function thinWidth(pieces: readonly Piece[]): number | undefined {
  const lengths = new Map<number, number>();
  let all = 0;
  for (const piece of pieces) {
    if (piece.dashed || piece.width === undefined) continue;
    const width = Math.round(piece.width * 20) / 20;
    lengths.set(width, (lengths.get(width) ?? 0) + lengthOf(piece));
    all += lengthOf(piece);
  }
  const pipes = [...lengths].filter(([, length]) => length >= leastPipes * all).map(([width]) => width);
  const limit = thinner * Math.max(0, ...pipes);
  return [...lengths.keys()].some((width) => width < limit) ? limit : undefined;
}

export interface Kinds {
  isInstrument(symbol: number): boolean;
  /** A small valve may lie in the line of an instrument. */
  isInLine(symbol: number): boolean;
}

/**
 * Thin solid lines from instruments to pipes, and to what they move, are signal lines: through small valves up to the pipe. Where
 * all lines are as wide, those that end at a pipe are.
 */
export function withSignals({ nodes, edges }: Network, kinds: Kinds, limit: number | undefined): Network {
  const at = new Map<number, number[]>();
  const ends = new Map<number, number[]>();
  for (const [n, { from, to, dashed }] of edges.entries()) {
    if (dashed) continue;
    for (const node of [from, to]) at.set(node, [...(at.get(node) ?? []), n]);
  }
  for (const [n, { symbol }] of nodes.entries()) {
    if (symbol !== undefined && at.has(n)) ends.set(symbol, [...(ends.get(symbol) ?? []), n]);
  }
  const signals = new Set<number>();
  /** The edges from an end on, as long as they only go on, and the node at which that ends; undefined where one is thick. */
  const wayFrom = (node: number): { readonly way: readonly number[]; readonly end: number } | undefined => {
    const way: number[] = [];
    for (let last = node, n = at.get(node)?.[0]; n !== undefined; ) {
      const edge = edges[n];
      const isThick = limit !== undefined && (edge?.width ?? 0) > limit;
      if (edge === undefined || isThick || signals.has(n) || way.includes(n)) return undefined;
      way.push(n);
      last = edge.from === last ? edge.to : edge.from;
      const others: readonly number[] = at.get(last) ?? [];
      if (nodes[last]?.symbol !== undefined || others.length !== 2) return { way, end: last };
      n = others.find((other) => !way.includes(other));
    }
    return undefined;
  };
  const follow = (node: number): void => {
    const found = wayFrom(node);
    if (found === undefined) return;
    const symbol = nodes[found.end]?.symbol;
    // with lines of one width what leads to a symbol may be a pipe
    const isThird = (one: number) => (ends.get(one)?.length ?? 0) > 2; // besides the pipe through a valve
    const isClear =
      symbol === undefined ? (at.get(found.end)?.length ?? 0) > 2 : kinds.isInstrument(symbol) || isThird(symbol);
    if (limit === undefined && !isClear) return;
    for (const n of found.way) signals.add(n);
    const far = symbol === undefined || !kinds.isInLine(symbol) ? [] : (ends.get(symbol) ?? []);
    const beyond = far.length === 2 ? far.find((one) => one !== found.end) : undefined;
    if (beyond !== undefined) follow(beyond);
  };
  for (const [symbol, own] of ends) if (kinds.isInstrument(symbol)) for (const node of own) follow(node);
  return { nodes, edges: edges.map((edge, n) => (signals.has(n) ? { ...edge, dashed: true, solid: true } : edge)) };
}
