import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { elementQuery } from '../ui/stage/element-queries.ts';
import { type IdCodec, modelIds, sectionIn, shownIn } from '../ui/stage/look-address.ts';
import type { Picked } from '../ui/stage/scene/aims.ts';
import type { Drawn } from '../ui/stage/scene/drawn.ts';
import { useLinkedLook } from '../ui/stage/use-linked-look.ts';
import { useShown } from '../ui/stage/use-shown.ts';
import { emptyBox, useStage } from '../ui/stage/use-stage.ts';
import type { Box } from '../ui/stage/view-data.ts';
import { poseOf, view3dOf } from './camera.ts';
import type { AnyPart, Part, SceneContent } from './content.ts';
import { aroundAll, between, boxInScene, isFar } from './place.ts';
import type { ViewObject } from './queries.ts';
import type { SceneSearch } from './search.ts';
import { useSceneBoxes } from './use-scene-boxes.ts';
import { useSceneClouds } from './use-scene-clouds.ts';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

/** The version of a part that is shown. */
export const versionOf = ({ object, model }: Part): string | undefined =>
  model && (object.data.version ?? model.latestChangesetId);

/** An element among those of all models. */
export const keyOf = (objectId: string, elementId: string): string => `${objectId} ${elementId}`;

/** Ids of several models: those of each behind the object that it is in. */
const sceneIds: IdCodec = {
  textOf: (keys) =>
    [...Map.groupBy(keys, (key) => key.split(' ')[0] ?? '')]
      .map(([object, own]) => `${object}~${modelIds.textOf(new Set(own.map((key) => key.split(' ')[1] ?? '')))}`)
      .join('!'),
  idsIn: (text) =>
    text.split('!').flatMap((part) => {
      const [object = '', ids = ''] = part.split('~');
      return modelIds.idsIn(ids).map((id) => keyOf(object, id));
    }),
};

export type SceneSpace = ReturnType<typeof useSceneSpace>;

/** Goes to a view; the one that the address names is opened as soon as there is a picture, unless it names a camera, too. */
function useViews(
  stage: ReturnType<typeof useStage>['stage'],
  { views, frame }: SceneContent,
  extents: ReturnType<typeof extentsOf>,
  address: { readonly view?: string | undefined; readonly camera?: unknown },
) {
  const showView = (view: ViewObject, smooth: boolean) =>
    stage?.go(poseOf(view.data, stage.aspect(), extents, frame), smooth);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is turned afterwards stays turned
  useEffect(() => {
    const opened = views.find(({ id }) => id === address.view);
    if (opened && !address.camera) showView(opened, false);
  }, [stage]);
  return showView;
}

/** The picture of a scene, and what changes it. */
export function useSceneSpace(canvas: RefObject<HTMLCanvasElement | null>, content: SceneContent) {
  const { parts, realities, frame } = content;
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOn = ({ object }: AnyPart) => turned.get(object.id) ?? object.visible ?? true;
  const { boxes, lift } = useSceneBoxes(parts, realities, frame);
  const extents = extentsOf(boxes, [...parts, ...realities].filter(isOn));
  const { stage, failed } = useStage(canvas, extents, frame);
  useEffect(() => {
    for (const box of boxes.values()) stage?.enclose(box);
  }, [stage, boxes]);
  const address = route.useSearch();
  const control = useShown(() => shownIn(address, sceneIds));
  const [section, setSection] = useState(() => sectionIn(address.section));
  useEffect(() => stage?.section(section), [stage, section]);
  const layers = useRef(new Map<Drawn, string>());
  const clouds = useSceneClouds(stage);
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const change = useAddress();
  const isLinked = useLinkedLook({ stage, section, search: address, codec: sceneIds, shown: control.shown, change });
  const part = parts.find(({ object }) => object.id === address.model);
  const chosen = part && address.element ? { part, elementId: address.element } : undefined;
  const box = useElementBox(chosen);

  const showView = useViews(stage, content, extents, address);

  return {
    stage,
    frame,
    failed,
    extents,
    control,
    section,
    setSection,
    layers,
    chosen,
    isOn,
    isLinked,
    ...clouds,
    lift,
    settled: [...parts, ...realities].every(({ object }) => ready.has(object.id)),
    fitChosen: chosen && box && (() => stage?.fit(boxInScene(frame, chosen.part.model?.ecefTransform, box))),
    fitPart({ object }: AnyPart) {
      const own = boxes.get(object.id);
      if (own) stage?.fit(own);
    },
    /** Metres to the first model. */
    awayOf({ object }: AnyPart) {
      const [first] = boxes.values();
      const own = boxes.get(object.id);
      return first && own ? between(first, own) : 0;
    },
    setOn: ({ object }: AnyPart, on: boolean) => setTurned((before) => new Map(before).set(object.id, on)),
    settle: useCallback((objectId: string, is: boolean) => setReady((before) => changed(before, objectId, is)), []),
    choose(picked: Picked | undefined) {
      const hit = picked && layers.current.get(picked.layer);
      const reality = realities.find(({ object }) => object.id === hit);
      const model = reality ? undefined : hit;
      clouds.setPoint(picked && reality && { picked, part: reality });
      change({ model, element: model && picked?.id });
      return hit !== undefined;
    },
    openView(view: ViewObject) {
      change({ view: view.id });
      showView(view, true);
    },
    camera: stage && (() => view3dOf(stage.pose(), stage.aspect(), extents, frame)),
  };
}

function changed(before: ReadonlySet<string>, one: string, inside: boolean): Set<string> {
  const after = new Set(before);
  if (inside) after.add(one);
  else after.delete(one);
  return after;
}

/** What those take up that are switched on, as far as they can be looked at together. */
function extentsOf(boxes: ReadonlyMap<string, Box>, parts: readonly AnyPart[]): Box {
  const on = parts.flatMap(({ object }) => boxes.get(object.id) ?? []);
  const all = on.length > 0 ? on : [...boxes.values()];
  return aroundAll(all.filter((box) => all[0] && !isFar(between(all[0], box)))) ?? emptyBox;
}

function useElementBox(chosen: { readonly part: Part; readonly elementId: string } | undefined) {
  const [modelId, version] = [chosen?.part.model?.id ?? '', chosen ? (versionOf(chosen.part) ?? '') : ''];
  const query = elementQuery(modelId, version, chosen?.elementId ?? '');
  return useQuery({ ...query, enabled: modelId !== '' && version !== '' }).data?.box;
}

/** Changes a part of the address; undefined takes it away. */
function useAddress() {
  const navigate = useNavigate({ from: '/twins/$twinId/scenes/$sceneId' });
  return (change: { readonly [Name in keyof SceneSearch]: string | undefined }) =>
    void navigate({ search: (before: SceneSearch) => ({ ...before, ...change }), replace: true, resetScroll: false });
}
