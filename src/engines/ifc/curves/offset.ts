import { cross, distance, dot, minus, plus, scaled, unit, type Vector } from '../../matrix.ts';
import type { Piece } from './pieces.ts';

/** The least cosine of half a bend: what turns back more sharply has no mitre. */
const sharpest = 0.05;
/** The least sine between two directions that are not one. */
const parallel = 1e-9;

/** A point of a curve with the directions of travel before and behind it, of length 1; one at a bend has two. */
interface Travelled {
  readonly point: Vector;
  readonly before: Vector;
  readonly after: Vector;
}

/**
 * Pieces beside others: `by` along the cross product of a direction and that of travel, to the left of what is seen
 * against the direction. At bends they meet on the mitre. Undefined where a curve runs along the direction.
 */
export function offsetPieces(pieces: readonly Piece[], by: number, direction: Vector): readonly Piece[] | undefined {
  const found = offsetMoves(pieces.filter(moves), by, direction);
  if (found === undefined) return undefined;
  // a point that is there twice has no direction of its own
  let next = 0;
  return pieces.map((piece): Piece => {
    if (moves(piece)) return found[next++] ?? piece;
    const at = found[next - 1]?.points.at(-1) ?? found[0]?.points[0];
    return { range: piece.range, points: piece.points.map((point) => at ?? point) };
  });
}

const moves = ({ points }: Piece): boolean =>
  points.some((point, n) => n > 0 && distance(point, points[0] ?? point) > 0);

function offsetMoves(pieces: readonly Piece[], by: number, direction: Vector): readonly Piece[] | undefined {
  const travelled = pieces.map(({ points }) => directions(points));
  const [start, end] = [pieces[0]?.points[0], pieces.at(-1)?.points.at(-1)];
  const closes = start !== undefined && end !== undefined && distance(start, end) <= 1e-9 * (1 + Math.hypot(...start));
  const found: Piece[] = [];
  for (const [n, { range }] of pieces.entries()) {
    const own = travelled[n];
    const previous = (travelled[n - 1] ?? (closes ? travelled.at(-1) : undefined))?.at(-1);
    const next = (travelled[n + 1] ?? (closes ? travelled[0] : undefined))?.[0];
    const points = own?.map((one, place) => {
      const before = place === 0 ? (previous?.before ?? one.before) : one.before;
      const after = place === own.length - 1 ? (next?.after ?? one.after) : one.after;
      return beside({ ...one, before, after }, by, direction);
    });
    const known = points?.filter((point) => point !== undefined) ?? [];
    if (own === undefined || known.length !== own.length) return undefined;
    found.push({ range, points: known });
  }
  return found;
}

function beside({ point, before, after }: Travelled, by: number, direction: Vector): Vector | undefined {
  const along = unit(plus(before, after));
  const aside = along && cross(direction, along);
  const side = aside && Math.hypot(...aside) > parallel ? unit(aside) : undefined;
  const own = unit(cross(direction, before));
  if (side === undefined || own === undefined) return undefined;
  return plus(point, scaled(side, by / Math.max(sharpest, dot(side, own))));
}

/** As on arcs through neighbours, whose points are evenly spaced. */
function directions(points: readonly Vector[]): readonly Travelled[] | undefined {
  const edges = points.slice(1).map((point, n) => unit(minus(point, points[n] ?? point)));
  const known = edges.filter((edge) => edge !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length !== edges.length) return undefined;
  const inner = known.slice(1).map((edge, n) => unit(plus(edge, known[n] ?? edge)) ?? edge);
  const begin = mirrored(inner[0] ?? first, first);
  const end = mirrored(inner.at(-1) ?? last, last);
  return points.map((point, n) => {
    const along = n === 0 ? begin : n === points.length - 1 ? end : (inner[n - 1] ?? first);
    return { point, before: along, after: along };
  });
}

/** The direction at the other end of an edge of an arc. */
const mirrored = (at: Vector, edge: Vector): Vector => minus(scaled(edge, 2 * dot(edge, at)), at);
