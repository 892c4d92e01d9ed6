import type { Rise } from './composed.ts';
import { curved } from './planar.ts';

/** IfcAlignmentVerticalSegment: lengths are those seen from above. */
export interface Gradients {
  readonly kind: string;
  readonly from: number;
  readonly length: number;
  readonly height: number;
  /** Rise by length, at the begin and at the end. */
  readonly gradients: readonly [number, number];
  /** The segment before is no line: a clothoid begins with a curvature, and ends without. */
  readonly isBent: boolean;
}

type Profile = (ahead: number) => { readonly rise: number; readonly gradient: number };

/** The heights of a segment, which goes straight on behind its end; undefined for one of an unknown kind. */
export function riseOf(segment: Gradients): Rise | undefined {
  const { from, length, height } = segment;
  const profile = profileOf(segment);
  if (profile === undefined) return undefined;
  return {
    from,
    at(ground) {
      const ahead = ground - from;
      const inside = Math.min(length, Math.max(0, ahead));
      const { rise, gradient } = profile(inside);
      return { y: height + rise + gradient * (ahead - inside), heading: Math.atan(gradient) };
    },
  };
}

function profileOf({ kind, length, gradients: [first, last], isBent }: Gradients): Profile | undefined {
  const level: Profile = (ahead) => ({ rise: first * ahead, gradient: first });
  if (kind === 'CONSTANTGRADIENT' || (Math.abs(last - first) < 1e-12 && kind !== '')) return level;
  switch (kind) {
    case 'PARABOLICARC': {
      const bend = (last - first) / length;
      return (ahead) => ({ rise: first * ahead + (bend * ahead ** 2) / 2, gradient: first + bend * ahead });
    }
    case 'CIRCULARARC':
      return circular(Math.atan(first), Math.atan(last), length);
    case 'CLOTHOID':
      return clothoid(Math.atan(first), Math.atan(last), length, isBent);
    default:
      return undefined;
  }
}

/** Of slopes as angles; its radius follows from them. */
function circular(first: number, last: number, length: number): Profile {
  const radius = length / (Math.sin(last) - Math.sin(first));
  return (ahead) => {
    const slope = Math.asin(Math.min(1, Math.max(-1, Math.sin(first) + ahead / radius)));
    return { rise: radius * (Math.cos(first) - Math.cos(slope)), gradient: Math.tan(slope) };
  };
}

/** Whose curvature grows from nothing, or falls to nothing, evenly along itself. */
function clothoid(first: number, last: number, length: number, falls: boolean): Profile {
  let along = length / Math.cos((first + last) / 2);
  const made = () => {
    const steepest = (2 * (last - first)) / along;
    return curved((at) => steepest * (falls ? 1 - at / along : at / along), along);
  };
  const [c, s] = [Math.cos(first), Math.sin(first)];
  const ground = (x: number, y: number) => c * x - s * y;
  // how long it is along itself follows from how long it is seen from above
  for (let round = 0; round < 20; round++) {
    const { x, y } = made().at(along);
    along *= length / ground(x, y);
  }
  const curve = made();
  return (ahead) => {
    let at = (ahead * along) / length;
    for (let round = 0; round < 8; round++) {
      const { x, y, heading } = curve.at(at);
      at += (ahead - ground(x, y)) / Math.cos(first + heading);
    }
    const { x, y, heading } = curve.at(at);
    return { rise: s * x + c * y, gradient: Math.tan(first + heading) };
  };
}
