import { type Box, boxOf, heightOf, holds, type Point, widthOf } from '../geometry.ts';
import { closes, type Segments } from './segments.ts';

/** A side of a frame is at least so long, in parts of all that is drawn. */
const leastSide = 0.6;
/** Between two frames in each other lies at most so much, in parts of the shorter side. */
const mostBetween = 0.08;
const mostFrames = 5;
/** Of the texts so many lie within. */
const leastHeld = 0.9;

/** The nested rectangles around a sheet, the outermost first; none where nothing encloses nearly all of it. */
export function framesOf(segments: Segments, texts: readonly Point[], near: number): Box[] {
  const { level, upright } = segments;
  const whole = boxOf([
    ...level.flatMap(({ at, from, to }): Point[] => [
      [from, at],
      [to, at],
    ]),
    ...upright.flatMap(({ at, from, to }): Point[] => [
      [at, from],
      [at, to],
    ]),
  ]);
  const long = {
    level: level.filter(({ from, to }) => to - from >= leastSide * widthOf(whole)),
    upright: upright.filter(({ from, to }) => to - from >= leastSide * heightOf(whole)),
  };
  const frames: Box[] = [];
  for (let outer = whole; frames.length < mostFrames; ) {
    const inner = nextFrame(long, outer, frames.length === 0 ? 2 * mostBetween : mostBetween, near, frames.length > 0);
    if (inner === undefined) break;
    frames.push(inner);
    outer = inner;
  }
  const [first] = frames;
  const held = first === undefined ? 0 : texts.filter((place) => holds(first, place)).length;
  return held >= leastHeld * texts.length ? frames : [];
}

/** The outermost rectangle whose sides lie inside of a box and near its own. */
function nextFrame(long: Segments, outer: Box, most: number, near: number, strictly: boolean): Box | undefined {
  const reach = most * Math.min(widthOf(outer), heightOf(outer));
  const least = strictly ? near : -near;
  const inwards = (places: readonly number[], from: number, way: 1 | -1): number[] =>
    [...new Set(places)]
      .filter((at) => (at - from) * way >= least && (at - from) * way <= reach)
      .sort((a, b) => (a - b) * way)
      .slice(0, 4);
  const ys = long.level.map(({ at }) => at);
  const xs = long.upright.map(({ at }) => at);
  for (const top of inwards(ys, outer.top, 1)) {
    for (const left of inwards(xs, outer.left, 1)) {
      for (const bottom of inwards(ys, outer.bottom, -1)) {
        for (const right of inwards(xs, outer.right, -1)) {
          const box = { left, top, right, bottom };
          if (closes(box, long, near)) return box;
        }
      }
    }
  }
  return undefined;
}
