import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { join } from '../../../../test/support/membership.ts';
import { type Answer, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import type { PlatformEvent } from '../../../api/ports/events.ts';
import { partsOfItemId } from '../../../std/item-id.ts';
import { letters } from './workbook.ts';

/** Who may or may not do something with the forms of a twin. */
export interface People {
  readonly p: Platform;
  readonly organizationId: string;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds Forms_FullAccess, Forms_DeleteForms and the permissions of storage. */
  readonly full: Person;
  /** Each holds one permission. */
  readonly creator: Person;
  readonly assigner: Person;
  readonly approver: Person;
  readonly commenter: Person;
  readonly viewer: Person;
  readonly remover: Person;
  /** A member without any permission for forms. */
  readonly visitor: Person;
  readonly stranger: Person;
  readonly strangerTwin: string;
  readonly strangerForm: string;
  readonly strangerGroup: string;
}

/** Made by `full`, but for the forms, which the creator makes. */
export interface Fixture extends People {
  readonly twinId: string;
  readonly otherTwin: string;
  /** Daily Log, with its workflow; Inspection, without one; a draft. */
  readonly log: string;
  readonly inspection: string;
  readonly draft: string;
  /** Of a template with a picture, lists, a required and a calculated control. */
  readonly pictured: string;
  /** Shared, ReadOnly; of the other twin. */
  readonly shared: string;
  /** Of the Daily Log: open, closed; of the inspection. */
  readonly open: string;
  readonly openGuid: string;
  readonly closed: string;
  readonly inspected: string;
  readonly creatorId: string;
  /** Of the open form. */
  readonly comment: string;
  readonly photo: string;
  /** Of the inspection; unlike the other one it can be decoded. */
  readonly picture: string;
  /** Without file. */
  readonly empty: string;
  readonly group: string;
  readonly newGuid: string;
  readonly folder: string;
}

const held = {
  full: ['Forms_FullAccess', 'Forms_DeleteForms', 'storage_write', 'storage_read'],
  creator: ['Forms_CreateAccess'],
  assigner: ['Forms_AssignAccess'],
  approver: ['Forms_ApproveAccess'],
  commenter: ['Forms_CommentAccess'],
  viewer: ['Forms_ViewAccess'],
  remover: ['Forms_DeleteForms'],
  visitor: ['scenes_read'],
} as const;

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const names = Object.keys(held) as (keyof typeof held)[];

export async function importedTemplate(p: Platform, who: Person, twinId: string, templateName: string, more = {}) {
  const body = { templateName, destinationTwinId: twinId, ...more };
  return requireSuccess(await p.call(who, 'POST /forms/templates/import', { body })).formDefinition.id as string;
}

export const newForm = async (p: Platform, who: Person, formId: string, more: object = {}): Promise<string> =>
  requireSuccess(await p.call(who, 'POST /forms/', { body: { formId, ...more } })).formData.id;

/** The last part of an answer's Location. */
export const located = ({ headers }: Answer): string => headers.get('location')?.split('/').at(-1) ?? '';

async function newGroup(p: Platform, who: Person, twinId: string): Promise<string> {
  const id = randomUUID();
  const headers = { 'Content-Type': workbookType, 'Content-Disposition': 'attachment; filename="Letters.xlsx"' };
  requireSuccess(await p.call(who, `PUT /forms/twins/${twinId}/list-groups/${id}`, { body: letters, headers }));
  return id;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const stranger = await p.person();
  const { id: strangerTwin } = await p.twin(stranger);
  const persons = await Promise.all(names.map(async (name) => [name, await p.person({ organizationId })] as const));
  const theirs = await importedTemplate(p, stranger, strangerTwin, 'Issue');
  return {
    p,
    organizationId,
    owner,
    ...(Object.fromEntries(persons) as Record<keyof typeof held, Person>),
    stranger,
    strangerTwin,
    strangerForm: await newForm(p, stranger, theirs),
    strangerGroup: await newGroup(p, stranger, strangerTwin),
  };
}

async function attached(p: Platform, who: Person, form: string, body: object, file?: Uint8Array): Promise<string> {
  const attachment = located(await p.call(who, `POST /forms/${form}/attachments`, { body }));
  const headers = { 'Content-Type': 'image/png' };
  if (file) requireSuccess(await p.call(who, `PUT /forms/${form}/attachments/${attachment}`, { body: file, headers }));
  return attachment;
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, full, creator } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'Bridge' });
  const { id: otherTwin } = await p.twin(owner, { displayName: 'Tunnel' });
  for (const name of names) await join(p, owner, twinId, people[name], [...held[name]]);
  await join(p, owner, otherTwin, full, [...held.full]);
  const log = await importedTemplate(p, full, twinId, 'Daily Log');
  const inspection = await importedTemplate(p, full, twinId, 'Inspection');
  const draft = await importedTemplate(p, full, twinId, 'Observation', { status: 'Draft', displayName: 'Sketch' });
  const pictured = await importedTemplate(p, full, twinId, 'Pictured', { status: 'Maintenance' });
  const shared = await importedTemplate(p, full, otherTwin, 'Issue', { displayName: 'Shared issue' });
  await p.call(full, `PATCH /forms/form-definitions/${shared}`, { body: { shareType: 'ReadOnly' } });
  const open = await newForm(p, creator, log, { subject: 'Deck pour', properties: { Weather: 'Rain' } });
  const closed = await newForm(p, creator, log, { subject: 'Done' });
  requireSuccess(await p.call(full, `PATCH /forms/${closed}`, { body: { status: 'Closed' } }));
  const inspected = await newForm(p, creator, inspection, { subject: 'Pump 7' });
  const comment = located(await p.call(creator, `POST /forms/${open}/comments`, { body: { text: 'Pump moved.' } }));
  const folders = requireSuccess(await p.call(full, `GET /storage/?twinId=${twinId}`));
  const root = folders._links.folder.href.split('/').at(-1);
  const { folder } = requireSuccess(
    await p.call(full, `POST /storage/folders/${root}/folders`, { body: { displayName: 'Records' } }),
  );
  const photo = await attached(
    p,
    creator,
    open,
    { fileName: 'pour.png', binding: 'Photos' },
    new Uint8Array([1, 2, 3, 4]),
  );
  const wall = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#8a6f5a' } });
  const picture = await attached(
    p,
    creator,
    inspected,
    { fileName: 'wall.jpg', binding: 'Photos' },
    new Uint8Array(await wall.jpeg().toBuffer()),
  );
  const empty = await attached(p, creator, open, { fileName: 'notes.html', caption: 'Later' });
  const group = await newGroup(p, full, twinId);
  p.takeEvents();
  return {
    ...people,
    twinId,
    otherTwin,
    log,
    inspection,
    draft,
    pictured,
    shared,
    open,
    openGuid: partsOfItemId(open)?.guid ?? '',
    closed,
    inspected,
    creatorId: creator.userId,
    comment,
    photo,
    picture,
    empty,
    group,
    newGuid: randomUUID(),
    folder: folder.id,
  };
}

/** Events as scenarios write them. */
export const eventText = ({ type }: PlatformEvent): string => type;

/** How a platform is started whose templates the fixture uses. */
export const withTemplates = { environment: { FORMS_TEMPLATES: 'src/areas/forms/testing/templates' } };
