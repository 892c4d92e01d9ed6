import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ColourBy, isColourBy, legendOf, propertyIn } from '../../ui/stage/colours.ts';
import { elementsQuery } from '../../ui/stage/element-queries.ts';
import type { ElementInfo, Elements } from '../../ui/stage/elements.ts';
import { modelIds, sectionIn, shownIn } from '../../ui/stage/look-address.ts';
import { looksOf, looksOfOlder } from '../../ui/stage/looks-of.ts';
import type { TileElement } from '../../ui/stage/scene/dress.ts';
import { useLayer } from '../../ui/stage/use-layer.ts';
import { useLinkedLook } from '../../ui/stage/use-linked-look.ts';
import { useShown } from '../../ui/stage/use-shown.ts';
import { boxOf, extentsOf, useStage } from '../../ui/stage/use-stage.ts';
import { type Box, distance } from '../../ui/stage/view-data.ts';
import { viewQuery } from '../../ui/stage/views/queries.ts';
import type { Changeset, Model } from '../queries.ts';
import { limitOf } from './comparison/changes.ts';
import { useComparison } from './comparison/use-comparison.ts';
import { propertyValuesQuery } from './property-values.ts';
import { useAddress, useChoice } from './use-choice.ts';
import { stateOf } from './views/state.ts';

const route = getRouteApi('/twins/$twinId/models/$modelId');

interface Versions {
  readonly model: Model;
  readonly changesets: readonly Changeset[];
  readonly shown: Changeset;
  readonly older: Changeset | undefined;
}

export type Scene = ReturnType<typeof useScene>;

interface Coloured {
  readonly modelId: string;
  readonly changesetId: string;
  readonly elements: Parameters<typeof legendOf>[0] | undefined;
  readonly colourBy: ReturnType<typeof useColours>[0];
  readonly changes: ReturnType<typeof useComparison>['changes'];
}

/** What the colours mean; none while a comparison has its own, and until the values of a property are there. */
function useLegend({ modelId, changesetId, elements, colourBy, changes }: Coloured) {
  const property = propertyIn(colourBy);
  const values = useQuery({ ...propertyValuesQuery(modelId, changesetId), enabled: property !== undefined });
  const ofProperty = values.data?.get(property ?? '')?.values;
  const legend = useMemo(() => {
    if (!elements || !colourBy || changes || (property !== undefined && !ofProperty)) return [];
    return legendOf(elements, colourBy, ofProperty);
  }, [elements, colourBy, changes, property, ofProperty]);
  return { legend, values };
}

/** Everything that the picture shows, and what changes it. */
export function useScene(canvas: RefObject<HTMLCanvasElement | null>, { model, changesets, shown, older }: Versions) {
  const { stage, failed, extents: newest } = useStage(canvas, extentsOf(model));
  const seen = useRef(new Map<string, TileElement>());
  const note = useCallback((elements: readonly TileElement[]) => {
    for (const one of elements) seen.current.set(one.id, one);
  }, []);
  const newer = useLayer(stage, { modelId: model.id, changesetId: shown.id }, note);
  const before = useLayer(stage, { modelId: model.id, changesetId: older?.id });
  const elements = useQuery(elementsQuery(model.id, shown.id)).data;
  const olderElements = useQuery({ ...elementsQuery(model.id, older?.id ?? ''), enabled: older !== undefined }).data;
  const extents = useWhole(stage, elements, older && olderElements, newest);
  const choice = useChoice(elements, older ? olderElements : undefined);
  const search = route.useSearch();
  const control = useShown(() => shownIn(search, modelIds));
  const [colourBy, setColourBy] = useColours();
  const [section, setSection] = useState(() => sectionIn(search.section));
  const follower = older && changesets.find(({ index }) => index === older.index + 1)?.id;
  const comparison = useComparison(model, shown, follower, limitOf(search.differ));
  const { changes } = comparison;
  const { legend, values } = useLegend({ modelId: model.id, changesetId: shown.id, elements, colourBy, changes });

  useEffect(() => {
    newer.layer?.paint(looksOf(control.shown, legend, changes, choice.id));
    before.layer?.paint(looksOfOlder(control.shown, changes ?? []));
    for (const layer of [newer.layer, before.layer]) layer?.choose(choice.id);
    stage?.redraw();
  }, [stage, newer.layer, before.layer, control.shown, legend, changes, choice.id]);
  useEffect(() => stage?.section(section), [stage, section]);

  const goTo = useCallback(
    (id: string) => {
      const box = elements?.get(id)?.box ?? olderElements?.get(id)?.box;
      if (box) stage?.fit(around(boxOf(box), (changes ? 0.12 : 0) * distance(extents.low, extents.high)));
    },
    [stage, elements, olderElements, changes, extents],
  );
  const { id: chosen } = choice;
  const chosenBox = chosen && (elements?.get(chosen) ?? olderElements?.get(chosen))?.box;
  const openView = useOpenedView({ stage, elements, extents, setSection, setColourBy, setShown: control.set });
  const change = useAddress();
  const isLinked = useLinkedLook({ stage, section, search, codec: modelIds, shown: control.shown, change });
  return {
    stage,
    failed,
    extents,
    newer,
    before,
    elements,
    olderElements,
    choice,
    control,
    comparison,
    legend,
    values,
    colourBy,
    setColourBy,
    section,
    setSection,
    goTo,
    openView,
    seen,
    isLinked,
    fitChosen: chosen && chosenBox ? () => goTo(chosen) : undefined,
  };
}

