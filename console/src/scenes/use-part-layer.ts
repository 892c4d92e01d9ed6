import { useEffect } from 'react';
import { isShown } from '../ui/stage/looks-of.ts';
import { hiddenLook, ownLook } from '../ui/stage/scene/looks.ts';
import { type ShownLayer, useLayer } from '../ui/stage/use-layer.ts';
import type { Part } from './content.ts';
import { keyOf, type SceneSpace, versionOf } from './use-scene-space.ts';

/** A model in the picture of its scene. */
export function usePartLayer(space: SceneSpace, part: Part): ShownLayer {
  const { id } = part.object;
  const { stage, layers, control, chosen, settle } = space;
  const shown = useLayer(stage, { modelId: part.model?.id ?? '', changesetId: versionOf(part) });
  const { layer, tiles, error, settled } = shown;
  const isOn = space.isOn(part);
  const element = chosen?.part.object.id === id ? chosen.elementId : undefined;

  useEffect(() => {
    if (!layer) return;
    const known = layers.current;
    known.set(layer, id);
    return () => void known.delete(layer);
  }, [layer, layers, id]);
  useEffect(() => {
    if (!layer) return;
    layer.group.visible = isOn;
    layer.paint((one) => (isShown(control.shown, keyOf(id, one)) ? ownLook : hiddenLook));
    layer.choose(element);
    stage?.redraw();
  }, [stage, layer, id, isOn, control.shown, element]);

  const nothingComes = versionOf(part) === undefined || tiles?.status === 'Invalid' || Boolean(error);
  useEffect(() => settle(id, settled || !isOn || nothingComes), [settle, id, settled, isOn, nothingComes]);
  return shown;
}
