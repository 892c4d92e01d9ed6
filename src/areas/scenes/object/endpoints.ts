import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { type LocatedObject, onObject, onScene, read, write } from '../access.ts';
import { describeScenes } from '../body/rules.ts';
import { invalid, objectExists, objectNotFound } from '../errors.ts';
import { bulkExample, newObjectExample, objectExample, objectListExample, objectsExample } from '../examples.ts';
import {
  idsQuery,
  largestBody,
  objectList,
  objectParams,
  objectsChange,
  objectsCreate,
  objectsQuery,
  objectUpdate,
  oneObject,
  sceneParams,
  someObjects,
  twinQuery,
} from '../schema/scene.ts';
import { changeObjects } from './bulk.ts';
import { createObjects, invalidCreate } from './create.ts';
import { deleteObjects, invalidDelete } from './delete.ts';
import { listObjects } from './list.ts';
import { checkObjects, checkOperations } from './rules.ts';
import { invalidUpdate, objectReply, updateObject } from './update.ts';

const version = ({ resource }: { readonly resource: LocatedObject }) => resource.row.version;
const ofScene = { params: sceneParams, describe: describeScenes } as const;
const oneOfScene = { params: objectParams, query: twinQuery, describe: describeScenes } as const;
const invalidRead = invalid('retrieve', 'sceneObject');

export const objectEndpoints = [
  endpoint({
    id: 'scenes.getAllObjects',
    items: 'objects',
    method: 'GET',
    path: '/scenes/{sceneId}/objects',
    title: 'Get all objects in a scene',
    description:
      'Objects that refer to what the caller has no access to are left out, which `sceneContext.isPartial` says. A page ends early where it would hold more than 32 MiB of data.',
    ...ofScene,
    query: objectsQuery,
    access: onScene(read),
    invalid: invalidRead,
    answers: { 200: json(objectList, 'In the order asked for; missing values last.', objectListExample) },
    run: ({ target, query }, context) => listObjects(target, query, context),
  }),

  endpoint({
    id: 'scenes.getObject',
    method: 'GET',
    path: '/scenes/{sceneId}/objects/{objectId}',
    title: 'Get scene object',
    ...oneOfScene,
    access: onObject(read),
    invalid: invalidRead,
    answers: { 200: json(oneObject, 'The object.', { object: objectExample }) },
    run: ({ target }, { db }) => objectReply(db, target.resource.row.id),
  }),

  endpoint({
    id: 'scenes.createObjects',
    method: 'POST',
    path: '/scenes/{sceneId}/objects',
    title: 'Create scene objects',
    description:
      'At most 20, all or none; they may refer to each other in any order. A scene can have 10 000 objects of 1 MiB each.',
    ...ofScene,
    query: twinQuery,
    access: onScene(write),
    body: objectsCreate,
    bodyExample: { objects: [newObjectExample] },
    maxBody: largestBody,
    invalid: invalidCreate,
    check: checkObjects,
    answers: { 201: json(someObjects, 'The new objects, in the order of the request.', objectsExample) },
    errors: [objectExists],
    run: ({ target, body }, context) => createObjects(target, body, context),
  }),

  endpoint({
    id: 'scenes.updateObject',
    method: 'PATCH',
    path: '/scenes/{sceneId}/objects/{objectId}',
    title: 'Update scene object',
    description: 'Changes what is given; null removes what may be absent. Kind, version and relatedId stay.',
    ...oneOfScene,
    access: onObject(write),
    body: objectUpdate,
    bodyExample: { visible: false, parentId: null },
    maxBody: largestBody,
    invalid: invalidUpdate,
    version,
    answers: { 200: json(oneObject, 'The object as it is now.', { object: objectExample }) },
    run: ({ target, body }, context) => updateObject(target, body, context),
  }),

  endpoint({
    id: 'scenes.updateObjects',
    method: 'PATCH',
    path: '/scenes/{sceneId}/objects',
    title: 'Update multiple scene objects',
    description:
      'Either at most 20 `objects` to update together, or at most 100 `operations` that are done in their order: add, update, remove. All or nothing is done. What an operation added can be changed, named and removed by later ones.',
    ...ofScene,
    query: twinQuery,
    access: onScene(write),
    body: objectsChange,
    bodyExample: bulkExample,
    maxBody: largestBody,
    invalid: invalidUpdate,
    check: checkOperations,
    answers: {
      200: json(someObjects, 'What was made or changed and is still there, by first appearance.', objectsExample),
    },
    errors: [objectNotFound, objectExists],
    run: ({ target, body }, context) => changeObjects(target, body, context),
  }),

  endpoint({
    id: 'scenes.deleteObjects',
    method: 'DELETE',
    path: '/scenes/{sceneId}/objects',
    title: 'Delete multiple scene objects',
    description: 'At most 20, all or none. What styles them goes, too; objects below them stay, without parent.',
    ...ofScene,
    query: idsQuery,
    access: onScene(write),
    invalid: invalidDelete,
    answers: { 204: empty('The objects are gone.') },
    errors: [objectNotFound],
    run: ({ target, query }, context) => deleteObjects(target, query.ids, context),
  }),

  endpoint({
    id: 'scenes.deleteObject',
    method: 'DELETE',
    path: '/scenes/{sceneId}/objects/{objectId}',
    title: 'Delete scene object',
    description: 'What styles it goes, too; objects below it stay, without parent.',
    ...oneOfScene,
    access: onObject(write),
    invalid: invalidDelete,
    version,
    answers: { 204: empty('The object is gone.') },
    run: ({ target: { resource, access } }, context) =>
      deleteObjects({ resource: resource.scene, access }, [resource.row.id], context),
  }),
];
