import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Model } from '../models/queries.ts';
import { elementQuery } from '../viewer/element-queries.ts';
import type { Layer } from '../viewer/scene/layer.ts';
import type { Picked } from '../viewer/scene/stage.ts';
import { useShown } from '../viewer/use-shown.ts';
import { emptyBox, useStage } from '../viewer/use-stage.ts';
import type { Box } from '../viewer/view-data.ts';
import { poseOf, view3dOf } from './camera.ts';
import { aroundAll, boxInScene, type Frame } from './place.ts';
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
  const [off, setOff] = useState(() => new Set(idsOf(parts.filter(({ object }) => object.visible === false))));
  const isOn = (objectId: string) => !off.has(objectId);
  const extents = useExtents(parts, frame, off);
  const { stage, failed } = useStage(canvas, extents, frame);
  useEffect(() => stage?.enclose(extents), [stage, extents]);
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
  const fit = (own: Frame, of: { low: number[]; high: number[] }) => stage?.fit(boxInScene(frame, own, of));

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
    fitChosen: chosen && box && (() => void fit(chosen.part.model?.ecefTransform, box)),
    fitPart: ({ model }: Part) => void (model?.extents && fit(model.ecefTransform, model.extents)),
    setOn: (objectId: string, on: boolean) => setOff((before) => changed(before, objectId, !on)),
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

const idsOf = (parts: readonly Part[]) => parts.map(({ object }) => object.id);

function changed(before: ReadonlySet<string>, one: string, inside: boolean): Set<string> {
  const after = new Set(before);
  if (inside) after.add(one);
  else after.delete(one);
  return after;
}

/** What the models take up that are switched on. */
function useExtents(parts: readonly Part[], frame: Frame, off: ReadonlySet<string>): Box {
  const on = parts.filter(({ object }) => !off.has(object.id));
  const boxes = (on.length > 0 ? on : parts).flatMap(({ model }) =>
    model?.extents ? [boxInScene(frame, model.ecefTransform, model.extents)] : [],
  );
  const around = aroundAll(boxes) ?? emptyBox;
  const key = JSON.stringify(around);
  return useMemo((): Box => JSON.parse(key), [key]);
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
