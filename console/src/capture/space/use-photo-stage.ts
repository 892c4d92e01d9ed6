import { type RefObject, useEffect, useState } from 'react';
import { useReality } from '../../ui/stage/reality/use-reality.ts';
import type { Picked } from '../../ui/stage/scene/aims.ts';
import { usualStyle } from '../../ui/stage/scene/cloud/style.ts';
import { openPhotoCones, type PhotoCones } from '../../ui/stage/scene/photo-cones.ts';
import { useShown } from '../../ui/stage/use-shown.ts';
import { useStage } from '../../ui/stage/use-stage.ts';
import type { Box } from '../../ui/stage/view-data.ts';
import { lookThrough, type PhotoSpace } from './cones.ts';

export type PhotoStage = ReturnType<typeof usePhotoStage>;

/** The picture of oriented photos with their model. `chosen`: index of the photo that is chosen. */
export function usePhotoStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  { cones, tiles, box }: PhotoSpace,
  chosen: number | undefined,
) {
  const { stage, failed, extents } = useStage(canvas, box, tiles?.frame);
  const control = useShown();
  const [section, setSection] = useState<Box>();
  const [showsCones, setShowsCones] = useState(true);
  const [showsModel, setShowsModel] = useState(true);
  const shown = useReality(stage, tiles ?? undefined, { style: usualStyle, isOn: showsModel, lift: 0 });
  const [layer, setLayer] = useState<PhotoCones>();
  useEffect(() => stage?.section(section), [stage, section]);
  useEffect(() => {
    if (!stage) return;
    const opened = stage.add((place) => openPhotoCones(cones, place));
    setLayer(opened);
    return () => {
      setLayer(undefined);
      stage.removeLayer(opened);
    };
  }, [stage, cones]);
  useEffect(() => layer?.choose(chosen), [layer, chosen]);
  useEffect(() => {
    if (!layer) return;
    layer.group.visible = showsCones;
    stage?.redraw();
  }, [stage, layer, showsCones]);
  const cone = chosen === undefined ? undefined : cones[chosen];
  const goToPhoto = () => cone && stage?.go(lookThrough(cone));
  return {
    stage,
    failed,
    extents,
    control,
    section,
    setSection,
    shown,
    goToPhoto,
    showsCones,
    setShowsCones,
    showsModel,
    setShowsModel,
    settled: tiles === null || shown.settled,
    fitChosen: cone && goToPhoto,
    /** The index of the photo that was hit; undefined of anything else. */
    photoAt: (picked: Picked | undefined): number | undefined =>
      picked && picked.layer === layer ? Number(picked.id) : undefined,
  };
}
