import { BlockBlobClient } from '@azure/storage-blob';
import { join } from '../../../../test/support/membership.ts';
import type { Person, Platform } from '../../../../test/support/platform.ts';

/** Who may or may not do something in a twin's storage, and twins beside it. */
export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds storage_read, storage_write and storage_delete. */
  readonly worker: Person;
  /** Holds storage_read. */
  readonly reader: Person;
  /** A member without any permission in the storage. */
  readonly visitor: Person;
  /** Nobody in the twin; made a twin of their own. */
  readonly stranger: Person;
  readonly strangerRoot: string;
  /** Root folder of a twin that the worker does not see. */
  readonly ownerRoot: string;
  /** Root folder of a twin of which the worker is a member without any permission in the storage. */
  readonly visitedRoot: string;
}

/** Folders and files of the worker, unless said otherwise. */
export interface Fixture extends People {
  readonly twinId: string;
  readonly root: string;
  /** Folder `Plans` in the root folder, folder `Old` in it, folder `Photos` in the root folder. */
  readonly plans: string;
  readonly old: string;
  readonly photos: string;
  /** `readme.txt` in the root folder, `pier.bim` in Plans, `draft.bim` in Old. */
  readonly readme: string;
  readonly pier: string;
  readonly draft: string;
  /** `locked.bim` in Plans, locked by the owner. */
  readonly locked: string;
  /** `uploaded.bim` for Plans: uploaded, not completed. `begun.bim` for Plans: nothing uploaded. */
  readonly uploaded: string;
  readonly begun: string;
  /** Recycled: `gone.txt` of the root folder, folder `Trash` of the root folder with `inside.txt`. */
  readonly goneFile: string;
  readonly goneFolder: string;
  readonly inside: string;
}

export const blobClient = (url: string) => new BlockBlobClient(url);

/** Puts the whole content to a signed address. */
export async function upload(url: string, content: string | Buffer): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'x-ms-blob-type': 'BlockBlob' },
    body: Buffer.from(content),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

export async function newFolder(p: Platform, who: Person, parent: string, displayName: string): Promise<string> {
  const answer = await p.call(who, `POST /storage/folders/${parent}/folders`, { body: { displayName } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.folder.id;
}

/** A file that waits for its content, and where to upload that. */
export async function beginFile(p: Platform, who: Person, folder: string, displayName: string) {
  const answer = await p.call(who, `POST /storage/folders/${folder}/files`, { body: { displayName } });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  const { completeUrl, uploadUrl } = answer.body._links;
  return { id: completeUrl.href.split('/')[5] as string, url: uploadUrl.href as string };
}

export async function newFile(p: Platform, who: Person, folder: string, displayName: string, text = displayName) {
  const { id, url } = await beginFile(p, who, folder, displayName);
  await upload(url, text);
  const answer = await p.call(who, `POST /storage/files/${id}/complete`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return id;
}

/** What a file's download address gives. */
export async function contentOf(p: Platform, who: Person, file: string): Promise<string> {
  const answer = await p.call(who, `GET /storage/files/${file}/download`);
  return (await fetch(answer.headers.get('location') ?? '')).text();
}

export async function rootOf(p: Platform, who: Person, twinId: string): Promise<string> {
  const answer = await p.call(who, `GET /storage/?twinId=${twinId}`);
  return answer.body._links.folder.href.split('/').at(-1);
}

const all = ['storage_read', 'storage_write', 'storage_delete'];

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [worker, reader, visitor, stranger] = [await person(), await person(), await person(), await p.person()];
  const visited = await p.twin(owner);
  await join(p, owner, visited.id, worker, ['models_read']);
  return {
    p,
    owner,
    worker,
    reader,
    visitor,
    stranger,
    strangerRoot: await rootOf(p, stranger, (await p.twin(stranger)).id),
    ownerRoot: await rootOf(p, owner, (await p.twin(owner)).id),
    visitedRoot: await rootOf(p, owner, visited.id),
  };
}

/** A twin of its own, with files and folders. */
export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, worker, reader, visitor } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'Bridge' });
  await join(p, owner, twinId, worker, all);
  await join(p, owner, twinId, reader, ['storage_read']);
  await join(p, owner, twinId, visitor, ['models_read']);
  const root = await rootOf(p, worker, twinId);
  const plans = await newFolder(p, worker, root, 'Plans');
  const old = await newFolder(p, worker, plans, 'Old');
  const photos = await newFolder(p, worker, root, 'Photos');
  const goneFolder = await newFolder(p, worker, root, 'Trash');
  const make = (folder: string, name: string) => newFile(p, worker, folder, name);
  const [readme, pier, draft, locked, goneFile, inside] = await Promise.all([
    make(root, 'readme.txt'),
    make(plans, 'pier.bim'),
    make(old, 'draft.bim'),
    make(plans, 'locked.bim'),
    make(root, 'gone.txt'),
    make(goneFolder, 'inside.txt'),
  ]);
  await p.call(owner, `POST /storage/folders/${plans}/lock`, { body: { fileIds: [locked] } });
  const uploaded = await beginFile(p, worker, plans, 'uploaded.bim');
  await upload(uploaded.url, 'uploaded');
  const begun = await beginFile(p, worker, plans, 'begun.bim');
  await p.call(worker, `DELETE /storage/files/${goneFile}`);
  await p.call(worker, `DELETE /storage/folders/${goneFolder}`);
  const items = { root, plans, old, photos, readme, pier, draft, locked, goneFile, goneFolder, inside };
  return { ...people, ...items, twinId, uploaded: uploaded.id, begun: begun.id };
}
