import { between, boxOf, distance, grown, holds, type Point, placeOn } from '../geometry.ts';
import { boxOfPiece, lengthOf, type Piece, placeIndex } from './piece.ts';

/** Where lines end or meet. */
export interface Node {
  readonly at: Point;
  readonly symbol: number | undefined;
}

/** A stretch between two nodes. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly dashed: boolean;
  readonly width?: number | undefined;
  /** A signal line that is drawn solid. */
  readonly solid?: boolean;
}

export interface Network {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

interface End {
  readonly piece: number;
  readonly at: Point;
  readonly symbol: number | undefined;
}

/**
 * Ties pieces together where they end: at each other's ends, and at the side of another piece. Lines that only cross are
 * not tied, unless a dot says so.
 */
export function networkOf(pieces: readonly Piece[], dots: readonly Point[], touch: number): Network {
  const ends = pieces.flatMap(({ a, b, symbolA, symbolB }, piece): End[] => [
    { piece, at: a, symbol: symbolA },
    { piece, at: b, symbol: symbolB },
  ]);
  const { nodes, nodeOfEnd } = tied(ends, touch);
  const stops = pieces.map((_, piece) => [
    { t: 0, node: nodeOfEnd[2 * piece] ?? 0 },
    { t: 1, node: nodeOfEnd[2 * piece + 1] ?? 0 },
  ]);
  const solidEnds = new Set(ends.flatMap((end, n) => (pieces[end.piece]?.dashed ? [] : [nodeOfEnd[n]])));
  const index = placeIndex([...pieces.keys()], (n) => boxOfPiece(pieces[n] ?? { a: [0, 0], b: [0, 0] }), 16 * touch);
  const tap = (node: number, at: Point, also: (piece: Piece) => boolean) => {
    for (const n of index.near(grown(boxOf([at]), touch))) {
      const piece = pieces[n];
      if (piece === undefined || !also(piece) || stops[n]?.some((stop) => stop.node === node)) continue;
      const t = placeOn(piece.a, piece.b, at);
      const aside = distance(at, between(piece.a, piece.b, t));
      const fromEnd = Math.min(t, 1 - t) * lengthOf(piece);
      if (aside < touch && fromEnd > touch / 2) stops[n]?.push({ t, node });
    }
  };
  for (const [n, { at, symbol }] of [...nodes.entries()]) {
    if (symbol === undefined) tap(n, at, (piece) => !piece.dashed || !solidEnds.has(n));
  }
  for (const at of dots) {
    const node = nodes.findIndex((one) => one.symbol === undefined && distance(one.at, at) < touch);
    if (node < 0) nodes.push({ at, symbol: undefined });
    tap(node < 0 ? nodes.length - 1 : node, at, () => true);
  }
  const edges = stops.flatMap((list, piece) => {
    const sorted = list.sort((one, other) => one.t - other.t);
    return sorted.slice(1).flatMap(({ node }, at): Edge[] => {
      const from = sorted[at]?.node ?? node;
      return from === node
        ? []
        : [{ from, to: node, dashed: pieces[piece]?.dashed === true, width: pieces[piece]?.width }];
    });
  });
  return { nodes, edges };
}

/** One node for ends that lie together; each end at a symbol is its own. */
function tied(ends: readonly End[], touch: number): { nodes: Node[]; nodeOfEnd: number[] } {
  const nodes: Node[] = [];
  const cells = new Map<string, number[]>();
  const nodeOfEnd = ends.map(({ at, symbol }) => {
    if (symbol !== undefined) return nodes.push({ at, symbol }) - 1;
    const [x, y] = [Math.floor(at[0] / touch), Math.floor(at[1] / touch)];
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        for (const n of cells.get(`${x + dx} ${y + dy}`) ?? []) if (distance(nodes[n]?.at ?? at, at) < touch) return n;
      }
    }
    const node = nodes.push({ at, symbol }) - 1;
    const cell = cells.get(`${x} ${y}`);
    if (cell) cell.push(node);
    else cells.set(`${x} ${y}`, [node]);
    return node;
  });
  return { nodes, nodeOfEnd };
}

/** Takes away short ends that lead nowhere: arrow heads, ticks, remains of symbols. */
export function withoutStubs({ nodes, edges }: Network, shortest: number): Network {
  const degrees = degreesOf(edges);
  const leadsOn = (n: number) => nodes[n]?.symbol !== undefined || (degrees.get(n) ?? 0) > 1;
  const kept = edges.filter(({ from, to }) => {
    const length = distance(nodes[from]?.at ?? [0, 0], nodes[to]?.at ?? [0, 0]);
    return length >= shortest || (leadsOn(from) && leadsOn(to));
  });
  return kept.length === edges.length ? { nodes, edges } : withoutStubs({ nodes, edges: kept }, shortest);
}

export function degreesOf(edges: readonly Edge[]): Map<number, number> {
  const degrees = new Map<number, number>();
  for (const { from, to } of edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1);
    degrees.set(to, (degrees.get(to) ?? 0) + 1);
  }
  return degrees;
}

/** The edges of a frame around the sheet: long lines near its border, and what only hangs on these. */
export function isFrame(piece: Piece, sheet: { readonly width: number; readonly height: number }): boolean {
  const [w, h] = [sheet.width, sheet.height];
  const margin = 0.07 * Math.min(w, h);
  const inner = { left: margin, top: margin, right: w - margin, bottom: h - margin };
  const outside = !holds(inner, piece.a) && !holds(inner, piece.b);
  const [dx, dy] = [Math.abs(piece.a[0] - piece.b[0]), Math.abs(piece.a[1] - piece.b[1])];
  return outside && (dx > 0.85 * (w - 2 * margin) || dy > 0.85 * (h - 2 * margin)) && Math.min(dx, dy) < 2;
}
