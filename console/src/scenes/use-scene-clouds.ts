import { useCallback, useState } from 'react';
import type { Picked } from '../ui/stage/scene/aims.ts';
import { type CloudContents, type CloudStyle, nothing, usualStyle } from '../ui/stage/scene/cloud/style.ts';
import type { Stage } from '../ui/stage/scene/stage.ts';
import type { Box } from '../ui/stage/view-data.ts';
import type { RealityPart } from './content.ts';

/** A point of a cloud, or of a tiled mesh. */
export interface PickedPoint {
  readonly picked: Picked;
  readonly part: RealityPart;
}

/** Metres about a point that one goes to. */
const room = 1.5;
const aroundPoint = ([x, y, z]: Picked['point']): Box => ({
  low: [x - room, y - room, z - room],
  high: [x + room, y + room, z + room],
});

/** What all clouds of the scene have. */
function togetherOf(all: readonly CloudContents[]): CloudContents {
  const clouds = all.filter(({ drawn }) => drawn > 0);
  const counts = new Map<number, number>();
  for (const one of clouds)
    for (const [number, count] of one.counts) counts.set(number, (counts.get(number) ?? 0) + count);
  const ends = (of: (one: CloudContents) => readonly [number, number]): readonly [number, number] => [
    Math.min(...clouds.map((one) => of(one)[0])),
    Math.max(...clouds.map((one) => of(one)[1])),
  ];
  if (clouds.length === 0) return nothing;
  return {
    colors: clouds.some(({ colors }) => colors),
    classes: clouds.some(({ classes }) => classes),
    intensities: clouds.some(({ intensities }) => intensities),
    counts,
    intensity: ends(({ intensity }) => intensity),
    height: ends(({ height }) => height),
    drawn: clouds.reduce((sum, { drawn }) => sum + drawn, 0),
  };
}

/** How the clouds of a scene are drawn, what they have, and the point that was picked of one. */
export function useSceneClouds(stage: Stage | undefined) {
  const [style, setStyle] = useState<CloudStyle>(usualStyle);
  const [contents, setContents] = useState<ReadonlyMap<string, CloudContents>>(new Map());
  const [point, setPoint] = useState<PickedPoint>();
  return {
    style,
    setStyle,
    contents: togetherOf([...contents.values()]),
    point,
    setPoint,
    tell: useCallback(
      (objectId: string, of: CloudContents) => setContents((before) => new Map(before).set(objectId, of)),
      [],
    ),
    goToPoint: () => point && stage?.fit(aroundPoint(point.picked.point)),
  };
}
