import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';
import { type Making, unique } from './world-things.ts';

export type SceneThing = 'scene' | 'sceneObject' | 'sceneLayer' | 'sceneTag';

const version = '1.0.0';
const newLayer = () => ({ kind: 'Layer', version, data: {}, displayName: unique('Layer') });
const newMap = (twinId: string) => ({
  ...{ kind: 'RepositoryResource', version },
  data: { twinId, repositoryId: 'maps', class: 'GeographicInformationSystem', id: randomUUID() },
});
const ofTwin = async (operation: string, { idOf }: Pick<Making, 'idOf'>) => `${operation}?twinId=${await idOf('twin')}`;

async function newObject(m: Making, body: object): Promise<string> {
  const objects = await ofTwin(`POST /scenes/${await m.idOf('scene')}/objects`, m);
  return (await m.make(objects, { objects: [body] })).objects[0].id;
}

export const sceneMakers: Readonly<Record<SceneThing, (m: Making) => Promise<string>>> = {
  scene: async (m) => (await m.make(await ofTwin('POST /scenes', m), { displayName: unique('Scene') })).scene.id,
  sceneObject: async (m) => newObject(m, newMap(await m.idOf('twin'))),
  sceneLayer: async (m) => newObject(m, newLayer()),
  sceneTag: async (m) => (await m.make(await ofTwin('POST /scenes/tags', m), { displayName: unique('Tag') })).tag.id,
};

const inLayer = async ({ idOf }: World) => ({ parentId: await idOf('sceneLayer'), displayName: unique('Object') });
const tagged = async ({ idOf }: World) => ({ displayName: unique('Scene'), tagIds: [await idOf('sceneTag')] });

export const sceneBodies: Readonly<Record<string, (world: World) => unknown>> = {
  'scenes.createScene': async (world) => ({
    ...(await tagged(world)),
    parentId: await world.idOf('scene'),
    sceneData: { objects: [newLayer(), newMap(await world.idOf('twin'))] },
  }),
  'scenes.replaceScene': async (world) => ({ ...(await tagged(world)), sceneData: { objects: [newLayer()] } }),
  'scenes.updateScene': tagged,
  'scenes.createObjects': async (world) => ({ objects: [{ ...newLayer(), ...(await inLayer(world)) }] }),
  'scenes.updateObject': inLayer,
  'scenes.updateObjects': async (world) => ({
    operations: [
      { op: 'add', payload: { ...newLayer(), ...(await inLayer(world)) } },
      { op: 'update', id: await world.idOf('sceneObject'), payload: await inLayer(world) },
      { op: 'remove', id: await world.idOf('sceneLayer') },
    ],
  }),
  'scenes.createTag': () => ({ displayName: unique('Tag') }),
  'scenes.updateTag': () => ({ displayName: unique('Tag') }),
};

/** Every operation names the twin. */
export async function sceneQuery(id: string, { idOf }: World): Promise<string> {
  const ids = id === 'scenes.deleteObjects' ? `&ids=${await idOf('sceneObject')},${await idOf('sceneLayer')}` : '';
  return `?twinId=${await idOf('twin')}${ids}`;
}
