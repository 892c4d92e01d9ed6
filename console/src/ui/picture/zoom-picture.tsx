import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import classes from './picture.module.css';
import { type Paint, type Picture, usePicture } from './use-picture.ts';
import { usePointer } from './use-pointer.ts';
import type { Box, Point, Size } from './view.ts';

interface Props {
  readonly url: string;
  readonly size: Size;
  /** What it shows, in words. */
  readonly label: string;
  /** `draft` is the box that is being drawn. */
  readonly paint: (draft: Box | undefined) => Paint;
  /** Filled with what moves the picture. */
  readonly picture: RefObject<Picture | null>;
  /** What is looked at when it opens. */
  readonly first?: Box | undefined;
  /** A click, in pixels of the window. */
  readonly onClick: (at: Point, event: PointerEvent) => void;
  /** Given: a drag draws a box instead of moving the picture. */
  readonly onBox?: ((box: Box) => void) | undefined;
  /** A click does something else than choose. */
  readonly aims?: boolean;
}

const step = 60;
const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};
const nothing = () => {};

/** A picture with marks on it: moved by dragging and arrow keys, nearer by the wheel or two fingers. */
export function ZoomPicture({ url, size, label, paint, picture, first, onClick, onBox, aims }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = { draws: onBox !== undefined, onBox: onBox ?? nothing };
  const { draft, handlers } = usePointer({ canvas, picture, ...drawing, onClick });
  picture.current = usePicture({ stage, image, canvas }, { size, paint: paint(draft), first });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key];
    const at = picture.current;
    if (!by || !at || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const { scale, x, y } = at.view.current;
    at.move({ scale, x: x + by[0], y: y + by[1] });
  };
  return (
    <div className={classes.paper} ref={stage}>
      <img ref={image} className={classes.image} src={url} width={size.width} height={size.height} alt="" />
      <canvas
        ref={canvas}
        className={classes.canvas}
        {...(aims || onBox ? { 'data-aims': '' } : {})}
        role="img"
        aria-label={label}
        tabIndex={0}
        {...handlers}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
