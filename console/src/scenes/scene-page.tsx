import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { modelQuery } from '../models/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { drawableQuery } from '../ui/stage/reality/source.ts';
import { isModel, isReality, isView, objectsQuery, type Scene, type SceneObject, sceneQuery } from './queries.ts';
import { SceneBench } from './scene-bench.tsx';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

/** A scene: all its models and reality data in one picture. */
export function ScenePage() {
  const { twinId, sceneId } = route.useParams();
  const scene = useQuery(sceneQuery(twinId, sceneId));
  const objects = useQuery(objectsQuery(twinId, sceneId));
  return (
    <Loaded query={scene}>
      {(one) => <Loaded query={objects}>{(content) => <Opened key={sceneId} scene={one} {...content} />}</Loaded>}
    </Loaded>
  );
}

interface OpenedProps {
  readonly scene: Scene;
  readonly objects: readonly SceneObject[];
  readonly isPartial: boolean;
}

/** Where things stand is known when the models are: the first that has a place gives the coordinates. */
function Opened({ scene, objects, isPartial }: OpenedProps) {
  const placed = objects.filter(isModel);
  const ids = [...new Set(placed.map(({ data }) => data.id))];
  const queries = useQueries({ queries: ids.map((id) => modelQuery(id)) });
  const measured = objects.filter(isReality);
  const drawables = useQueries({
    queries: measured.map(({ data }) => drawableQuery(data.id, data.twinId ?? scene.twinId)),
  });
  const [open, setOpen] = useState(false);
  const pending = queries.find(({ isPending }) => isPending);
  const waiting = drawables.find(({ isPending }) => isPending);
  if (!open && !pending && !waiting) setOpen(true);
  if (!open && pending) return <Loaded query={pending}>{() => null}</Loaded>;
  if (!open) return waiting ? <Loaded query={waiting}>{() => null}</Loaded> : null;
  const parts = placed.map((object) => {
    const query = queries[ids.indexOf(object.data.id)];
    return { object, model: query?.data, error: query?.error };
  });
  const realities = measured.map((object, n) => {
    const query = drawables[n];
    return { object, drawable: query?.data ?? undefined, error: query?.error };
  });
  const frame =
    parts.find(({ model }) => model?.ecefTransform)?.model?.ecefTransform ??
    realities.find(({ drawable }) => drawable?.frame)?.drawable?.frame;
  const content = { scene, parts, realities, frame, isPartial };
  return <SceneBench key={frame?.join()} {...content} views={objects.filter(isView)} />;
}
