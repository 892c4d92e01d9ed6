import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useGestures } from './use-gestures.ts';
import { useZoom, type Zoom } from './use-zoom.ts';
import classes from './zoom.module.css';
import { type Size, type Spot, toContent } from './zoom.ts';

const step = 60;
const moves: Readonly<Record<string, Spot>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Props {
  /** What it is, and what keys do. */
  readonly label: string;
  readonly size: Size;
  /** Pixels of the window for one of the content, at most. */
  readonly mostScale: number;
  readonly zoom: RefObject<Zoom | null>;
  /** A click, or Enter for what is in the middle: a place of the content. */
  readonly onClick?: (at: Spot) => void;
  /** A click sets something: there is a cross, and one in the middle for the keyboard. */
  readonly aims?: boolean;
  /** Lies in the content: what should not grow with it has the class `mark`. */
  readonly children: ReactNode;
  /** Lies before it. */
  readonly over?: ReactNode;
}

/** Something that is moved by dragging and arrows, and comes nearer by the wheel, two fingers, `+` and `-`. */
export function Zoomable({ label, size, mostScale, zoom, onClick, aims = false, children, over }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const own = useZoom({ stage, sheet }, size, mostScale);
  zoom.current = own;
  const gestures = useGestures(stage, own, onClick);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const { scale, x, y } = own.view.current;
    const way = moves[event.key];
    const pixels = event.shiftKey ? scale : step; // with Shift a pixel of the content
    const middle = [own.room.current.width / 2, own.room.current.height / 2] as const;
    const keys: Readonly<Record<string, () => void>> = {
      '+': () => own.zoom(1.5, undefined, true),
      '-': () => own.zoom(1 / 1.5, undefined, true),
      f: own.fit,
      ...(onClick ? { Enter: () => onClick(toContent(own.view.current, middle)) } : {}),
      ...(way ? { [event.key]: () => own.move({ scale, x: x + pixels * way[0], y: y + pixels * way[1] }) } : {}),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={classes.room}>
      <div
        ref={stage}
        className={classes.stage}
        role="application"
        aria-label={label}
        data-aims={aims || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...gestures}
      >
        <div ref={sheet} className={classes.sheet}>
          {children}
        </div>
        {aims && <div className={classes.cross} aria-hidden />}
      </div>
      <div className={classes.bar} role="toolbar" aria-label="Zoom">
        <Button label="Nearer (+)" onClick={() => own.zoom(1.5, undefined, true)}>
          <IconZoomIn size={16} />
        </Button>
        <Button label="Farther (−)" onClick={() => own.zoom(1 / 1.5, undefined, true)}>
          <IconZoomOut size={16} />
        </Button>
        <Button label="All of it (F)" onClick={own.fit}>
          <IconArrowsMaximize size={16} />
        </Button>
      </div>
      {over}
    </div>
  );
}

const Button = (props: { readonly label: string; readonly onClick: () => void; readonly children: ReactNode }) => (
  <Tooltip label={props.label}>
    <ActionIcon variant="default" size={30} aria-label={props.label} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  </Tooltip>
);
