import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { inTwin, onScene, onScenePlace, onSceneToDelete, read, write } from '../access.ts';
import { describeScenes } from '../body/rules.ts';
import { invalid, objectExists, sceneExists, tagNotFound } from '../errors.ts';
import { fullExample, linkedExample, newSceneExample, scenesExample } from '../examples.ts';
import { checkSceneObjects } from '../object/rules.ts';
import {
  fullScene,
  largestBody,
  linkedScene,
  pagedQuery,
  sceneCreate,
  sceneList,
  sceneParams,
  sceneReplace,
  sceneUpdate,
  twinQuery,
} from '../schema/scene.ts';
import type { LocatedScene } from '../store/scenes.ts';
import { versionOf } from '../view.ts';
import { createScene, invalidCreate } from './create.ts';
import { deleteScene } from './delete.ts';
import { listScenes } from './list.ts';
import { invalidReplace, replaceScene } from './replace.ts';
import { changeScene, invalidUpdate, linkedReply } from './update.ts';

const version = ({ resource }: { readonly resource: LocatedScene }) => versionOf(resource);
const inPath = { params: sceneParams, query: twinQuery, describe: describeScenes } as const;

export const sceneEndpoints = [
  endpoint({
    id: 'scenes.getAllScenes',
    method: 'GET',
    path: '/scenes/',
    title: 'Get all scenes',
    access: inTwin(read),
    query: pagedQuery,
    invalid: invalid('retrieve', 'scene'),
    describe: describeScenes,
    answers: { 200: json(sceneList, 'The oldest first.', scenesExample) },
    run: ({ target, query }, context) => listScenes(target, query, context),
  }),

  endpoint({
    id: 'scenes.getScene',
    method: 'GET',
    path: '/scenes/{sceneId}',
    title: 'Get scene',
    ...inPath,
    access: onScene(read),
    invalid: invalid('retrieve', 'scene'),
    answers: { 200: json(linkedScene, 'The scene; its objects are behind a link.', linkedExample) },
    run: async ({ target }, context) => linkedReply(target.resource, context),
  }),

  endpoint({
    id: 'scenes.createScene',
    method: 'POST',
    path: '/scenes/',
    title: 'Create scene',
    description:
      'With at most 100 objects, which may refer to each other in any order; all or nothing is made. Objects that refer to what the caller has no access to are left out of the answer. The body may have 10 MiB.',
    access: inTwin(write),
    query: twinQuery,
    body: sceneCreate,
    bodyExample: newSceneExample,
    maxBody: largestBody,
    invalid: invalidCreate,
    describe: describeScenes,
    check: checkSceneObjects,
    answers: { 201: json(fullScene, 'The new scene.', fullExample) },
    errors: [tagNotFound, sceneExists, objectExists],
    run: ({ target, body }, context) => createScene(target, body, context),
  }),

  endpoint({
    id: 'scenes.replaceScene',
    method: 'PUT',
    path: '/scenes/{sceneId}',
    title: 'Replace scene',
    description:
      'Puts everything anew: properties and objects that are left out are removed. Makes the scene where there is none with this id. Who cannot see all of its objects cannot replace it.',
    ...inPath,
    access: onScenePlace,
    body: sceneReplace,
    bodyExample: newSceneExample,
    maxBody: largestBody,
    invalid: invalidReplace,
    check: checkSceneObjects,
    version: ({ scene }) => (scene ? versionOf(scene) : 'none'),
    answers: {
      200: json(fullScene, 'The scene as it is now.', fullExample),
      201: json(fullScene, 'The new scene.', fullExample),
    },
    errors: [tagNotFound, sceneExists, objectExists],
    run: ({ target, body }, context) => replaceScene(target, body, context),
  }),

  endpoint({
    id: 'scenes.updateScene',
    method: 'PATCH',
    path: '/scenes/{sceneId}',
    title: 'Update scene',
    description: 'Changes what is given; null removes what may be absent. `tagIds` replaces all tags.',
    ...inPath,
    access: onScene(write),
    body: sceneUpdate,
    bodyExample: { displayName: 'Site overview', description: null },
    invalid: invalidUpdate,
    version,
    answers: { 200: json(linkedScene, 'The scene as it is now.', linkedExample) },
    errors: [tagNotFound],
    run: ({ target, body }, context) => changeScene(target, body, context),
  }),

  endpoint({
    id: 'scenes.deleteScene',
    method: 'DELETE',
    path: '/scenes/{sceneId}',
    title: 'Delete scene',
    description: 'With all its objects. Scenes below it stay, without parent.',
    ...inPath,
    access: onSceneToDelete,
    invalid: invalid('delete', 'scene'),
    version,
    answers: { 204: empty('The scene is gone.') },
    run: ({ target }, context) => deleteScene(target, context),
  }),
];