/** What is coloured by; the address holds it. */
function useColours() {
  const { colour } = route.useSearch();
  const change = useAddress();
  const [colourBy, set] = useState<ColourBy | undefined>(() => (isColourBy(colour) ? colour : undefined));
  const setColourBy = useCallback(
    (by: ColourBy | undefined) => {
      set(by);
      change({ colour: by });
    },
    [change],
  );
  return [colourBy, setColourBy] as const;
}

/** What the versions that are shown take up. The model tells that of its newest one only; others may reach further. */
function useWhole(
  stage: ReturnType<typeof useStage>['stage'],
  elements: Elements | undefined,
  older: Elements | undefined,
  newest: Box,
): Box {
  const { view, camera } = route.useSearch();
  const opensView = useRef(view !== undefined || camera !== undefined);
  const whole = useMemo(
    () => aroundAll([...(elements?.values() ?? []), ...(older?.values() ?? [])]) ?? newest,
    [elements, older, newest],
  );
  useEffect(() => {
    stage?.enclose(whole);
    if (stage && !contains(newest, whole) && !opensView.current) stage.fit(whole, false);
  }, [stage, whole, newest]);
  return whole;
}

function aroundAll(elements: readonly ElementInfo[]): Box | undefined {
  const boxes = elements.flatMap(({ box }) => (box ? [boxOf(box)] : []));
  const [first, ...rest] = boxes;
  return first && rest.reduce(together, first);
}

const together = (a: Box, b: Box): Box => ({
  low: [Math.min(a.low[0], b.low[0]), Math.min(a.low[1], b.low[1]), Math.min(a.low[2], b.low[2])],
  high: [Math.max(a.high[0], b.high[0]), Math.max(a.high[1], b.high[1]), Math.max(a.high[2], b.high[2])],
});

const contains = (a: Box, b: Box): boolean => {
  const both = together(a, b);
  return distance(both.low, a.low) + distance(both.high, a.high) < 0.01;
};

/** Shows the saved view that the address names, once: what is turned afterwards stays turned. */
function useOpenedView(of: {
  readonly stage: ReturnType<typeof useStage>['stage'];
  readonly elements: Parameters<typeof stateOf>[3];
  readonly extents: Box;
  readonly setSection: (section: Box | undefined) => void;
  readonly setColourBy: (by: ColourBy | undefined) => void;
  readonly setShown: ReturnType<typeof useShown>['set'];
}) {
  const { stage, elements, extents, setSection, setColourBy, setShown } = of;
  const { view: id, camera } = route.useSearch();
  const change = useAddress();
  const { data: saved } = useQuery({ ...viewQuery(id ?? ''), enabled: id !== undefined });
  const [asked, ask] = useState(0);
  const done = useRef('');
  const [moved] = useState(camera !== undefined); // the address holds what has become of the view
  useEffect(() => {
    const key = `${saved?.id} ${asked}`;
    if (!stage || !saved || !elements || saved.id !== id || done.current === key) return;
    if (moved && asked === 0) return;
    const state = stateOf(saved, extents, stage.aspect(), elements);
    done.current = key;
    if (!state) return;
    stage.go(state.pose, asked > 0);
    setSection(state.section);
    setColourBy(state.colourBy);
    setShown(state.shown);
  }, [stage, saved, elements, id, asked, moved, extents, setSection, setColourBy, setShown]);
  return useCallback(
    (viewId: string) => {
      change({ view: viewId });
      ask((times) => times + 1);
    },
    [change],
  );
}

/** A box with some room about it, so that one sees where it is; what has changed is seen in what is around it. */
function around({ low, high }: Box, least: number): Box {
  const room = Math.max(0.5, least, 0.35 * distance(low, high));
  return { low: [low[0] - room, low[1] - room, low[2] - room], high: [high[0] + room, high[1] + room, high[2] + room] };
}
