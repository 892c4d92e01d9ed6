import { type RefObject, useEffect, useRef } from 'react';
import type { Stage } from '../scene/stage.ts';
import classes from '../stage.module.css';
import type { Measured } from './values.ts';

interface OnStage {
  readonly stage: Stage | undefined;
}

/** What was measured, beside its place in the picture. */
export function MeasureLabel({ stage, result }: OnStage & { readonly result: Measured }) {
  const label = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const place = () => {
      const { current } = label;
      const at = stage?.pixelOf(result.at);
      if (!current) return;
      current.style.visibility = at ? 'visible' : 'hidden';
      if (at) current.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -140%)`;
    };
    place();
    return stage?.onFrame(place);
  }, [stage, result]);
  return (
    <output ref={label} className={classes.label} title={result.parts.map((part) => part.join(': ')).join(', ')}>
      {result.text}
    </output>
  );
}

/** Shows where the next point would be: on a corner, an edge, or a surface. */
export function SnapMark({ stage, canvas }: OnStage & { readonly canvas: RefObject<HTMLCanvasElement | null> }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = canvas.current;
    let frame = 0;
    const show = ({ offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number }) => {
      const { current } = mark;
      const found = stage?.snap(offsetX, offsetY);
      const at = found && stage?.pixelOf(found.point);
      if (!current) return;
      current.dataset.snap = at ? found.kind : '';
      if (at) current.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
    };
    const moved = (event: PointerEvent) => {
      cancelAnimationFrame(frame);
      if (event.buttons === 0) frame = requestAnimationFrame(() => show(event));
    };
    const left = () => show({ offsetX: -100, offsetY: -100 });
    place?.addEventListener('pointermove', moved);
    place?.addEventListener('pointerleave', left);
    return () => {
      cancelAnimationFrame(frame);
      place?.removeEventListener('pointermove', moved);
      place?.removeEventListener('pointerleave', left);
    };
  }, [stage, canvas]);
  return <div ref={mark} className={classes.snap} aria-hidden />;
}
