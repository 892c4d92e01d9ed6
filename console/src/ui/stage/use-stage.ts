import { useComputedColorScheme } from '@mantine/core';
import type { Schemas } from '@twin-platform/client';
import { type RefObject, useEffect, useState } from 'react';
import type { Space } from './scene/drawn.ts';
import { openStage, type Stage } from './scene/stage.ts';
import type { Box, Point } from './view-data.ts';

export const emptyBox: Box = { low: [-5, -5, 0], high: [5, 5, 5] };
const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z];

export const boxOf = (box: { readonly low: readonly number[]; readonly high: readonly number[] }): Box => ({
  low: pointOf(box.low),
  high: pointOf(box.high),
});

export const extentsOf = ({ extents }: Pick<Schemas['models']['Model'], 'extents'>): Box =>
  extents ? boxOf(extents) : emptyBox;

/**
 * The picture in a canvas, as long as the page is there; `failed` where the browser cannot draw one. What is given first
 * holds: later versions do not move the origin of the scene.
 */
export function useStage(canvas: RefObject<HTMLCanvasElement | null>, whole: Box, frame?: Space['frame']) {
  const [stage, setStage] = useState<Stage>();
  const [failed, fail] = useState(false);
  const dark = useComputedColorScheme('light') === 'dark';
  const [given] = useState({ extents: whole, frame });

  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const { extents, frame } = given;
    const { low, high } = extents;
    const center: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    const lost = () => fail(true);
    place.addEventListener('webglcontextlost', lost);
    let opened: Stage | undefined;
    try {
      opened = openStage(place, { center, frame }, extents);
      opened.go(firstPose(center), false);
      opened.fit(extents, false);
      setStage(opened);
    } catch {
      fail(true);
    }
    return () => {
      place.removeEventListener('webglcontextlost', lost);
      setStage(undefined);
      opened?.dispose();
    };
  }, [canvas, given]);

  useEffect(() => {
    stage?.setColors(dark ? '#141c24' : '#eef2f5', dark ? '#18c4d0' : '#008c99');
  }, [stage, dark]);
  return { stage, failed, extents: given.extents };
}

/** From the south-west, a little from above. */
const firstPose = (center: Point) => ({
  eye: [center[0] - 6, center[1] - 10, center[2] + 6.5] as const,
  target: center,
  fov: 50,
});
