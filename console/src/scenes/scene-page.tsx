import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { modelQuery } from '../models/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { isModel, isView, objectsQuery, type Scene, type SceneObject, sceneQuery } from './queries.ts';
import { SceneBench } from './scene-bench.tsx';

const route = getRouteApi('/twins/$twinId/scenes/$sceneId');

/** A scene: all its models in one picture. */
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
  const [open, setOpen] = useState(false);
  if (!open && queries.every(({ isPending }) => !isPending)) setOpen(true);
  const [pending] = queries.filter(({ isPending }) => isPending);
  if (!open) return pending ? <Loaded query={pending}>{() => null}</Loaded> : null;
  const parts = placed.map((object) => {
    const query = queries[ids.indexOf(object.data.id)];
    return { object, model: query?.data, error: query?.error };
  });
  const frame = parts.find(({ model }) => model?.ecefTransform)?.model?.ecefTransform;
  return <SceneBench key={frame?.join()} {...{ scene, parts, frame, isPartial }} views={objects.filter(isView)} />;
}
