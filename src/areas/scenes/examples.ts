import type { Static } from 'typebox';
import type {
  fullScene,
  linkedScene,
  object,
  objectCreate,
  objectInScene,
  objectsChange,
  sceneReplace,
} from './schema/scene.ts';

const base = 'https://twins.example';
const twinId = 'b1803c36-0a9e-4b52-8b2b-2f4c1d5f9d11';
const sceneId = '4d2e3f7a-0b7e-4a57-9c57-2f3a58b5a001';
const objects = `${base}/scenes/${sceneId}/objects`;
const facts = {
  createdById: 'e5c7ae4f-2d72-4319-b96a-d46492e4f860',
  creationTime: '2026-09-01T08:00:00.000Z',
  lastModified: '2026-09-02T10:30:00.000Z',
};

export const sceneExample = {
  id: sceneId,
  displayName: 'Site overview',
  description: 'Week 12',
  twinId,
  ...facts,
  tags: [{ id: '0c9f8a52-6f1e-4a5d-9a86-8e0f1f3d2b11', displayName: 'review' }],
};

const layer: Static<typeof objectInScene> = {
  id: 'a7f7c1de-55f4-4a86-9d68-2f0f5d1c7e01',
  kind: 'Layer',
  version: '1.0.0',
  displayName: 'Design',
  visible: true,
  order: 1,
  data: {},
};

const resource: Static<typeof objectInScene> = {
  id: 'c81d6a0e-7f0b-4f1f-8c0d-93a1b52a6f02',
  kind: 'RepositoryResource',
  version: '1.0.0',
  visible: true,
  parentId: layer.id,
  data: { twinId, id: 'f6ab4b5d-d959-41ca-865f-5a99e25c56e0', class: 'models', repositoryId: 'models' },
};

export const linkedExample: Static<typeof linkedScene> = {
  scene: { ...sceneExample, sceneData: { objects: { href: `${objects}?twinId=${twinId}` } } },
};
export const fullExample: Static<typeof fullScene> = {
  scene: { ...sceneExample, sceneData: { objects: [layer, resource] } },
};
export const scenesExample = {
  scenes: [sceneExample],
  _links: { self: { href: `${base}/scenes?twinId=${twinId}&$skip=0&$top=100` } },
};

export const objectExample: Static<typeof object> = { ...resource, sceneId, ...facts };
const list = [{ ...layer, sceneId, ...facts }, objectExample];
export const objectsExample = { objects: list };
export const objectListExample = {
  objects: list,
  sceneContext: { displayName: 'Site overview', lastModified: facts.lastModified },
  _links: { self: { href: `${objects}?twinId=${twinId}&orderBy=kind&$skip=0&$top=100` } },
};

export const newObjectExample: Static<typeof objectCreate> = layer;
export const newSceneExample: Static<typeof sceneReplace> = {
  displayName: 'Site overview',
  sceneData: { objects: [layer, resource] },
};
export const bulkExample: Static<typeof objectsChange> = {
  operations: [
    { op: 'add', payload: { kind: 'Layer', version: '1.0.0', data: {} } },
    { op: 'update', id: resource.id, payload: { parentId: null } },
    { op: 'remove', id: layer.id },
  ],
};

export const tagExample = { id: '0c9f8a52-6f1e-4a5d-9a86-8e0f1f3d2b11', displayName: 'review', twinId, ...facts };
export const tagsExample = {
  tags: [tagExample],
  _links: { self: { href: `${base}/scenes/tags?twinId=${twinId}&$skip=0&$top=100` } },
};
