import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';
import { allOf } from '../platform/paging.ts';
import { personName } from '../ui/format.ts';

type Shapes = Schemas['scenes'];
export type Scene = Shapes['SceneMinimal'];
export type SceneObject = Shapes['SceneObject'];
export type View3d = Shapes['View3d'];
type NewObject = Shapes['SceneObjectCreate'];

/** A model that stands in a scene. Without `version` its newest is shown. */
export type ModelObject = SceneObject & { readonly data: Shapes['RepositoryResource'] };
export type ViewObject = SceneObject & { readonly data: View3d };

/** Reality data that stands in a scene. */
export type RealityObject = ModelObject;

const isOfClass = (one: SceneObject, name: string): boolean =>
  one.kind === 'RepositoryResource' && 'class' in one.data && one.data.class.toLowerCase() === name;

export const isModel = (one: SceneObject): one is ModelObject => isOfClass(one, 'models');
export const isReality = (one: SceneObject): one is RealityObject => isOfClass(one, 'realitydata');
export const isView = (one: SceneObject): one is ViewObject => one.kind === 'View3d';

const api = platform.scenes;

/** The scenes of a twin, those that were changed last first. */
export const scenesQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['scenes', twinId],
    async queryFn() {
      const all = await allOf<Scene>(async (paging) => {
        const { scenes, _links } = await answerOf(api.GET('/scenes/', { params: { query: { twinId, ...paging } } }));
        return { items: scenes, more: _links.next !== undefined };
      });
      return all.sort((a, b) => b.lastModified.localeCompare(a.lastModified));
    },
  });

export const sceneQuery = (twinId: string, sceneId: string) =>
  queryOptions({
    queryKey: ['scene', sceneId],
    queryFn: async () =>
      (await answerOf(api.GET('/scenes/{sceneId}', { params: { path: { sceneId }, query: { twinId } } }))).scene,
  });

const objectsPerPage = 100;

/** What a scene is made of; `isPartial` when something is left out that the caller may not see. */
export const objectsQuery = (twinId: string, sceneId: string) =>
  queryOptions({
    queryKey: ['scene', sceneId, 'objects'],
    async queryFn() {
      let isPartial = false;
      const objects = await allOf<SceneObject>(async (paging) => {
        const params = { path: { sceneId }, query: { twinId, orderBy: 'order' as const, ...paging } };
        const page = await answerOf(api.GET('/scenes/{sceneId}/objects', { params }));
        isPartial ||= page.sceneContext.isPartial ?? false;
        return { items: page.objects, more: page._links.next !== undefined };
      }, objectsPerPage);
      return { objects, isPartial };
    },
  });

/** Names of people by their ids. */
export const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['names', ...ids],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      const { users } = await answerOf(platform.users.POST('/users/getbyidlist', { body: [...ids] }));
      return new Map(users.map((user) => [user.id, personName(user)]));
    },
  });

export interface ChosenModel {
  readonly modelId: string;
  /** Kept for the time when the model has gone. */
  readonly name: string;
  /** Changeset; absent: always the newest. */
  readonly version?: string;
}

const objectOf = (twinId: string, { modelId, name, version }: ChosenModel, order: number): NewObject => ({
  kind: 'RepositoryResource',
  version: '1.0.0',
  displayName: name,
  visible: true,
  order,
  data: { twinId, repositoryId: 'models', class: 'models', id: modelId, ...(version ? { version } : {}) },
});

export interface ChosenReality {
  readonly dataId: string;
  readonly name: string;
}

const realityObjectOf = (twinId: string, { dataId, name }: ChosenReality, order: number): NewObject => ({
  kind: 'RepositoryResource',
  version: '1.0.0',
  displayName: name,
  visible: true,
  order,
  data: { twinId, repositoryId: 'realitydata', class: 'RealityData', id: dataId },
});

/** What is put into a scene. */
export interface Chosen {
  readonly models: readonly ChosenModel[];
  readonly realities: readonly ChosenReality[];
}

/** `last`: the highest place that is taken. */
const objectsOf = (twinId: string, { models, realities }: Chosen, last: number): NewObject[] => [
  ...models.map((one, n) => objectOf(twinId, one, last + n + 1)),
  ...realities.map((one, n) => realityObjectOf(twinId, one, last + models.length + n + 1)),
];

export interface SceneText {
  readonly displayName: string;
  readonly description: string;
}

export async function createScene(twinId: string, text: SceneText, chosen: Chosen) {
  const body = {
    displayName: text.displayName,
    ...(text.description ? { description: text.description } : {}),
    sceneData: { objects: objectsOf(twinId, chosen, 0) },
  };
  return (await answerOf(api.POST('/scenes/', { params: { query: { twinId } }, body }))).scene;
}

/** Where a change of a scene goes. */
const at = ({ id, twinId }: Pick<Scene, 'id' | 'twinId'>) => ({ path: { sceneId: id }, query: { twinId } });

export async function describeScene(scene: Scene, { displayName, description }: SceneText): Promise<void> {
  const body = { displayName, description: description || null };
  await answerOf(api.PATCH('/scenes/{sceneId}', { params: at(scene), body }));
}

export async function removeScene(scene: Scene): Promise<void> {
  await answerOf(api.DELETE('/scenes/{sceneId}', { params: at(scene) }));
}

async function addObjects(scene: Scene, objects: NewObject[]): Promise<SceneObject[]> {
  return (await answerOf(api.POST('/scenes/{sceneId}/objects', { params: at(scene), body: { objects } }))).objects;
}

/** `last`: the highest place that is taken. */
export const addContents = (scene: Scene, chosen: Chosen, last: number) =>
  addObjects(scene, objectsOf(scene.twinId, chosen, last));

export const addView = (scene: Scene, displayName: string, data: View3d) =>
  addObjects(scene, [{ kind: 'View3d', version: '1.0.0', displayName, data: { ...data } }]);

const ofObject = (scene: Scene, objectId: string) => ({
  path: { sceneId: scene.id, objectId },
  query: { twinId: scene.twinId },
});

export async function changeObject(scene: Scene, objectId: string, body: Shapes['SceneObjectUpdate']): Promise<void> {
  const init = { params: ofObject(scene, objectId), body };
  await answerOf(api.PATCH('/scenes/{sceneId}/objects/{objectId}', init));
}

export async function removeObject(scene: Scene, objectId: string): Promise<void> {
  await answerOf(api.DELETE('/scenes/{sceneId}/objects/{objectId}', { params: ofObject(scene, objectId) }));
}
