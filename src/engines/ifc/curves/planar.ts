/** A place on a plane and the direction of travel there, in radians. */
export interface Heading {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** A curve on a plane that begins at the origin in the direction of x. */
export interface Planar {
  readonly length: number;
  /** At a distance from its begin; straight on beyond its ends. */
  at(distance: number): Heading;
}

const origin: Heading = { x: 0, y: 0, heading: 0 };

/** The place that is reached from another by a way that is told from the origin. */
export function then(from: Heading, { x, y, heading }: Heading): Heading {
  const [c, s] = [Math.cos(from.heading), Math.sin(from.heading)];
  return { x: from.x + c * x - s * y, y: from.y + s * x + c * y, heading: from.heading + heading };
}

const ahead = (distance: number): Heading => ({ x: distance, y: 0, heading: 0 });

/** A line (curvature 0) or an arc; to the left is positive. */
export function arcOf(curvature: number, length: number): Planar {
  const inside = (distance: number): Heading => {
    const heading = curvature * distance;
    if (Math.abs(heading) < 1e-9) return { x: distance, y: (heading * distance) / 2, heading };
    return { x: Math.sin(heading) / curvature, y: (1 - Math.cos(heading)) / curvature, heading };
  };
  return beyond(length, inside);
}

/** Straight on before the begin and behind the end. */
function beyond(length: number, inside: (distance: number) => Heading): Planar {
  return {
    length,
    at(distance) {
      if (distance < 0) return ahead(distance);
      return distance > length ? then(inside(length), ahead(distance - length)) : inside(distance);
    },
  };
}

/** Places and weights of Gauss for five points between 0 and 1. */
const gauss = [
  [0.046910077030668, 0.118463442528095],
  [0.230765344947158, 0.239314335249683],
  [0.5, 0.284444444444444],
  [0.769234655052842, 0.239314335249683],
  [0.953089922969332, 0.118463442528095],
] as const;

/** The integral of a function over a short way. */
const integral = (of: (at: number) => number, from: number, by: number): number =>
  by * gauss.reduce((sum, [place, weight]) => sum + weight * of(from + place * by), 0);

/** Radians that a cell turns at most, for the integrals to be exact. */
const turnOfCell = 0.1;
const cells = { least: 16, most: 4096 };

/** A curve by its curvature along it: spirals. */
export function curved(curvature: (distance: number) => number, length: number): Planar {
  const turn = integral((at) => Math.abs(curvature(at)), 0, length);
  const count = Math.min(cells.most, Math.max(cells.least, Math.ceil(turn / turnOfCell)));
  const cell = length / count;
  const step = (from: Heading, at: number, by: number): Heading => {
    const headingAt = (to: number) => integral(curvature, at, to - at);
    return then(from, {
      x: integral((to) => Math.cos(headingAt(to)), at, by),
      y: integral((to) => Math.sin(headingAt(to)), at, by),
      heading: integral(curvature, at, by),
    });
  };
  const known: Heading[] = [origin];
  for (let n = 0; n < count; n++) known.push(step(known[n] ?? origin, n * cell, cell));
  return beyond(length, (distance) => {
    const n = Math.min(count - 1, Math.floor(distance / cell));
    return step(known[n] ?? origin, n * cell, distance - n * cell);
  });
}

/** A curve whose place and speed are functions of a parameter, from one on, over a range of it or a length. */
export function parametric(
  at: (parameter: number) => { readonly place: readonly [number, number]; readonly speed: readonly [number, number] },
  from: number,
  extent: { readonly range: number } | { readonly length: number },
): Planar | undefined {
  const speed = (parameter: number) => Math.hypot(...at(parameter).speed);
  const start = at(from);
  if (!(speed(from) > 0)) return undefined;
  const total = 'range' in extent ? extent.range : extent.length / speed(from);
  const turned = Math.atan2(start.speed[1], start.speed[0]) + (total < 0 ? Math.PI : 0);
  const count = cells.least * 16;
  // where only the length is given, the parameter may run further than its speed at the begin lets expect
  const cell = (('range' in extent ? 1 : 4) * total) / count;
  const lengths = [0];
  for (let n = 0; n < count; n++) lengths.push((lengths[n] ?? 0) + Math.abs(integral(speed, from + n * cell, cell)));
  const length = 'range' in extent ? (lengths.at(-1) ?? 0) : Math.min(Math.abs(extent.length), lengths.at(-1) ?? 0);
  return beyond(length, (distance) => {
    let n = 0;
    while (n + 1 < count && (lengths[n + 1] ?? 0) < distance) n++;
    let parameter = from + n * cell;
    for (let round = 0; round < 8; round++) {
      const gone = (lengths[n] ?? 0) + Math.abs(integral(speed, from + n * cell, parameter - from - n * cell));
      parameter += (Math.sign(cell) * (distance - gone)) / (speed(parameter) || 1);
    }
    const { place, speed: velocity } = at(parameter);
    const [dx, dy] = [place[0] - start.place[0], place[1] - start.place[1]];
    const [c, s] = [Math.cos(turned), Math.sin(turned)];
    const heading = Math.atan2(velocity[1], velocity[0]) + (total < 0 ? Math.PI : 0) - turned;
    return { x: c * dx + s * dy, y: c * dy - s * dx, heading: Math.atan2(Math.sin(heading), Math.cos(heading)) };
  });
}
