import { randomUUID } from 'node:crypto';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';

/** Who may or may not do something with the scenes of a twin. */
export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds scenes_read, scenes_write and models_read; makes almost everything. */
  readonly writer: Person;
  /** Holds scenes_read and scenes_delete. */
  readonly remover: Person;
  /** Holds scenes_read and models_webview. */
  readonly viewer: Person;
  /** Holds scenes_read and scenes_write, but may not look into models. */
  readonly blind: Person;
  /** A member without any permission. */
  readonly visitor: Person;
  readonly stranger: Person;
  readonly strangerTwin: string;
  readonly strangerScene: string;
  readonly strangerObject: string;
  readonly strangerTag: string;
  /** Of the owner alone. */
  readonly hiddenTwin: string;
}

/** A scene `Site` of the writer, with its objects, and what is beside it. */
export interface Fixture extends People {
  readonly twinId: string;
  readonly writerId: string;
  readonly scene: string;
  /** `Design`, first in order. */
  readonly layer: string;
  /** `cranes`, in the layer. */
  readonly inner: string;
  /** A model, in the layer. */
  readonly model: string;
  /** modelVisibility of the model. */
  readonly visibility: string;
  /** A map without a twin of its own, and its ResourceSettings. */
  readonly map: string;
  readonly settings: string;
  /** A View3d. */
  readonly view: string;
  /** Below the scene. */
  readonly childScene: string;
  /** Has a resource of the hidden twin, `hidden`, and a layer, `shown`. */
  readonly mixedScene: string;
  readonly hidden: string;
  readonly shown: string;
  /** On the scene. */
  readonly tag: string;
  readonly freeTag: string;
}

const version = '1.0.0';
export const object = (kind: string, data: object, more: object = {}) => ({ kind, version, data, ...more });
export const layer = (more: object = {}) => object('Layer', {}, more);
export const resource = (data: object, more: object = {}) =>
  object('RepositoryResource', { repositoryId: 'x', id: 'y', class: 'Maps', ...data }, more);
const vector = { x: 0, y: 0.5, z: -1 };
export const identity = Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 1 : 0));
export const camera = {
  position: vector,
  direction: vector,
  up: vector,
  ecefTransform: identity,
  isOrthographic: false,
  aspectRatio: 1.5,
  near: 0.1,
  far: 1000,
};
const nothing = { shownList: '', hiddenList: '' };
export const visibilityData = { categories: { shownList: '+1*3', hiddenList: '' }, models: nothing };

/** Makes something of a twin through the API. */
async function made(p: Platform, who: Person, path: string, twinId: string, body: object) {
  return requireSuccess(await p.call(who, `POST ${path}?twinId=${twinId}`, { body }));
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const stranger = await p.person();
  const { id: strangerTwin } = await p.twin(stranger);
  const strangerObject = randomUUID();
  const content = { displayName: 'Theirs', sceneData: { objects: [layer({ id: strangerObject })] } };
  return {
    p,
    owner,
    writer: await person(),
    remover: await person(),
    viewer: await person(),
    blind: await person(),
    visitor: await person(),
    stranger,
    strangerTwin,
    strangerScene: (await made(p, stranger, '/scenes', strangerTwin, content)).scene.id,
    strangerObject,
    strangerTag: (await made(p, stranger, '/scenes/tags', strangerTwin, { displayName: 'theirs' })).tag.id,
    hiddenTwin: (await p.twin(owner)).id,
  };
}

async function newTwin({ p, owner, writer, remover, viewer, blind, visitor }: People): Promise<string> {
  const { id } = await p.twin(owner, { displayName: 'Bridge' });
  await join(p, owner, id, writer, ['scenes_read', 'scenes_write', 'models_read']);
  await join(p, owner, id, remover, ['scenes_read', 'scenes_delete']);
  await join(p, owner, id, viewer, ['scenes_read', 'models_webview']);
  await join(p, owner, id, blind, ['scenes_read', 'scenes_write']);
  await join(p, owner, id, visitor, []);
  return id;
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, writer, hiddenTwin } = people;
  const twinId = await newTwin(people);
  const tag = async (displayName: string) => (await made(p, writer, '/scenes/tags', twinId, { displayName })).tag.id;
  const tags = { tag: await tag('review'), freeTag: await tag('Alpha') };
  const names = ['layer', 'inner', 'model', 'visibility', 'map', 'settings', 'view', 'hidden', 'shown'] as const;
  const ids = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<(typeof names)[number], string>;
  const objects = [
    object('ResourceSettings', { transparency: 0.5 }, { id: ids.settings, relatedId: ids.map }),
    layer({ id: ids.inner, parentId: ids.layer, displayName: 'cranes', order: 2.5 }),
    layer({ id: ids.layer, displayName: 'Design', order: 1, displayOrder: -1, visible: true }),
    resource(
      { class: 'models', repositoryId: 'models', twinId },
      { id: ids.model, parentId: ids.layer, visible: false },
    ),
    object('modelVisibility', visibilityData, { id: ids.visibility, relatedId: ids.model }),
    resource({}, { id: ids.map, displayName: 'Roads' }),
    object('View3d', camera, { id: ids.view, displayName: 'North' }),
  ];
  const site = { displayName: 'Site', description: 'Week 12', tagIds: [tags.tag], sceneData: { objects } };
  const { scene } = await made(p, writer, '/scenes', twinId, site);
  const child = await made(p, writer, '/scenes', twinId, { displayName: 'Detail', parentId: scene.id });
  const mixed = { objects: [resource({ twinId: hiddenTwin }, { id: ids.hidden }), layer({ id: ids.shown })] };
  const other = await made(p, owner, '/scenes', twinId, { displayName: 'Mixed', sceneData: mixed });
  return {
    ...people,
    ...ids,
    ...tags,
    twinId,
    writerId: writer.userId,
    scene: scene.id,
    childScene: child.scene.id,
    mixedScene: other.scene.id,
  };
}
