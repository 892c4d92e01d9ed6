import { ContainerClient } from '@azure/storage-blob';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';

export const api = '/reality-management/reality-data';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds all permissions of reality data and storage. */
  readonly surveyor: Person;
  /** Holds realitydata_use and realitydata_create. */
  readonly maker: Person;
  /** Holds realitydata_use. */
  readonly viewer: Person;
  /** A member without any permission of reality data. */
  readonly visitor: Person;
  /** Nobody in the twin; made a twin of their own. */
  readonly stranger: Person;
  readonly strangerTwin: string;
  readonly strangerFile: string;
}

/** Reality data of the surveyor in one twin. */
export interface Fixture extends People {
  readonly twinId: string;
  /** The surveyor holds everything there, too; the viewer uses its reality data. */
  readonly secondTwin: string;
  /** The surveyor is a member there without any permission of reality data. */
  readonly visitedTwin: string;
  /** `Site scan`: `site.las` and `site.prj`, in north, of no declared type. */
  readonly scan: string;
  /** `Bridge photos`: a CCImageCollection with nothing in it. */
  readonly photos: string;
  /** `Terrain`, associated with the second twin. */
  readonly shared: string;
  /** `Own`, of the maker. */
  readonly made: string;
  /** In the recycle bin. */
  readonly gone: string;
  /** A file of Storage, its folder and the root folder, none of them reality data. */
  readonly file: string;
  readonly folder: string;
  readonly root: string;
}

const all = ['realitydata_use', 'realitydata_create', 'realitydata_manage', 'realitydata_assign'];
const storage = ['storage_read', 'storage_write', 'storage_delete'];

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [surveyor, maker, viewer, visitor] = [await person(), await person(), await person(), await person()];
  const stranger = await p.person();
  const strangerTwin = (await p.twin(stranger)).id;
  const strangerFile = await newFile(p, stranger, await rootOf(p, stranger, strangerTwin), 'theirs.las');
  return { p, owner, surveyor, maker, viewer, visitor, stranger, strangerTwin, strangerFile };
}

export async function newData(p: Platform, who: Person, body: object): Promise<string> {
  return requireSuccess(await p.call(who, `POST ${api}`, { body })).realityData.id;
}

export async function linkOf(p: Platform, who: Person, id: string, access: 'read' | 'write'): Promise<string> {
  return requireSuccess(await p.call(who, `GET ${api}/${id}/${access}access`))._links.containerUrl.href;
}

export async function fill(p: Platform, who: Person, id: string, files: Readonly<Record<string, string | Buffer>>) {
  const client = new ContainerClient(await linkOf(p, who, id, 'write'));
  for (const [name, content] of Object.entries(files)) {
    await client.getBlockBlobClient(name).uploadData(Buffer.from(content));
  }
}

export async function newFile(p: Platform, who: Person, folder: string, displayName: string): Promise<string> {
  const begun = await p.call(who, `POST /storage/folders/${folder}/files`, { body: { displayName } });
  const { uploadUrl, completeUrl } = requireSuccess(begun)._links;
  await fetch(uploadUrl.href, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body: displayName });
  return requireSuccess(await p.call(who, `POST ${completeUrl.href}`)).file.id;
}

export const rootOf = async (p: Platform, who: Person, twinId: string): Promise<string> =>
  requireSuccess(await p.call(who, `GET /storage/?twinId=${twinId}`))
    ._links.folder.href.split('/')
    .at(-1);

/** A twin of its own, with reality data. */
export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, surveyor, maker, viewer, visitor } = people;
  const twin = async () => (await p.twin(owner)).id;
  const [twinId, secondTwin, visitedTwin] = [await twin(), await twin(), await twin()];
  for (const id of [twinId, secondTwin]) await join(p, owner, id, surveyor, [...all, ...storage]);
  await join(p, owner, visitedTwin, surveyor, ['models_read']);
  await join(p, owner, twinId, maker, ['realitydata_use', 'realitydata_create']);
  await join(p, owner, twinId, viewer, ['realitydata_use']);
  await join(p, owner, twinId, visitor, ['models_read']);
  await join(p, owner, secondTwin, visitor, ['realitydata_use']);
  const make = (displayName: string, more: object, who = surveyor) =>
    newData(p, who, { twinId, displayName, type: 'Unstructured', ...more });
  const extent = {
    southWest: { latitude: 48.8527, longitude: 8.3348 },
    northEast: { latitude: 48.8535, longitude: 8.3364 },
  };
  const scan = await make('Site scan', { tags: ['north', 'scan'], dataset: '2026', extent });
  await fill(p, surveyor, scan, { 'site.las': 'x'.repeat(3000), 'site.prj': 'PROJCS[]' });
  const photos = await make('Bridge photos', { type: 'ccimagecollection' });
  const shared = await make('Terrain', { classification: 'Terrain' });
  requireSuccess(await p.call(surveyor, `POST ${api}/${shared}/twins/${secondTwin}`));
  const made = await make('Own', {}, maker);
  const gone = await make('Gone', {});
  requireSuccess(await p.call(surveyor, `DELETE ${api}/${gone}`));
  const root = await rootOf(p, surveyor, twinId);
  const body = { displayName: 'Plans' };
  const folder = requireSuccess(await p.call(surveyor, `POST /storage/folders/${root}/folders`, { body })).folder.id;
  const file = await newFile(p, surveyor, folder, 'tower.e57');
  p.takeEvents();
  const items = { scan, photos, shared, made, gone, file, folder, root };
  return { ...people, twinId, secondTwin, visitedTwin, ...items };
}
