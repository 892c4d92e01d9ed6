import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Answer, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';

/** An organization with a library, and who may what with it. */
export interface Fixture {
  readonly p: Platform;
  readonly organizationId: string;
  readonly accountId: string;
  /** Administers the organization, and made everything. */
  readonly admin: Person;
  /** Holds all four permissions on the Account. */
  readonly writer: Person;
  /** Holds library_write on the Account, and nothing else. */
  readonly editor: Person;
  /** Holds library_upload on the Account, and nothing else. */
  readonly uploader: Person;
  /** Holds library_read on the Account. */
  readonly reader: Person;
  /** Of the organization, without any role. */
  readonly nobody: Person;
  /** Holds library_read in the project, and nothing on the Account. */
  readonly member: Person;
  /** A member of the project without any permission. */
  readonly visitor: Person;
  /** Of another organization, which they administer. */
  readonly stranger: Person;
  readonly strangerComponent: string;
  readonly strangerCategory: string;
  readonly strangerCatalog: string;
  /** Without an organization, and so far without a library. */
  readonly freelancer: Person;
  readonly project: string;
  readonly application: string;
  readonly category: string;
  readonly manufacturer: string;
  /** `Doors` and `Windows`. */
  readonly catalog: string;
  readonly otherCatalog: string;
  /** `Door`, Published, in both catalogs. */
  readonly component: string;
  /** `Window sill`, a Draft. */
  readonly draft: string;
  /** `Door.rfa` with a file. */
  readonly design: string;
  /** `Manual.pdf` without a file. */
  readonly waiting: string;
  /** Where its file can be sent to. */
  readonly waitingUrl: string;
  readonly variation: string;
  readonly webLink: string;
  readonly catalogDocument: string;
  readonly catalogWebLink: string;
  readonly brand: string;
  readonly unknown: string;
}

export const fileText = 'the bytes of a door';

/** Calls as somebody; answers the body of a success. */
export async function made(p: Platform, who: Person, operation: string, body?: object): Promise<Answer['body']> {
  return requireSuccess(await p.call(who, operation, body === undefined ? {} : { body }));
}

/** Sends a file to an address, as clients do: without a token. */
export const send = (p: Platform, url: string, body: string | Uint8Array): Promise<Answer> =>
  p.call(undefined, `PUT ${url}`, {
    body,
    headers: { 'x-ms-blob-type': 'BlockBlob', 'Content-Type': 'application/octet-stream' },
  });

async function peopleOf(p: Platform, organizationId: string) {
  const admin = await p.person({ organizationId, roles: ['account_administrator'] });
  const accountId: string = (await made(p, admin, 'GET /twins/myprimaryaccount')).twin.id;
  const project = (await p.twin(admin)).id;
  const names = ['writer', 'editor', 'uploader', 'reader', 'nobody', 'member', 'visitor'] as const;
  const people = await Promise.all(names.map(async (name) => [name, await p.person({ organizationId })] as const));
  const of = Object.fromEntries(people) as Record<(typeof names)[number], Person>;
  const all = ['library_read', 'library_write', 'library_upload', 'library_view_analytics'];
  await join(p, admin, accountId, of.writer, all);
  await join(p, admin, accountId, of.editor, ['library_write']);
  await join(p, admin, accountId, of.uploader, ['library_upload']);
  await join(p, admin, accountId, of.reader, ['library_read']);
  await join(p, admin, project, of.member, ['library_read']);
  await join(p, admin, project, of.visitor, []);
  return { ...of, p, organizationId, admin, accountId, project };
}

async function strangersThings(p: Platform) {
  const stranger = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { component } = await made(p, stranger, 'POST /library/components', {
    displayName: 'Pump',
    state: 'Published',
  });
  return {
    stranger,
    strangerComponent: component.id,
    strangerCategory: (await made(p, stranger, 'POST /library/categories', { displayName: 'Pumps' })).category.id,
    strangerCatalog: (await made(p, stranger, 'POST /library/catalogs', { displayName: 'Pumps' })).catalog.id,
  };
}

