import { useMemo } from 'react';
import type { Box } from '../ui/stage/view-data.ts';
import type { Part, RealityPart } from './content.ts';
import { boxInScene, type Frame } from './place.ts';

/** What each model and each reality data takes up, by its object; and how far maps are lifted, so that the rest stands on them. */
export function useSceneBoxes(parts: readonly Part[], realities: readonly RealityPart[], frame: Frame) {
  const boxes = [
    ...parts.flatMap(({ object, model }) =>
      model?.extents ? [[object.id, boxInScene(frame, model.ecefTransform, model.extents)] as const] : [],
    ),
    ...realities.flatMap(({ object, drawable }) =>
      drawable && !drawable.map ? [[object.id, boxInScene(frame, drawable.frame, drawable.box)] as const] : [],
    ),
  ];
  const maps = realities.flatMap(({ object, drawable }) =>
    drawable?.map ? [[object.id, boxInScene(frame, drawable.frame, drawable.box)] as const] : [],
  );
  const ground = Math.min(...boxes.map(([, { low }]) => low[2]));
  const lift = Number.isFinite(ground) ? ground - Math.max(...maps.map(([, { high }]) => high[2])) : 0;
  const lifted = maps.map(([id, { low, high }]) => [
    id,
    { low: [low[0], low[1], low[2] + lift], high: [high[0], high[1], high[2] + lift] },
  ]);
  const key = JSON.stringify([...boxes, ...lifted]); // models are read again from time to time, and are the same then
  const known = useMemo((): ReadonlyMap<string, Box> => new Map(JSON.parse(key)), [key]);
  return { boxes: known, lift: Number.isFinite(lift) ? lift : 0 };
}
