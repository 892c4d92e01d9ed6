import { type PointerEvent, type RefObject, useRef } from 'react';
import type { Pixel } from './scene/aims.ts';
import type { Stage } from './scene/stage.ts';
import classes from './stage.module.css';
import { useKeys } from './use-keys.ts';

export type Tool = 'pick' | 'measure';

/** A press that moves further is a drag. */
const clickPixels = 4;

/** The picture: a click picks or measures, keys move and act. */
export function StageView(props: {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly stage: Stage | undefined;
  readonly name: string;
  readonly tool: Tool;
  readonly settled: boolean;
  readonly onClick: (at: Pixel) => void;
  /** `KeyboardEvent.key`, lower case. */
  readonly onKey: (key: string) => void;
}) {
  const { stage, canvas } = props;
  const pressed = useRef<{ readonly x: number; readonly y: number }>(undefined);
  useKeys(canvas, stage, props.onKey);
  const up = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = pressed.current;
    pressed.current = undefined;
    if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > clickPixels) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    props.onClick({ x: event.clientX - left, y: event.clientY - top });
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that one moves in has keys of its own
    <canvas
      ref={canvas}
      className={classes.canvas}
      data-tool={props.tool}
      data-settled={props.settled || undefined}
      tabIndex={0}
      role="application"
      aria-roledescription="3D view"
      aria-label={`${props.name} in 3D. Arrow keys turn, plus and minus come nearer and go away, F shows everything, the question mark lists all keys. Elements are chosen in the structure, too.`}
      onPointerDown={(event) => {
        delete event.currentTarget.dataset.keyboard;
        event.currentTarget.focus({ preventScroll: true });
        pressed.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerUp={up}
    />
  );
}
