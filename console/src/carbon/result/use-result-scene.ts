import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Changeset, Model } from '../../models/queries.ts';
import { elementsQuery } from '../../ui/stage/element-queries.ts';
import { isShown } from '../../ui/stage/looks-of.ts';
import { ghostLook, hiddenLook, type Look } from '../../ui/stage/scene/looks.ts';
import { useLayer } from '../../ui/stage/use-layer.ts';
import { useShown } from '../../ui/stage/use-shown.ts';
import { boxOf, extentsOf, useStage } from '../../ui/stage/use-stage.ts';
import { type Box, distance } from '../../ui/stage/view-data.ts';
import { aspectOf, elementsOf } from './bars.ts';
import { legendOf } from './colours.ts';
import type { ElementsFile } from './figures.ts';
import type { ResultAddress } from './use-address.ts';

interface Of {
  readonly model: Model;
  readonly version: Changeset;
  readonly figures: ElementsFile;
  readonly address: ResultAddress;
}

export type ResultScene = ReturnType<typeof useResultScene>;

/** The model of a result, its elements in the colours of their figures; what no bar has chosen is a shadow. */
export function useResultScene(canvas: RefObject<HTMLCanvasElement | null>, { model, version, figures, address }: Of) {
  const { by, bar, element: chosen, perArea } = address;
  const { stage, failed, extents } = useStage(canvas, extentsOf(model));
  const { layer, ...shownLayer } = useLayer(stage, { modelId: model.id, changesetId: version.id });
  const elements = useQuery(elementsQuery(model.id, version.id)).data;
  const control = useShown();
  const [section, setSection] = useState<Box>();
  const picked = useMemo(() => elementsOf(figures, by, bar), [figures, by, bar]);
  const legend = useMemo(
    () => legendOf(figures, aspectOf(figures, by, bar), perArea, picked),
    [figures, by, bar, perArea, picked],
  );

  useEffect(() => {
    const colors = new Map<string, number>();
    for (const { ids, color } of legend) for (const id of ids) colors.set(id, color);
    const look = (id: string): Look => {
      if (!isShown(control.shown, id)) return hiddenLook;
      return picked && !picked.has(id) ? ghostLook : (colors.get(id) ?? ghostLook);
    };
    layer?.paint(look);
    layer?.choose(chosen);
    stage?.redraw();
  }, [stage, layer, control.shown, legend, picked, chosen]);
  useEffect(() => stage?.section(section), [stage, section]);

  const box = chosen === undefined ? undefined : elements?.get(chosen)?.box;
  const fitChosen = box && stage ? () => stage.fit(around(boxOf(box))) : undefined;
  return {
    stage,
    failed,
    extents,
    section,
    setSection,
    control,
    fitChosen,
    elements,
    legend,
    picked,
    layer: { ...shownLayer, layer },
  };
}

/** A box with some room about it, so that one sees where it is. */
function around({ low, high }: Box): Box {
  const room = Math.max(0.5, 0.35 * distance(low, high));
  return { low: [low[0] - room, low[1] - room, low[2] - room], high: [high[0] + room, high[1] + room, high[2] + room] };
}
