import { problem } from '../../api/http/problem.ts';

/** Refusals of the Scenes API (scenes.md section 3.0): all invalid input is 400, and most have a target. */
export const sceneNotFound = problem(404, 'SceneNotFound', 'Requested scene is not available.', 'scene');
export const objectNotFound = problem(
  404,
  'SceneObjectNotFound',
  'Requested sceneObject is not available.',
  'sceneObject',
);
export const tagNotFound = problem(404, 'TagNotFound', 'Requested tag is not available.', 'tag');
export const sceneExists = problem(409, 'SceneExists', 'A scene with the specified id already exists.', 'scene');
export const objectExists = problem(
  409,
  'SceneObjectExists',
  'A sceneObject with the specified id already exists.',
  'sceneObject',
);
export const tagExists = problem(409, 'TagExists', 'A tag with the specified id or displayName already exists.', 'tag');

type Verb = 'create' | 'retrieve' | 'update' | 'delete';

export const invalid = (verb: Verb, target: 'scene' | 'sceneObject' | 'tag') =>
  problem(400, 'InvalidScenesRequest', `Cannot ${verb} ${target}.`, target);
