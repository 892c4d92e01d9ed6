import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Picture } from './use-picture.ts';
import { type Box, type Point, toPicture } from './view.ts';

interface Gestures {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly picture: RefObject<Picture | null>;
  /** A drag draws a box instead of moving the picture. */
  readonly draws: boolean;
  readonly onBox: (box: Box) => void;
  /** A click, in pixels of the window. */
  readonly onClick: (at: Point, event: PointerEvent) => void;
}

/** Further than this is no click. */
const still = 4;

/** Dragging moves or draws, two fingers and the wheel come nearer. `draft` is the box that is being drawn. */
export function usePointer({ canvas, picture, draws, onBox, onClick }: Gestures) {
  const [draft, setDraft] = useState<Box>();
  const down = useRef(new Map<number, Point>());
  const start = useRef<Point>([0, 0]);
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    return [event.clientX - left, event.clientY - top];
  };
  useWheel(canvas, (event) =>
    picture.current?.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), placeOf(event)),
  );
  const boxTo = (to: Point): Box | undefined => {
    const view = picture.current?.view.current;
    if (!view) return undefined;
    const [[ax, ay], [bx, by]] = [toPicture(view, start.current), toPicture(view, to)];
    return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay) };
  };
  const pull = (before: Point, now: Point, other: Point | undefined) => {
    const at = picture.current;
    if (!at) return;
    const gap = (p: Point, q: Point) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    if (other) {
      const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2] as const;
      return at.zoom(gap(now, other) / (gap(before, other) || 1), middle);
    }
    if (draws) return setDraft(boxTo(now));
    const { scale, x, y } = at.view.current;
    at.move({ scale, x: x + now[0] - before[0], y: y + now[1] - before[1] });
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      canvas.current?.setPointerCapture(event.pointerId);
      if (down.current.size === 0) start.current = placeOf(event);
      down.current.set(event.pointerId, placeOf(event));
    },
    onPointerMove(event: PointerEvent) {
      const before = down.current.get(event.pointerId);
      if (before === undefined) return;
      const now = placeOf(event);
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId);
      down.current.set(event.pointerId, now);
      pull(before, now, other?.[1]);
    },
    onPointerUp(event: PointerEvent) {
      const alone = down.current.size === 1;
      if (!down.current.delete(event.pointerId) || !alone) return;
      const at = placeOf(event);
      const moved = Math.hypot(at[0] - start.current[0], at[1] - start.current[1]) > still;
      const box = boxTo(at);
      setDraft(undefined);
      if (!moved) onClick(at, event);
      else if (draws && box) onBox(box);
    },
    onPointerCancel(event: PointerEvent) {
      down.current.delete(event.pointerId);
      setDraft(undefined);
    },
  };
  return { draft, handlers };
}

/** The wheel, without moving the page: for that the listener must not be passive. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, onWheel: (event: WheelEvent) => void): void {
  const act = useRef(onWheel);
  act.current = onWheel;
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      act.current(event);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [canvas]);
}
