import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Drawable } from '../../ui/stage/reality/source.ts';
import { styleOf } from '../../ui/stage/reality/style-data.ts';
import { useReality } from '../../ui/stage/reality/use-reality.ts';
import type { Picked } from '../../ui/stage/scene/aims.ts';
import { type CloudStyle, usualStyle } from '../../ui/stage/scene/cloud/style.ts';
import { useShown } from '../../ui/stage/use-shown.ts';
import { useStage } from '../../ui/stage/use-stage.ts';
import { type Box, clipsOf, type Point, poseOf, sectionOf, view3dOf } from '../../ui/stage/view-data.ts';
import { extensionData, viewQuery } from '../../ui/stage/views/queries.ts';

const route = getRouteApi('/twins/$twinId/reality/$dataId');

/** The extension of saved views that holds how the data is drawn. */
export const extensionOf = (dataId: string): string => `ConsoleReality-${dataId}`;

export type DataSpace = ReturnType<typeof useDataSpace>;

/** The picture of reality data, and what changes it. */
export function useDataSpace(canvas: RefObject<HTMLCanvasElement | null>, drawable: Drawable) {
  const { box: extents, frame, data } = drawable;
  const { stage, failed } = useStage(canvas, extents, frame);
  const control = useShown();
  const [section, setSection] = useState<Box>();
  const [style, setStyle] = useState<CloudStyle>(usualStyle);
  const [lift, setLift] = useState(0);
  const [picked, setPicked] = useState<Picked>();
  useEffect(() => stage?.section(section), [stage, section]);
  const shown = useReality(stage, drawable, { style, isOn: true, lift });
  const openView = useOpenedView(stage, extents, data.id, setSection, setStyle);
  useEffect(() => shown.layer?.mark(picked?.point), [shown.layer, picked]);
  const goToPoint = () => picked && stage?.fit(around(picked.point, extents));
  return {
    stage,
    failed,
    extents,
    control,
    section,
    setSection,
    style,
    setStyle,
    lift,
    setLift,
    shown,
    picked,
    openView,
    goToPoint,
    fitChosen: picked && goToPoint,
    pick(one: Picked | undefined) {
      setPicked(one);
      return one !== undefined;
    },
    take:
      stage &&
      (() => {
        const view = {
          ...view3dOf(stage.pose(), stage.aspect()),
          ...(section ? { clipVectors: clipsOf(section) } : {}),
        };
        const extensions = [{ extensionName: extensionOf(data.id), data: JSON.stringify(style) }];
        return { view, extensions, image: stage.image(1120, 800) };
      }),
  };
}

/** A hundredth of the whole, around a point. */
function around([x, y, z]: Point, { low, high }: Box): Box {
  const room = Math.max(0.5, Math.hypot(high[0] - low[0], high[1] - low[1]) / 100);
  return { low: [x - room, y - room, z - room], high: [x + room, y + room, z + room] };
}

/** Shows the saved view that the address names, once: what is turned afterwards stays turned. */
function useOpenedView(
  stage: ReturnType<typeof useStage>['stage'],
  extents: Box,
  dataId: string,
  setSection: (section: Box | undefined) => void,
  setStyle: (style: CloudStyle) => void,
) {
  const { view: id } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: saved } = useQuery({ ...viewQuery(id ?? ''), enabled: id !== undefined });
  const [asked, ask] = useState(0);
  const done = useRef('');
  useEffect(() => {
    const key = `${saved?.id} ${asked}`;
    const view = saved?.savedViewData?.twin3dView;
    if (!stage || !view || saved.id !== id || done.current === key) return;
    done.current = key;
    stage.go(poseOf(view, stage.aspect()), asked > 0);
    setSection(sectionOf(view.clipVectors, extents));
    setStyle(styleOf(extensionData(saved, extensionOf(dataId))));
  }, [stage, saved, id, asked, extents, dataId, setSection, setStyle]);
  return useCallback(
    (view: string) => {
      void navigate({ search: { view }, replace: true, resetScroll: false });
      ask((times) => times + 1);
    },
    [navigate],
  );
}
