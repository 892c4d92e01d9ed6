import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Model } from '../models/queries.ts';
import { elementQuery } from '../ui/stage/element-queries.ts';
import type { Layer } from '../ui/stage/scene/layer.ts';
import type { Picked } from '../ui/stage/scene/stage.ts';
import { useShown } from '../ui/stage/use-shown.ts';
import { emptyBox, useStage } from '../ui/stage/use-stage.ts';
import type { Box } from '../ui/stage/view-data.ts';
import { poseOf, view3dOf } from './camera.ts';
import { aroundAll, between, boxInScene, type Frame, isFar } from './place.ts';
import type { ModelObject, Scene, ViewObject } from './queries.ts';
import type { SceneSearch } from './search.ts';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

/** A model of the scene; without `model` it has gone, or one may not see it. */
export interface Part {
  readonly object: ModelObject;
  readonly model: Model | undefined;
  readonly error: unknown;
}

export interface SceneContent {
  readonly scene: Scene;
  readonly parts: readonly Part[];
  readonly views: readonly ViewObject[];
  readonly frame: Frame;
  readonly isPartial: boolean;
}

/** The version of a part that is shown. */
export const versionOf = ({ object, model }: Part): string | undefined =>
  model && (object.data.version ?? model.latestChangesetId);

/** An element among those of all models. */
export const keyOf = (objectId: string, elementId: string): string => `${objectId} ${elementId}`;

export type SceneSpace = ReturnType<typeof useSceneSpace>;

/** The picture of a scene, and what changes it. */
export function useSceneSpace(canvas: RefObject<HTMLCanvasElement | null>, content: SceneContent) {
  const { parts, views, frame } = content;
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOn = ({ object }: Part) => turned.get(object.id) ?? object.visible ?? true;
  const boxes = useBoxes(parts, frame);
  const extents = extentsOf(boxes, parts.filter(isOn));
  const { stage, failed } = useStage(canvas, extents, frame);
  useEffect(() => {
    for (const box of boxes.values()) stage?.enclose(box);
  }, [stage, boxes]);
  const control = useShown();
  const [section, setSection] = useState<Box>();
  useEffect(() => stage?.section(section), [stage, section]);
  const layers = useRef(new Map<Layer, string>());
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());

  const address = route.useSearch();
  const change = useAddress();
  const part = parts.find(({ object }) => object.id === address.model);
  const chosen = part && address.element ? { part, elementId: address.element } : undefined;
  const box = useElementBox(chosen);

  const showView = (view: ViewObject, smooth: boolean) =>
    stage?.go(poseOf(view.data, stage.aspect(), extents, frame), smooth);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is turned afterwards stays turned
  useEffect(() => {
    const opened = views.find(({ id }) => id === address.view);
    if (opened) showView(opened, false);
  }, [stage]);

  return {
    ...{ stage, failed, extents, control, section, setSection, layers, chosen, isOn },
    settled: parts.every(({ object }) => ready.has(object.id)),
    fitChosen: chosen && box && (() => stage?.fit(boxInScene(frame, chosen.part.model?.ecefTransform, box))),
    fitPart({ object }: Part) {
      const own = boxes.get(object.id);
      if (own) stage?.fit(own);
    },
    /** Metres to the first model. */
    awayOf({ object }: Part) {
      const [first] = boxes.values();
      const own = boxes.get(object.id);
      return first && own ? between(first, own) : 0;
    },
    setOn: ({ object }: Part, on: boolean) => setTurned((before) => new Map(before).set(object.id, on)),
    settle: useCallback((objectId: string, is: boolean) => setReady((before) => changed(before, objectId, is)), []),
    choose(picked: Picked | undefined) {
      const model = picked && layers.current.get(picked.layer);
      change({ model, element: model && picked.id });
      return model !== undefined;
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

/** What each model takes up, by its object. */
function useBoxes(parts: readonly Part[], frame: Frame): ReadonlyMap<string, Box> {
  const boxes = parts.flatMap(({ object, model }) =>
    model?.extents ? [[object.id, boxInScene(frame, model.ecefTransform, model.extents)]] : [],
  );
  const key = JSON.stringify(boxes); // models are read again from time to time, and are the same then
  return useMemo(() => new Map(JSON.parse(key)), [key]);
}

/** What those take up that are switched on, as far as they can be looked at together. */
function extentsOf(boxes: ReadonlyMap<string, Box>, parts: readonly Part[]): Box {
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
