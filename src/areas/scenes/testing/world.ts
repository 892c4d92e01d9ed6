import { randomUUID } from 'node:crypto';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';

const version = '1.0.0';
const newLayer = () => ({ kind: 'Layer', version, data: {}, displayName: unique('Layer') });
const newMap = (twinId: string) => ({
  kind: 'RepositoryResource',
  version,
  data: { twinId, repositoryId: 'maps', class: 'GeographicInformationSystem', id: randomUUID() },
});
const ofTwin = async (operation: string, { idOf }: Pick<Making, 'idOf'>) => `${operation}?twinId=${await idOf('twin')}`;

async function newObject(m: Making, body: object): Promise<string> {
  const objects = await ofTwin(`POST /scenes/${await m.idOf('scene')}/objects`, m);
  return (await m.make(objects, { objects: [body] })).objects[0].id;
}

const things: Required<WorldPart>['things'] = {
  scene: async (m) => (await m.make(await ofTwin('POST /scenes', m), { displayName: unique('Scene') })).scene.id,
  sceneObject: async (m) => newObject(m, newMap(await m.idOf('twin'))),
  sceneLayer: async (m) => newObject(m, newLayer()),
  sceneTag: async (m) => (await m.make(await ofTwin('POST /scenes/tags', m), { displayName: unique('Tag') })).tag.id,
};

const inLayer = async ({ idOf }: World) => ({ parentId: await idOf('sceneLayer'), displayName: unique('Object') });
const tagged = async ({ idOf }: World) => ({ displayName: unique('Scene'), tagIds: [await idOf('sceneTag')] });

const bodies: Required<WorldPart>['bodies'] = {
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

const twinQuery = async ({ idOf }: World) => `?twinId=${await idOf('twin')}`;
const twinQueries = (...names: string[]) => Object.fromEntries(names.map((name) => [`scenes.${name}`, twinQuery]));

const scenesOf = (permission: string): Exception => ({
  row: [403, 403, 'passes', 'passes', 'passes', 403],
  permission,
  because: 'who has no access to the twin of a list or a creation is told so (scenes.md section 3.0)',
});

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith('/scenes/')) return undefined;
    return { sceneId: 'scene', objectId: 'sceneObject', tagId: 'sceneTag' }[parameter];
  },
  bodies,
  queries: {
    ...twinQueries(
      'getAllTags',
      'getTag',
      'createTag',
      'updateTag',
      'deleteTag',
      'getAllObjects',
      'getObject',
      'createObjects',
      'updateObject',
      'updateObjects',
      'deleteObjects',
      'deleteObject',
      'getAllScenes',
      'getScene',
      'createScene',
      'replaceScene',
      'updateScene',
      'deleteScene',
    ),
    'scenes.deleteObjects': async (world) =>
      `${await twinQuery(world)}&ids=${await world.idOf('sceneObject')},${await world.idOf('sceneLayer')}`,
  },
  exceptions: {
    'scenes.getAllScenes': scenesOf('scenes_read'),
    'scenes.createScene': scenesOf('scenes_write'),
    'scenes.getAllTags': scenesOf('scenes_read'),
    'scenes.createTag': scenesOf('scenes_write'),
  },
  stated: {
    // lists and creations tell who has no access to the twin so; parents are looked up in the scene
    'scenes.getAllScenes': { all: 403 },
    'scenes.createScene': { all: 403 },
    'scenes.getAllTags': { all: 403 },
    'scenes.createTag': { all: 403 },
    'scenes.createObjects': { body: 400 },
    'scenes.updateObject': { body: 400 },
    'scenes.updateObjects': { body: 400 },
  },
};
