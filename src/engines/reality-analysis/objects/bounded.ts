import type { Points } from '../cloud/points.ts';
import { projected } from '../scene/camera.ts';
import type { Box3D } from '../scene/types.ts';
import type { Sighting } from './fit-box.ts';

const margin = 0.25;
const fewest = 20;
/** A share of the points on each side may be false. */
const trimmed = 0.005;

/** The bounds of the points of a model that are about where a box is, and that all photos show within it. */
export function boundedByPoints(box: Box3D, sightings: readonly Sighting[], { count, x, y, z }: Points): Box3D {
  const reach = ([0, 1, 2] as const).map((axis) => margin * (box.high[axis] - box.low[axis]));
  const isNear = (value: number, axis: 0 | 1 | 2) =>
    value >= box.low[axis] - (reach[axis] ?? 0) && value <= box.high[axis] + (reach[axis] ?? 0);
  const axes: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < count; n++) {
    const place = [x[n] ?? 0, y[n] ?? 0, z[n] ?? 0] as const;
    if (!isNear(place[0], 0) || !isNear(place[1], 1) || !isNear(place[2], 2)) continue;
    const isSeen = sightings.every(({ camera, box: marked }) => {
      const seen = projected(camera, place);
      if (seen === undefined) return false;
      const [u, v] = [seen.u, seen.v];
      return u >= marked.xmin - 2 && u <= marked.xmax + 2 && v >= marked.ymin - 2 && v <= marked.ymax + 2;
    });
    if (isSeen) for (const axis of [0, 1, 2] as const) axes[axis].push(place[axis]);
  }
  if (axes[0].length < fewest) return box;
  const at = (axis: 0 | 1 | 2, share: number) => {
    const sorted = axes[axis].sort((a, b) => a - b);
    return sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  };
  return {
    low: [at(0, trimmed), at(1, trimmed), at(2, trimmed)],
    high: [at(0, 1 - trimmed), at(1, 1 - trimmed), at(2, 1 - trimmed)],
  };
}
