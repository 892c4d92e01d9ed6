import { type BinaryBitmap, isInked } from '../bitmap/bitmap.ts';
import { around, type Box, boxOf, centerOf, heightOf, hullOf, largerSide, type Point, widthOf } from '../geometry.ts';
import type { Found } from '../symbols/find.ts';
import type { SymbolRule } from '../symbols/set.ts';

/*
 * Valves and what moves them are found one by one, since every body comes with every actuator: here they are put together.
 */

const bodies: Readonly<Record<string, string>> = {
  GATE_VALVE: 'gate',
  GLOBE_VALVE: 'globe',
  BALL_VALVE: 'ball',
  BUTTERFLY_VALVE: 'butterfly',
  PLUG_VALVE: 'plug',
  THREE_WAY_VALVE: 'threeWay',
  NEEDLE_VALVE: 'needle',
};
/** Of what is an actuator on a valve only. */
const alone = 'ACTUATOR';
const movers = new Set([alone, 'MOTOR']);

/** An actuator stands at most so far above its valve and beside its middle, in parts of the valve. */
const [mostAbove, mostAside] = [1.5, 0.2];
/** Of the way from one to the other so much is drawn. */
const leastStem = 0.85;

/** Puts valves and the actuators above them together; actuators without a valve are none. Places in cells of the ink. */
export function assembled(found: readonly Found[], ink: BinaryBitmap): Found[] {
  const pairs = found.flatMap((valve) => {
    if (!(valve.rule.modelClass in bodies)) return [];
    return found.flatMap((actuator) => {
      const far = movers.has(actuator.rule.modelClass) ? stemBetween(valve, actuator, ink) : undefined;
      return far === undefined ? [] : [{ valve, actuator, far }];
    });
  });
  const taken = new Map<Found, Found>();
  const used = new Set<Found>();
  for (const { valve, actuator } of pairs.sort((a, b) => a.far - b.far)) {
    if (taken.has(valve) || used.has(actuator)) continue;
    taken.set(valve, actuator);
    used.add(actuator);
  }
  return found.flatMap((one) => {
    const actuator = taken.get(one);
    if (actuator !== undefined) return [controlValve(one, actuator)];
    if (used.has(one) || one.rule.modelClass === alone) return [];
    return [one.rule.modelClass in bodies ? withWheel(one, ink) : one];
  });
}

/** The pipe through a valve goes up and down. */
const isUpright = ({ template }: Found): boolean => template.rotation % 180 !== 0;

/** How far an actuator is from the valve below it, where a stem leads there. */
function stemBetween(valve: Found, actuator: Found, ink: BinaryBitmap): number | undefined {
  const { box } = valve;
  const [cx, cy] = centerOf(box);
  const [ax, ay] = centerOf(actuator.box);
  const size = largerSide(box);
  const isTurned = isUpright(valve);
  const aside = isTurned ? Math.abs(ay - cy) : Math.abs(ax - cx);
  if (aside > mostAside * size || largerSide(actuator.box) > 1.6 * size) return undefined;
  const edge = isTurned
    ? ax > cx
      ? actuator.box.left
      : actuator.box.right
    : ay > cy
      ? actuator.box.top
      : actuator.box.bottom;
  const half = (isTurned ? widthOf(box) : heightOf(box)) / 2;
  const far = Math.abs(edge - (isTurned ? cx : cy)) - half;
  if (far < -half || far > mostAbove * size) return undefined;
  const from: Point = isTurned ? [cx + Math.sign(ax - cx) * half, cy] : [cx, cy + Math.sign(ay - cy) * half];
  const to: Point = isTurned ? [edge, cy] : [cx, edge];
  return isDrawn(ink, from, to) ? far : undefined;
}

/** A hand wheel: a stem as long as this, in parts of the body's half height, and a bar across its end so wide. */
const [shortestStem, longestStem, wheel] = [0.35, 1.6, 0.35];

/** A valve with the wheel by which it is moved, where there is one. */
function withWheel(valve: Found, ink: BinaryBitmap): Found {
  const [cx, cy] = centerOf(valve.box);
  const isTurned = isUpright(valve);
  const half = (isTurned ? widthOf(valve.box) : heightOf(valve.box)) / 2;
  const at = (away: number, aside: number): Point => (isTurned ? [cx + away, cy + aside] : [cx + aside, cy + away]);
  const isInk = (away: number, aside: number) => {
    const [x, y] = at(away, aside);
    return isNear(ink, Math.floor(x), Math.floor(y), 1);
  };
  for (const way of [-1, 1]) {
    let end = half;
    while (end < (1 + longestStem) * half && isInk(way * (end + 1), 0)) end++;
    const long = (end - half) / half;
    const isEnd = [-wheel, -wheel / 2, wheel / 2, wheel].every((part) => isInk(way * end, 2 * part * half));
    const isFree = [-1, 1].every((side) => !isInk(way * (end - 0.3 * (end - half) - 2), side * wheel * half));
    if (long < shortestStem || long > longestStem - 0.1 || !isEnd || !isFree) continue;
    const [p, q] = [at(way * end, -2 * wheel * half), at(way * end, 2 * wheel * half)];
    const box = around(valve.box, boxOf([p, q]));
    const rule = { ...valve.rule, properties: { ...valve.rule.properties, operation: 'hand' } };
    return { ...valve, rule, box, hull: hullOf([...valve.hull, p, q]) };
  }
  return valve;
}

function isDrawn(ink: BinaryBitmap, [x1, y1]: Point, [x2, y2]: Point): boolean {
  const steps = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)));
  let drawn = 0;
  for (let n = 0; n <= steps; n++) {
    const t = steps === 0 ? 0 : n / steps;
    if (isNear(ink, Math.floor(x1 + t * (x2 - x1)), Math.floor(y1 + t * (y2 - y1)))) drawn++;
  }
  return drawn >= leastStem * (steps + 1);
}

function isNear(ink: BinaryBitmap, x: number, y: number, reach = Math.max(2, ink.thickness)): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [px, py] = [x + dx, y + dy];
      if (px >= 0 && py >= 0 && px < ink.width && py < ink.height && isInked(ink, px, py)) return true;
    }
  }
  return false;
}

function controlValve(valve: Found, actuator: Found): Found {
  const box: Box = around(valve.box, actuator.box);
  const rule: SymbolRule = {
    ...valve.rule,
    modelClass: 'CONTROL_VALVE',
    properties: { ...actuator.rule.properties, body: bodies[valve.rule.modelClass] ?? 'gate' },
  };
  return {
    template: valve.template,
    rule,
    box,
    hull: hullOf([...valve.hull, ...actuator.hull]),
    confidence: Math.min(valve.confidence, actuator.confidence),
  };
}
