import { Matrix4, type PerspectiveCamera } from 'three';

/** How many points a picture may draw, so that it stays fluent while one moves. */
export interface Pace {
  /** The camera moves: fewer points are drawn, as many as are quick to draw. */
  readonly moving: () => boolean;
  /** Points that one of the clouds may draw in this frame, and at most at rest. */
  readonly share: () => number;
  readonly shareAtRest: () => number;
  /** Nothing is left out of the picture to be quick. */
  readonly isWhole: () => boolean;
  /** Points at rest, of all clouds. */
  allow(most: number): void;
  /** Before each frame. */
  note(camera: PerspectiveCamera): void;
  /** One of the clouds draws so many points in this frame. */
  drew(points: number): void;
  /** A frame was done after so many milliseconds; not told of all of them. */
  took(ms: number): void;
  join(): () => void;
}

export const usualPoints = 5_000_000;
const firstPoints = 1_500_000;
/** Where fewer are quick, a cloud is still seen well with so many; a slow machine draws as few as it must. */
const plentyPoints = 150_000;
const fewestPoints = 20_000;
/** A frame of 30 in a second takes 33 ms; with few points one may take as long as ten in a second. */
const slowMs = { many: 34, few: 100 };
const quickMs = { many: 22, few: 70 };
/** After so much rest more points are drawn. */
const restMs = 180;
/** What is drawn at rest at once; else it comes in steps, each of so many times the points. */
const atOnceMs = 250;
const stepOfRest = 4;

/** Points of the next frame of a movement, after one that drew so many and took so long; `allowed`: that it might draw. */
export function nextPoints(drawn: number, allowed: number, frameMs: number, most: number): number {
  const many = drawn > plentyPoints;
  const pace = many ? 'many' : 'few';
  const least = many ? plentyPoints : fewestPoints;
  if (frameMs > slowMs[pace]) return bounded((drawn * slowMs[pace]) / frameMs, least, most);
  return frameMs < quickMs[pace] ? bounded(allowed * 1.1, least, most) : bounded(allowed, least, most);
}

/** Points of the next frame at rest, when one with so many took so long. */
export function nextAtRest(points: number, frameMs: number, most: number): number {
  return (frameMs * most) / points <= atOnceMs ? most : Math.min(most, points * stepOfRest);
}

const bounded = (points: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(Math.min(least, most), points)));

/** `redraw` is called when a movement has ended, or when a picture at rest may show more. */
export function makePace(redraw: () => void): Pace {
  const before = new Matrix4();
  /** Frames that are not done yet, the oldest first. */
  const pending: { readonly moving: boolean; drawn: number }[] = [];
  let most = usualPoints;
  let points = firstPoints;
  let atRest = most;
  let clouds = 0;
  let moving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pending.some((frame) => frame.moving)) return; // it rests when that is done: a slow frame is no rest
      moving = false;
      redraw();
    }, restMs);
  };
  return {
    moving: () => moving,
    share: () => (moving ? points : atRest) / Math.max(1, clouds),
    shareAtRest: () => most / Math.max(1, clouds),
    isWhole: () => !moving && atRest >= most,
    allow(next) {
      atRest = atRest >= most ? next : Math.min(atRest, next);
      most = next;
      points = Math.min(points, most);
    },
    note(camera) {
      camera.updateMatrixWorld();
      const moved = !before.equals(camera.matrixWorld) && clouds > 0;
      before.copy(camera.matrixWorld);
      pending.push({ moving: moved, drawn: 0 });
      if (!moved) return;
      moving = true;
      restLater();
    },
    drew(more) {
      const frame = pending.at(-1);
      if (frame) frame.drawn += more;
    },
    took(ms) {
      const frame = pending.shift();
      if (frame === undefined || clouds === 0) return;
      const { drawn } = frame;
      if (frame.moving) restLater();
      if (drawn > 0 && (frame.moving || ms > slowMs.few)) points = nextPoints(drawn, points, ms, most);
      if (frame.moving || atRest >= most) {
        if (frame.moving) atRest = drawn === 0 ? most : nextAtRest(drawn, ms, most);
        return;
      }
      atRest = drawn === 0 ? most : nextAtRest(atRest, ms, most);
      redraw();
    },
    join() {
      clouds++;
      return () => {
        clouds--;
        if (clouds === 0) clearTimeout(timer);
      };
    },
  };
}
