import { Box } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './stage.module.css';

const [least, most, usual] = [240, 640, 340] as const;
const step = 20;

interface BenchProps {
  /** There is a panel at the left, too. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A picture with panels beside it; the right one is as broad as one makes it. */
export function Bench({ wide, children }: BenchProps) {
  const [width, setWidth] = useLocalStorage<number | null>({
    key: 'console.side-width',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const vars = width === null ? {} : { '--side': `${width}px` };
  return (
    <Box className={classes.bench} data-wide={wide || undefined} __vars={vars}>
      {children}
      <Divider width={width} setWidth={setWidth} />
    </Box>
  );
}

function Divider(props: { readonly width: number | null; readonly setWidth: (width: number) => void }) {
  const divider = useRef<HTMLDivElement>(null);
  const now = () => divider.current?.previousElementSibling?.getBoundingClientRect().width ?? usual;
  const set = (width: number) => props.setWidth(Math.round(Math.min(most, Math.max(least, width))));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const around = event.currentTarget.parentElement?.getBoundingClientRect();
    if (around) set(around.right - event.clientX);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') set(now() + step);
    else if (key === 'ArrowRight') set(now() - step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      ref={divider}
      className={classes.divider}
      role="separator"
      tabIndex={0}
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={props.width ?? usual}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKey}
    />
  );
}