/** Words and catalogs. */
async function vocabularyOf(p: Platform, admin: Person) {
  const make = (what: string, body: object) => made(p, admin, `POST /library/${what}`, body);
  return {
    application: (await make('applications', { displayName: 'Editor', version: '1' })).application.id,
    category: (await make('categories', { displayName: 'Doors' })).category.id,
    manufacturer: (await make('manufacturers', { displayName: 'Acme', phone: '+1 800' })).manufacturer.id,
    catalog: (await make('catalogs', { displayName: 'Doors', region: 'North', hashtags: ['wood'] })).catalog.id,
    otherCatalog: (await make('catalogs', { displayName: 'Windows' })).catalog.id,
  };
}

export async function fixtureOf(p: Platform): Promise<Fixture> {
  const organizationId = await p.organization();
  const people = await peopleOf(p, organizationId);
  const { admin } = people;
  const make = (what: string, body: object) => made(p, admin, `POST /library/${what}`, body);
  const words = await vocabularyOf(p, admin);
  const { application, category, manufacturer, catalog, otherCatalog } = words;
  const references = { application, category, manufacturer, catalogs: [catalog, otherCatalog] };
  const door = { displayName: 'Door', state: 'Published', description: 'Of wood', hashtags: ['Wooden', 'door'] };
  const component = (await make('components', { ...door, ...references })).component.id;
  const draft = (await make('components', { displayName: 'Window sill', state: 'Draft' })).component.id;
  const below = `components/${component}`;
  const file = await make(`${below}/documents`, { displayName: 'Door', extension: 'rfa', purpose: 'Design' });
  const design: string = file.document.id;
  requireSuccess(await send(p, file.document._links.fileUrl.href, fileText));
  const available = { displayName: 'Door', extension: 'rfa', purpose: 'Design', available: true };
  await made(p, admin, `PUT /library/${below}/documents/${design}`, available);
  const manual = { displayName: 'Manual', extension: 'pdf', purpose: 'Reference' };
  const waiting = (await make(`${below}/documents`, manual)).document;
  const size = { displayName: 'Width', type: 'DoubleType', value: '0.9', unitOfMeasure: 'm' };
  const wide = { displayName: 'Wide', associatedDesignDocument: design, adHocProperties: [size] };
  const guide = { displayName: 'Guide', uri: 'https://www.example.com/guide' };
  const brand = randomUUID();
  const given = { id: brand, displayName: 'Acme doors', organization: organizationId, isPartnership: true };
  await p.app.db.write((tx) => p.app.ports.library.ensureBrand(tx, given));
  const things = {
    ...people,
    ...words,
    ...(await strangersThings(p)),
    component,
    draft,
    design,
    waiting: waiting.id,
    waitingUrl: waiting._links.fileUrl.href,
    brand,
    freelancer: await p.person(),
    variation: (await make(`${below}/variations`, wide)).variation.id,
    webLink: (await make(`${below}/weblinks`, guide)).webLink.id,
    catalogDocument: (await make(`catalogs/${catalog}/documents`, manual)).document.id,
    catalogWebLink: (await make(`catalogs/${catalog}/weblinks`, guide)).webLink.id,
    unknown: randomUUID(),
  };
  p.takeEvents(); // of the twin and its members
  return things;
}

type Looking = Pick<Fixture, 'p' | 'reader'>;

/** A job of the library as it is. */
export const jobOf = async ({ p, reader }: Looking, address: string) => (await made(p, reader, `GET ${address}`)).job;

/** A job once it has ended. */
export async function afterJob(fixture: Looking, address: string): Promise<Answer['body']> {
  const open = ['Queued', 'InProgress', 'PendingCancel'];
  await eventually(async () => {
    const { status } = await jobOf(fixture, address);
    if (open.includes(status)) throw new Error(`The job is ${status}.`);
  });
  return jobOf(fixture, address);
}
