import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { MeasuredPoint, MeasuredPoints } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { type Edits, useEdits } from '../../ui/use-edits.ts';
import { type StoredPoints, savePoints } from './points-query.ts';

const afterMs = 800;

export interface Points extends Omit<Edits<MeasuredPoints>, 'now'> {
  readonly measured: MeasuredPoints;
}

/** Control points that are being marked. */
export function usePoints(dataId: string, twinId: string, opened: StoredPoints): Points {
  const client = useQueryClient();
  const tag = useRef(opened.tag);
  const send = useCallback(
    async (measured: MeasuredPoints) => {
      tag.current = await savePoints(dataId, twinId, { measured, tag: tag.current });
      void client.invalidateQueries({ queryKey: ['points of', dataId] });
    },
    [client, dataId, twinId],
  );
  const { now: measured, ...edits } = useEdits(opened.measured, { afterMs, send });
  return { measured, ...edits };
}

/** With another point in the place of one. */
export const withPoint = (all: MeasuredPoints, id: string, change: Partial<MeasuredPoint>): MeasuredPoints => ({
  ...all,
  points: all.points.map((point) => (point.id === id ? { ...point, ...change } : point)),
});

/** With the mark of a point in a photo; without `at`: without it. */
export function withMark(
  all: MeasuredPoints,
  id: string,
  image: string,
  at?: readonly [x: number, y: number],
): MeasuredPoints {
  const point = all.points.find((one) => one.id === id);
  if (!point) return all;
  const others = point.seen.filter((mark) => mark.image !== image);
  return withPoint(all, id, { seen: at ? [...others, { image, x: at[0], y: at[1] }] : others });
}
