import { BlockBlobClient } from '@azure/storage-blob';
import type { Person, Platform } from '../../../../test/support/platform.ts';

/** Who may or may not do something in a twin's storage. */
export interface People {
  readonly p: Platform;
  readonly twinId: string;
  /** Made the twin and administers it. */
  readonly owner: Person;
  /** Holds storage_read, storage_write and storage_delete. */
  readonly worker: Person;
  /** Holds storage_read. */
  readonly reader: Person;
  /** A member without any permission in the storage. */
  readonly visitor: Person;
  /** Nobody in the twin; made a twin of their own. */
  readonly stranger: Person;
  readonly strangerTwinId: string;
  readonly strangerRoot: string;
  /** Another twin of the owner, of which the worker is no member. */
  readonly ownerTwinId: string;
  readonly ownerRoot: string;
  /** Another twin, of which the worker is a member without any permission in the storage. */
  readonly visitedTwinId: string;
  readonly visitedRoot: string;
}

/** Folders and files of the worker, unless said otherwise. */
export interface Cast extends People {
  readonly root: string;
  /** Folder `Plans` in the root folder, folder `Old` in it, folder `Photos` in the root folder. */
  readonly plans: string;
  readonly old: string;
  readonly photos: string;
  /** `readme.txt` in the root folder, `pier.ifc` in Plans, `draft.ifc` in Old. */
  readonly readme: string;
  readonly pier: string;
  readonly draft: string;
  /** `locked.ifc` in Plans, locked by the owner. */
  readonly locked: string;
  /** `uploaded.ifc` for Plans: uploaded, not completed. `begun.ifc` for Plans: nothing uploaded. */
  readonly uploaded: string;
  readonly begun: string;
  /** Recycled: `gone.txt` of the root folder, folder `Trash` of the root folder with `inside.txt`. */
  readonly goneFile: string;
  readonly goneFolder: string;
  readonly inside: string;
}

export const blobClient = (url: string) => new BlockBlobClient(url);

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
  await blobClient(url).uploadData(Buffer.from(text));
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

/** Makes somebody a member with exactly these permissions. */
async function join(p: Platform, owner: Person, twinId: string, who: Person, permissions: readonly string[]) {
  const base = `/accesscontrol/twins/${twinId}`;
  const name = permissions.join(' ') || 'Visitor';
  const body = { displayName: name, description: name, permissions };
  const role = (await p.call(owner, `POST ${base}/roles`, { body })).body.role.id;
  const members = { members: [{ email: who.email, roleIds: [role] }] };
  const answer = await p.call(owner, `POST ${base}/members/users`, { body: members });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [worker, reader, visitor, stranger] = [await person(), await person(), await person(), await p.person()];
  const twinId = (await p.twin(owner, { displayName: 'Bridge' })).id;
  await join(p, owner, twinId, worker, all);
  await join(p, owner, twinId, reader, ['storage_read']);
  await join(p, owner, twinId, visitor, ['models_read']);
  const ownerTwinId = (await p.twin(owner)).id;
  const visitedTwinId = (await p.twin(owner)).id;
  await join(p, owner, visitedTwinId, worker, ['models_read']);
  const strangerTwinId = (await p.twin(stranger)).id;
  return {
    p,
    twinId,
    owner,
    worker,
    reader,
    visitor,
    stranger,
    strangerTwinId,
    strangerRoot: await rootOf(p, stranger, strangerTwinId),
    ownerTwinId,
    ownerRoot: await rootOf(p, owner, ownerTwinId),
    visitedTwinId,
    visitedRoot: await rootOf(p, owner, visitedTwinId),
  };
}

/** A twin of its own, with files and folders, for people who know each other already. */
export async function castOf(people: People): Promise<Cast> {
  const { p, owner, worker } = people;
  const root = await rootOf(p, worker, people.twinId);
  const plans = await newFolder(p, worker, root, 'Plans');
  const old = await newFolder(p, worker, plans, 'Old');
  const photos = await newFolder(p, worker, root, 'Photos');
  const readme = await newFile(p, worker, root, 'readme.txt');
  const pier = await newFile(p, worker, plans, 'pier.ifc');
  const draft = await newFile(p, worker, old, 'draft.ifc');
  const locked = await newFile(p, worker, plans, 'locked.ifc');
  await p.call(owner, `POST /storage/folders/${plans}/lock`, { body: { fileIds: [locked] } });
  const uploaded = await beginFile(p, worker, plans, 'uploaded.ifc');
  await blobClient(uploaded.url).uploadData(Buffer.from('uploaded'));
  const begun = await beginFile(p, worker, plans, 'begun.ifc');
  const goneFile = await newFile(p, worker, root, 'gone.txt');
  await p.call(worker, `DELETE /storage/files/${goneFile}`);
  const goneFolder = await newFolder(p, worker, root, 'Trash');
  const inside = await newFile(p, worker, goneFolder, 'inside.txt');
  await p.call(worker, `DELETE /storage/folders/${goneFolder}`);
  const items = { root, plans, old, photos, readme, pier, draft, locked, goneFile, goneFolder, inside };
  return { ...people, ...items, uploaded: uploaded.id, begun: begun.id };
}
