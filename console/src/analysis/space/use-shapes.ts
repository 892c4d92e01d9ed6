import { useEffect, useState } from 'react';
import type { Stage } from '../../ui/stage/scene/stage.ts';
import type { Shape } from './shapes.ts';
import { openShapes, type ShapesLayer } from './shapes-layer.ts';

/** Shapes in a picture; one of them as chosen. */
export function useShapes(stage: Stage | undefined, shapes: readonly Shape[], chosen: string | undefined) {
  const [layer, setLayer] = useState<ShapesLayer>();
  useEffect(() => {
    if (!stage) return;
    const opened = stage.add(openShapes);
    setLayer(opened);
    return () => {
      setLayer(undefined);
      stage.removeLayer(opened);
    };
  }, [stage]);
  useEffect(() => layer?.show(shapes, chosen), [layer, shapes, chosen]);
  return layer;
}
