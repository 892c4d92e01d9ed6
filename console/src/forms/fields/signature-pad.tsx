import { Button, Group, Text } from '@mantine/core';
import { type PointerEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import classes from './fields.module.css';

/** Pixels of the picture, whatever the size on the screen. */
const [width, height] = [900, 300];

export interface Pad {
  /** A PNG; undefined where nothing was drawn. */
  drawing(): Promise<Blob | undefined>;
}

/** A field to draw in by finger, pen or mouse. Who cannot draw leaves it empty: the name is enough. */
export function SignaturePad({ ref }: { readonly ref: Ref<Pad> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useImperativeHandle(
    ref,
    () => ({
      drawing: () =>
        new Promise((resolve) => {
          if (!isDrawn || canvas.current === null) resolve(undefined);
          else canvas.current.toBlob((blob) => resolve(blob ?? undefined), 'image/png');
        }),
    }),
    [isDrawn],
  );
  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const pen = event.currentTarget.getContext('2d');
    if (pen === null || (!isStart && event.buttons === 0)) return;
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect();
    const at = [((event.clientX - left) / wide) * width, ((event.clientY - top) / high) * height] as const;
    if (isStart) {
      event.currentTarget.setPointerCapture(event.pointerId);
      if (!isDrawn) clear(event.currentTarget);
      Object.assign(pen, { lineWidth: 5, lineCap: 'round', lineJoin: 'round', strokeStyle: '#10243e' });
      pen.beginPath();
      pen.moveTo(...at);
    }
    pen.lineTo(...at); // a mere touch is a dot
    pen.stroke();
    setDrawn(true);
  };
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          Signature, drawn
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!isDrawn}
          onClick={() => {
            if (canvas.current) clear(canvas.current);
            setDrawn(false);
          }}
        >
          Clear
        </Button>
      </Group>
      <canvas
        ref={canvas}
        className={classes.pad}
        width={width}
        height={height}
        role="img"
        aria-label={isDrawn ? 'Your drawn signature' : 'Empty field for a drawn signature'}
        onPointerDown={(event) => draw(event, true)}
        onPointerMove={(event) => draw(event, false)}
      />
      <Text size="xs" c="dimmed">
        By finger, pen or mouse. The name alone will do, too.
      </Text>
    </div>
  );
}

/** White paper: the picture is printed, and looked at in both colour schemes. */
function clear(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
}
