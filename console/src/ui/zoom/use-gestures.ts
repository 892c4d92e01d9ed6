import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Zoom } from './use-zoom.ts';
import { type Spot, toContent } from './zoom.ts';

/** Further than this is no click, in pixels. */
const still = 4;

/** Dragging moves, the wheel and two fingers come nearer; a click is told by its place in the content. */
export function useGestures(stage: RefObject<HTMLElement | null>, zoom: Zoom, onClick?: (at: Spot) => void) {
  const down = useRef(new Map<number, Spot>());
  const start = useRef<Spot>([0, 0]);
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }): Spot => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return [event.clientX - left, event.clientY - top];
  };
  useEffect(() => {
    const element = stage.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault(); // the page stays, so the listener must not be passive
      const { left, top } = (element ?? document.body).getBoundingClientRect();
      const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018));
      zoom.zoom(by, [event.clientX - left, event.clientY - top]);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [stage, zoom]);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      if (down.current.size === 0) start.current = placeOf(event);
      down.current.set(event.pointerId, placeOf(event));
    },
    onPointerMove(event: PointerEvent) {
      const before = down.current.get(event.pointerId);
      if (before === undefined) return;
      const now = placeOf(event);
      if (Math.hypot(now[0] - start.current[0], now[1] - start.current[1]) > still) {
        stage.current?.setPointerCapture(event.pointerId); // not before: a click belongs to what is under it
      }
      const [other] = [...down.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]));
      down.current.set(event.pointerId, now);
      if (other) return pinch(zoom, before, now, other);
      const { scale, x, y } = zoom.view.current;
      zoom.move({ scale, x: x + now[0] - before[0], y: y + now[1] - before[1] });
    },
    onPointerUp(event: PointerEvent) {
      const alone = down.current.size === 1;
      if (!down.current.delete(event.pointerId) || !alone) return;
      const at = placeOf(event);
      const moved = Math.hypot(at[0] - start.current[0], at[1] - start.current[1]) > still;
      const onMark = event.target instanceof Element && event.target.closest('button') !== null;
      if (!moved && !onMark) onClick?.(toContent(zoom.view.current, start.current));
    },
    onPointerCancel(event: PointerEvent) {
      down.current.delete(event.pointerId);
    },
  };
}

function pinch(zoom: Zoom, before: Spot, now: Spot, other: Spot): void {
  const gap = (spot: Spot) => Math.hypot(spot[0] - other[0], spot[1] - other[1]);
  zoom.zoom(gap(now) / (gap(before) || 1), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
}
