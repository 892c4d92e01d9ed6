import { useCallback, useEffect, useState } from 'react';
import type { Stage } from '../scene/stage.ts';
import type { Point } from '../view-data.ts';
import { type Measured, type MeasureKind, measured, pointsNeeded } from './values.ts';

export interface Measuring {
  readonly kind: MeasureKind;
  readonly setKind: (kind: MeasureKind) => void;
  readonly points: readonly Point[];
  readonly result: Measured | undefined;
  /** One more point; after the last one that it needs another measure begins. */
  readonly add: (point: Point) => void;
  /** Takes the last point back. */
  readonly back: () => void;
  readonly clear: () => void;
}

/** The points that are measured, drawn into the picture. */
export function useMeasuring(stage: Stage | undefined): Measuring {
  const [kind, setKindTo] = useState<MeasureKind>('distance');
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(() => stage?.measure(points, kind === 'area' && points.length > 2), [stage, points, kind]);
  const clear = useCallback(() => setPoints([]), []);
  return {
    kind,
    points,
    result: measured(kind, points),
    setKind(next) {
      setKindTo(next);
      clear();
    },
    add: (point) =>
      setPoints((before) => [...(kind !== 'area' && before.length >= pointsNeeded[kind] ? [] : before), point]),
    back: () => setPoints((before) => before.slice(0, -1)),
    clear,
  };
}
