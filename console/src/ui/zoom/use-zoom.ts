import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { around, between, fitted, kept, type Size, type Spot, type View, zoomed } from './zoom.ts';

/** How one looks at something that is larger than its room. */
export interface Zoom {
  readonly view: RefObject<View>;
  readonly room: RefObject<Size>;
  readonly move: (next: View, smooth?: boolean) => void;
  /** `at`: what stays where it is, in pixels of the room; its middle if none is said. */
  readonly zoom: (by: number, at?: Spot, smooth?: boolean) => void;
  readonly fit: () => void;
  /** A place of the content in the middle, at least so large. */
  readonly goTo: (place: Spot, scale?: number) => void;
  /** Told after each change; answers how to end it. */
  readonly listen: (told: (view: View) => void) => () => void;
}

interface Parts {
  readonly stage: RefObject<HTMLElement | null>;
  readonly sheet: RefObject<HTMLElement | null>;
}

const flightMs = 160;
const stillMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Keeps the sheet where one looks. Moving changes its transform and renders nothing; `--scale` is there for its marks. */
export function useZoom({ stage, sheet }: Parts, content: Size, mostScale: number): Zoom {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 });
  const room = useRef<Size>({ width: 1, height: 1 });
  const size = useRef(content);
  size.current = content;
  const told = useRef(new Set<(view: View) => void>());
  /** Nobody has moved it: all of it stays in sight when the room changes. */
  const isWhole = useRef(true);
  const draw = useCallback(
    (next: View) => {
      view.current = kept(next, size.current, room.current);
      const { scale, x, y } = view.current;
      sheet.current?.style.setProperty('transform', `translate(${x}px, ${y}px) scale(${scale})`);
      sheet.current?.style.setProperty('--scale', String(scale));
      for (const tell of told.current) tell(view.current);
    },
    [sheet],
  );
  const { fly, land } = useFlight(view, draw);
  const move = useCallback(
    (next: View, smooth = false) => {
      isWhole.current = false;
      if (smooth && !stillMotion()) return fly(next);
      land();
      draw(next);
    },
    [draw, fly, land],
  );
  useRoom({ stage, view, room, isWhole, draw, land }, content);
  return useMemo(
    () => ({
      view,
      room,
      move,
      zoom(by, at, smooth = false) {
        const middle = [room.current.width / 2, room.current.height / 2] as const;
        move(zoomed(view.current, by, at ?? middle, size.current, room.current, mostScale), smooth);
      },
      fit() {
        move(fitted(size.current, room.current), true);
        isWhole.current = true;
      },
      goTo: (place, scale = 0) => move(around(place, Math.max(view.current.scale, scale), room.current), true),
      listen(tell) {
        told.current.add(tell);
        return () => void told.current.delete(tell);
      },
    }),
    [move, mostScale],
  );
}

/** Goes to a view in a moment; `land` ends that where it is. */
function useFlight(view: RefObject<View>, draw: (next: View) => void) {
  const flight = useRef(0);
  const land = useCallback(() => cancelAnimationFrame(flight.current), []);
  const fly = useCallback(
    (next: View) => {
      land();
      const [from, begun] = [view.current, performance.now()];
      const frame = (now: number) => {
        const share = Math.min(1, Math.max(0, (now - begun) / flightMs));
        draw(between(from, next, 1 - (1 - share) ** 2));
        if (share < 1) flight.current = requestAnimationFrame(frame);
      };
      flight.current = requestAnimationFrame(frame);
    },
    [view, draw, land],
  );
  return { fly, land };
}

interface Placed {
  readonly stage: Parts['stage'];
  readonly view: RefObject<View>;
  readonly room: RefObject<Size>;
  readonly isWhole: RefObject<boolean>;
  draw(next: View): void;
  land(): void;
}

/** Follows the size of the stage: what is in the middle stays there, and what was seen whole stays whole. */
function useRoom({ stage, view, room, isWhole, draw, land }: Placed, { width, height }: Size): void {
  const opened = useRef<Size>(undefined);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      const [before, { scale, x, y }] = [room.current, view.current];
      room.current = { width: element.clientWidth, height: element.clientHeight };
      const [dx, dy] = [(room.current.width - before.width) / 2, (room.current.height - before.height) / 2];
      const isOpen = opened.current?.width === width && opened.current.height === height;
      opened.current = { width, height };
      isWhole.current ||= !isOpen;
      // what is in the middle stays there
      draw(isWhole.current ? fitted({ width, height }, room.current) : { scale, x: x + dx, y: y + dy });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      land();
    };
  }, [stage, view, room, isWhole, draw, land, width, height]);
}
