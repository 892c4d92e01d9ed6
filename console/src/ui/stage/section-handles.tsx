import { type PointerEvent, useEffect, useRef } from 'react';
import type { Stage } from './scene/stage.ts';
import classes from './stage.module.css';
import { type Box, type Point, withValue } from './view-data.ts';

interface HandlesProps {
  readonly stage: Stage | undefined;
  readonly whole: Box;
  readonly section: Box;
  readonly onChange: (section: Box) => void;
}

const sides = ([0, 1, 2] as const).flatMap((axis) => [{ axis, end: 'low' } as const, { axis, end: 'high' } as const]);
type Side = (typeof sides)[number];

/** What is left of the box at least, metres. */
const thinnest = 0.01;

/** Handles on the sides of the section box, in the picture. The sliders do the same by keyboard. */
export function SectionHandles(props: HandlesProps) {
  return sides.map((side) => <Handle key={`${side.axis} ${side.end}`} {...props} side={side} />);
}

function Handle({ stage, whole, section, onChange, side }: HandlesProps & { readonly side: Side }) {
  const { axis, end } = side;
  const handle = useRef<HTMLDivElement>(null);
  const at = withValue(middleOf(section), axis, section[end][axis]);
  const [x, y, z] = at;
  useEffect(() => {
    const place = () => {
      const { current } = handle;
      const pixel = stage?.pixelOf([x, y, z]);
      if (!current) return;
      current.style.visibility = pixel ? 'visible' : 'hidden';
      if (pixel) current.style.transform = `translate(${pixel.x}px, ${pixel.y}px) translate(-50%, -50%)`;
    };
    place();
    return stage?.onFrame(place);
  }, [stage, x, y, z]);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const around = event.currentTarget.parentElement?.getBoundingClientRect();
    const value = around && stage?.along(axis, at, event.clientX - around.left, event.clientY - around.top);
    if (value === undefined) return;
    const [low, high] =
      end === 'low'
        ? [whole.low[axis], section.high[axis] - thinnest]
        : [section.low[axis] + thinnest, whole.high[axis]];
    onChange({ ...section, [end]: withValue(section[end], axis, Math.min(high, Math.max(low, value))) });
  };
  return (
    <div
      ref={handle}
      className={classes.handle}
      data-side={`${axis} ${end}`}
      aria-hidden
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

const middleOf = ({ low, high }: Box): Point => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];
