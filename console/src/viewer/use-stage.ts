import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import type { Model } from '../models/queries.ts';
import { openStage, type Stage } from './scene/stage.ts';
import type { Box, Point } from './view-data.ts';

const emptyBox: Box = { low: [-5, -5, 0], high: [5, 5, 5] };
const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z];

export const boxOf = (box: { readonly low: readonly number[]; readonly high: readonly number[] }): Box => ({
  low: pointOf(box.low),
  high: pointOf(box.high),
});

export const extentsOf = ({ extents }: Pick<Model, 'extents'>): Box => (extents ? boxOf(extents) : emptyBox);

/** The picture in a canvas, as long as the page is there; `failed` where the browser cannot draw one. */
export function useStage(canvas: RefObject<HTMLCanvasElement | null>, model: Model) {
  const [stage, setStage] = useState<Stage>();
  const [failed, fail] = useState(false);
  const dark = useComputedColorScheme('light') === 'dark';
  const [extents] = useState(() => extentsOf(model)); // later versions do not move the origin of the scene

  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const { low, high } = extents;
    const center: Point = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    const lost = () => fail(true);
    place.addEventListener('webglcontextlost', lost);
    let opened: Stage | undefined;
    try {
      opened = openStage(place, center, extents);
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
  }, [canvas, extents]);

  useEffect(() => {
    stage?.setColors(dark ? '#141c24' : '#eef2f5', dark ? '#18c4d0' : '#008c99');
  }, [stage, dark]);
  return { stage, failed, extents };
}

/** From the south-west, a little from above. */
const firstPose = (center: Point) => ({
  eye: [center[0] - 6, center[1] - 10, center[2] + 6.5] as const,
  target: center,
  fov: 50,
});
