import { type RefObject, useEffect, useRef } from 'react';
import type { Drawable } from '../../ui/stage/reality/source.ts';
import type { Stage } from '../../ui/stage/scene/stage.ts';
import { useStage } from '../../ui/stage/use-stage.ts';
import type { Pose } from '../../ui/stage/view-data.ts';

export interface EpochPicture {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly stage: Stage | undefined;
  readonly failed: boolean;
}

/** Poses that differ by less, in metres, are the same: else two pictures would push each other for ever. */
const still = 1e-3;

const isSame = (a: Pose, b: Pose): boolean =>
  [...a.eye, ...a.target].every((value, n) => Math.abs(value - ([...b.eye, ...b.target][n] ?? 0)) < still);

/** Two pictures in the coordinates of the first: where one looks from in one of them one does in the other, too. */
export function useTwoPictures(before: Drawable, after: Drawable): readonly [EpochPicture, EpochPicture] {
  const canvases = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)] as const;
  const frame = before.frame && after.frame ? before.frame : undefined;
  const first = useStage(canvases[0], before.box, frame);
  const second = useStage(canvases[1], before.box, frame);
  const [a, b] = [first.stage, second.stage];
  useEffect(() => {
    if (!a || !b) return;
    const follow = (from: Stage, to: Stage) => () => {
      const pose = from.pose();
      if (!isSame(pose, to.pose())) to.go(pose, false);
    };
    // only who is being moved leads: the other one has come to rest where it was put
    let leader = a;
    const lead = (stage: Stage) => () => {
      leader = stage;
    };
    const told = [a.onFrame(() => leader === a && follow(a, b)()), b.onFrame(() => leader === b && follow(b, a)())];
    const listeners = [
      [canvases[0].current, lead(a)],
      [canvases[1].current, lead(b)],
    ] as const;
    const moves = ['pointerdown', 'wheel', 'keydown'] as const;
    for (const [canvas, take] of listeners)
      for (const move of moves) canvas?.addEventListener(move, take, { capture: true });
    return () => {
      for (const end of told) end();
      for (const [canvas, take] of listeners)
        for (const move of moves) canvas?.removeEventListener(move, take, { capture: true });
    };
  }, [a, b, canvases[0], canvases[1]]);
  return [
    { canvas: canvases[0], ...first },
    { canvas: canvases[1], ...second },
  ];
}
