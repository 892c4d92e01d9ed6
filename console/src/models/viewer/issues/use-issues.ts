import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { elementOf, pinOf, poseOf } from '../../../ui/forms/origin.ts';
import { formQuery, formsQuery } from '../../../ui/forms/queries.ts';
import type { FormSummary } from '../../../ui/forms/types.ts';
import { cameraIn, cameraText } from '../../../ui/stage/look-address.ts';
import { boxOf } from '../../../ui/stage/use-stage.ts';
import type { Point } from '../../../ui/stage/view-data.ts';
import { useWholeList } from '../../../ui/whole-list.ts';
import type { Model } from '../../queries.ts';
import type { Scene } from '../use-scene.ts';

const route = getRouteApi('/twins/$twinId/models/$modelId');
const shownAtOnce = 50;
/** More would hide the model. */
const mostPins = 200;

export interface Pin {
  readonly form: FormSummary;
  readonly point: Point;
}

export type Issues = ReturnType<typeof useIssues>;

/** The forms that are about a model: where they are in the picture, and the ways between it and them. */
export function useIssues(model: Model, scene: Scene) {
  const [state, setState] = useState<string>('Open');
  const filter = { modelId: model.id, ...(state === 'all' ? {} : { state }) };
  const query = useInfiniteQuery(formsQuery(model.twinId, filter));
  const list = useWholeList<FormSummary, never>(query, {}, shownAtOnce);
  const { elements, stage, goTo, choice } = scene;
  const pins = useMemo(() => {
    const found: Pin[] = [];
    for (const form of list.all) {
      const point = pinOf(form) ?? middleOf(elements, elementOf(form)?.elementId);
      if (point && found.length < mostPins) found.push({ form, point });
    }
    return found;
  }, [list.all, elements]);
  const navigate = useNavigate();
  const { issue } = route.useSearch();

  const show = (form: FormSummary, smooth: boolean) => {
    const pose = poseOf(form);
    const element = elementIn(elements, elementOf(form)?.elementId);
    if (element) choice.choose(element);
    if (pose) stage?.go(pose, smooth);
    else if (element) goTo(element.id);
  };
  useOpened(scene, show);
  return {
    query,
    list,
    state,
    setState,
    pins,
    chosen: issue,
    all: list.all,
    mostPins,
    show: (form: FormSummary) => show(form, true),
    /** Goes to a form; the way back leads to where one stands now. */
    async open(form: FormSummary) {
      const camera = stage && cameraText(stage.pose());
      const kept = { issue: form.id, ...(camera ? { camera } : {}) };
      const params = { twinId: model.twinId, modelId: model.id };
      await navigate({
        to: '/twins/$twinId/models/$modelId',
        params,
        search: (before) => ({ ...before, ...kept }),
        replace: true,
      });
      const search = { model: model.id, ...(camera ? { camera } : {}) };
      await navigate({ to: '/twins/$twinId/forms/$formId', params: { twinId: model.twinId, formId: form.id }, search });
    },
  };
}

/** An element by its id in the model or by its GlobalId. */
function elementIn(elements: Scene['elements'], id: string | undefined) {
  if (!elements || id === undefined) return undefined;
  return elements.get(id) ?? [...elements.values()].find(({ globalId }) => globalId === id);
}

function middleOf(elements: Scene['elements'], id: string | undefined): Point | undefined {
  const box = elementIn(elements, id)?.box;
  if (!box) return undefined;
  const { low, high } = boxOf(box);
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

/** Stands where the address says, once: by its camera, else where the form was made. */
function useOpened({ stage, elements }: Scene, show: (form: FormSummary, smooth: boolean) => void): void {
  const { issue, camera: now } = route.useSearch();
  const [camera] = useState(now); // the address says later where one has gone since
  const { data } = useQuery({ ...formQuery(issue ?? ''), enabled: issue !== undefined });
  const done = useRef('');
  useEffect(() => {
    const key = `${issue} ${camera}`;
    const pose = cameraIn(camera);
    const isReady = stage && elements && (pose !== undefined || data?.form.id === issue);
    if (!isReady || done.current === key) return;
    const isFirst = done.current === '';
    done.current = key;
    if (!isFirst) return;
    if (pose) stage.go(pose, false);
    else if (data) show(data.form, false);
  }, [stage, elements, issue, camera, data, show]);
}
