import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import type { Model } from '../../../api/ports/models.ts';

/** Who may or may not do something with the saved views of a twin. */
export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds savedviews_manage and models_read. */
  readonly manager: Person;
  /** Holds models_webview; makes almost everything. */
  readonly maker: Person;
  /** Holds models_read. */
  readonly reader: Person;
  /** A member without any permission. */
  readonly visitor: Person;
  /** Nobody in the twin; has a twin with views of their own. */
  readonly stranger: Person;
  readonly strangerTwin: string;
  readonly strangerGroup: string;
  readonly strangerTag: string;
  /** Tells the platform of a model, as the area of models would. */
  addModel(model: KnownModel): void;
}

/** Views, groups and tags of the maker, shared unless said otherwise. */
export interface Fixture extends People {
  readonly twinId: string;
  readonly makerId: string;
  readonly model: string;
  /** A model of a twin of which maker and visitor are members: the maker with models_read, the visitor without. */
  readonly elsewhereModel: string;
  readonly elsewhereTwin: string;
  /** A model of the stranger's twin. */
  readonly strangerModel: string;
  /** In the group, with the tag and the extension EmphasizeElements. */
  readonly view: string;
  /** `Atrium`, without anything. */
  readonly plainView: string;
  readonly privateView: string;
  readonly modelView: string;
  readonly picturedView: string;
  /** In the closed group. */
  readonly closedView: string;
  readonly group: string;
  readonly privateGroup: string;
  readonly modelGroup: string;
  /** Read-only. */
  readonly closedGroup: string;
  /** Carried by the view. */
  readonly tag: string;
  readonly freeTag: string;
  readonly modelTag: string;
}

export const camera = { twin3dView: { origin: [0, 1, -2.5], extents: [10, 20, 30] } };
export const emphasis = '{"emphasizeElementsProps":{"neverDrawn":["0x1c"]}}';
export const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
export const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

/** Makes something through the API; answers its id. */
async function made(p: Platform, who: Person, operation: string, body: object): Promise<string> {
  const answer = requireSuccess(await p.call(who, operation, { body }));
  return (answer.savedView ?? answer.group ?? answer.tag).id;
}

export const newView = (p: Platform, who: Person, twinId: string, more: object): Promise<string> =>
  made(p, who, 'POST /savedviews', { twinId, shared: true, savedViewData: camera, ...more });

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const stranger = await p.person();
  const { id: strangerTwin } = await p.twin(stranger);
  return {
    p,
    owner,
    manager: await person(),
    maker: await person(),
    reader: await person(),
    visitor: await person(),
    stranger,
    strangerTwin,
    strangerGroup: await made(p, stranger, 'POST /savedviews/groups', {
      twinId: strangerTwin,
      displayName: 'Theirs',
      shared: true,
    }),
    strangerTag: await made(p, stranger, 'POST /savedviews/tags', { twinId: strangerTwin, displayName: 'theirs' }),
    addModel: modelsOf(p),
  };
}

type KnownModel = Pick<Model, 'id' | 'twinId'>;

const known = new WeakMap<object, Map<string, KnownModel>>();

/** Puts a list of models in the place of the area of models. */
function modelsOf({ app }: Platform): People['addModel'] {
  const models = known.get(app) ?? new Map<string, KnownModel>();
  known.set(app, models);
  Object.assign(app.ports.models, { find: async (_db: unknown, id: string) => models.get(id) });
  return (model) => void models.set(model.id, model);
}

/** Twins with models, and who is a member of them. */
async function placesOf({ p, owner, manager, maker, reader, visitor, strangerTwin, addModel }: People) {
  const { id: twinId } = await p.twin(owner, { displayName: 'Bridge' });
  await join(p, owner, twinId, manager, ['savedviews_manage', 'models_read']);
  await join(p, owner, twinId, maker, ['models_webview']);
  await join(p, owner, twinId, reader, ['models_read']);
  await join(p, owner, twinId, visitor, []);
  const { id: elsewhereTwin } = await p.twin(owner, { displayName: 'Tunnel' });
  await join(p, owner, elsewhereTwin, maker, ['models_read']);
  await join(p, owner, elsewhereTwin, visitor, []);
  const [model, elsewhereModel, strangerModel] = [randomUUID(), randomUUID(), randomUUID()];
  addModel({ id: model, twinId });
  addModel({ id: elsewhereModel, twinId: elsewhereTwin });
  addModel({ id: strangerModel, twinId: strangerTwin });
  return { twinId, elsewhereTwin, model, elsewhereModel, strangerModel };
}

/** A twin of its own with views, groups and tags. */
export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, maker, manager } = people;
  const places = await placesOf(people);
  const { twinId, model: modelId } = places;
  const group = (body: object) => made(p, maker, 'POST /savedviews/groups', { twinId, shared: true, ...body });
  const tag = (body: object) => made(p, maker, 'POST /savedviews/tags', { twinId, ...body });
  const view = (body: object) => newView(p, maker, twinId, body);
  const groups = {
    group: await group({ displayName: 'Inspection' }),
    privateGroup: await group({ displayName: 'Mine', shared: false }),
    modelGroup: await group({ displayName: 'Of the model', modelId }),
    closedGroup: await group({ displayName: 'Official' }),
  };
  const tags = {
    tag: await tag({ displayName: 'review' }),
    freeTag: await tag({ displayName: 'Alpha' }),
    modelTag: await tag({ displayName: 'of the model', modelId }),
  };
  const views = {
    view: await view({
      displayName: 'North facade',
      groupId: groups.group,
      tagIds: [tags.tag],
      extensions: [{ extensionName: 'EmphasizeElements', data: emphasis }],
    }),
    plainView: await view({ displayName: 'Atrium' }),
    privateView: await view({ displayName: 'Basement', shared: false }),
    modelView: await view({ displayName: 'Column', modelId }),
    picturedView: await view({ displayName: 'Deck' }),
    closedView: await view({ displayName: 'entrance', groupId: groups.closedGroup }),
  };
  const closed = { body: { readOnly: true } };
  requireSuccess(await p.call(manager, `PATCH /savedviews/groups/${groups.closedGroup}`, closed));
  const picture = { body: { image: dataUrl(await png(560, 300)) } };
  requireSuccess(await p.call(maker, `PUT /savedviews/${views.picturedView}/image`, picture));
  return { ...people, ...places, ...groups, ...tags, ...views, makerId: maker.userId };
}
