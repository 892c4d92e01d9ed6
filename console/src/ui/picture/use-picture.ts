import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Box, centredOn, fitted, kept, type Size, type View, zoomed } from './view.ts';

export interface Picture {
  readonly view: RefObject<View>;
  readonly room: RefObject<Size>;
  readonly move: (next: View) => void;
  readonly zoom: (by: number, at?: readonly [number, number]) => void;
  readonly fit: () => void;
  readonly goTo: (box: Box) => void;
}

interface Parts {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly image: RefObject<HTMLImageElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

/** Draws marks over what of the picture is in sight, on a canvas as large as the room. */
export type Paint = (context: CanvasRenderingContext2D, view: View, room: Size) => void;

interface Content {
  readonly size: Size;
  readonly paint: Paint;
  /** What is looked at when it opens; all of it if nothing is said. */
  readonly first?: Box | undefined;
}

/** Keeps picture and marks where one looks. Moving draws once a frame and renders nothing. */
export function usePicture({ stage, image, canvas }: Parts, content: Content): Picture {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 });
  const room = useRef<Size>({ width: 1, height: 1 });
  const shown = useRef(content);
  shown.current = content;
  const waits = useRef(0);
  const [opened, open] = useState(false);
  const draw = useCallback(() => {
    cancelAnimationFrame(waits.current);
    waits.current = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d');
      if (!context || !image.current) return;
      const { scale, x, y } = view.current;
      image.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      const ratio = window.devicePixelRatio || 1;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      shown.current.paint(context, view.current, room.current);
    });
  }, [canvas, image]);
  const move = useCallback(
    (next: View) => {
      view.current = kept(next, shown.current.size, room.current);
      draw();
    },
    [draw],
  );
  const fit = useCallback(() => move(fitted(shown.current.size, room.current)), [move]);
  const goTo = useCallback((box: Box) => move(centredOn(box, view.current, shown.current.size, room.current)), [move]);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      room.current = { width, height };
      if (canvas.current) {
        const ratio = window.devicePixelRatio || 1;
        canvas.current.width = Math.round(width * ratio);
        canvas.current.height = Math.round(height * ratio);
      }
      if (opened) return draw();
      open(true);
      fit();
      if (shown.current.first) goTo(shown.current.first);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, canvas, draw, fit, goTo, opened]);
  useEffect(draw);
  return {
    view,
    room,
    move,
    fit,
    goTo,
    zoom: (by, at) => {
      const { width, height } = room.current;
      move(zoomed(view.current, by, at ?? [width / 2, height / 2], shown.current.size, room.current));
    },
  };
}
