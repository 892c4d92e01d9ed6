import { gateOf } from '@twin-platform/client/gate';
import { Problem } from '../problem.ts';
import { person } from '../session.ts';
import { foldersOf } from './dropped.ts';
import { type FolderMaker, folderMaker } from './folders.ts';
import type { Into } from './memory.ts';
import { meterOf } from './meter.ts';
import { memory, remember, run, type Work } from './run.ts';
import { type Address, replaceFile } from './server.ts';
import { addUploads, changeUpload, everyUpload, onUploads, removeUpload, uploadOf } from './store.ts';
import { type Batch, isGoing, placeOf, type Target, type Upload } from './upload.ts';

/*
 * What people do with uploads. They belong to the page, not to what it shows: they go on wherever one goes in the
 * console, and whatever becomes of a page.
 */
const filesAtOnce = gateOf(3);
const works = new Map<string, Work>();

/** Shows the uploads that an earlier page left unfinished, and keeps this one open while some go on. */
export function startUploads(): void {
  const left = memory.of(person().id).map((one): Upload => {
    const { id, twinId, folderId, place, name, size, into, dataId, folders = [] } = one;
    const folderAt = folderMaker(folderId);
    works.set(id, { address: one, folderAt, resumed: true, meter: meterOf() });
    const where = dataId ? { dataId, folders, place: placeAbove(place, folders) } : { folders: [], place };
    const begun = { id, twinId, folderId, ...where, name, size, batch: { id, place }, ...(into && { into }) };
    return { ...begun, state: 'Interrupted', sent: 0, speed: 0 };
  });
  addUploads(left);
  window.addEventListener('beforeunload', (event) => {
    if (everyUpload().some(isGoing)) event.preventDefault();
  });
}

/**
 * Begins the upload of files, any number of them, with the folders that they were in below the target; goes on with
 * those that were interrupted. Answers the batch.
 */
export function uploadAll(files: readonly File[], target: Target): Batch {
  const batch = { id: crypto.randomUUID(), place: target.place };
  const folderAt = folderMaker(target.folderId);
  const interrupted = everyUpload().filter(({ state }) => state === 'Interrupted');
  const begun: Upload[] = [];
  for (const file of files) {
    const folders = foldersOf(file);
    const place = placeOf({ place: target.place, folders });
    const known = interrupted.find(
      (one) => isOf(one, file) && !one.into && isAt(one, target) && placeOf(one) === place,
    );
    if (known) goOnWith(known.id, file);
    else begun.push(begin(file, { ...target, folders, batch }, folderAt));
  }
  addUploads(begun);
  for (const { id } of begun) start(id);
  return batch;
}

const placeAbove = (place: string, folders: readonly string[]): string =>
  place
    .split('/')
    .slice(0, -folders.length || undefined)
    .join('/');

/** Waits until all uploads of a batch have ended well; false where all of them were taken off the list before. */
export const whenUploaded = ({ id }: Batch): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      const own = everyUpload().filter(({ batch }) => batch.id === id);
      if (own.some(({ state }) => state !== 'Done')) return;
      stop();
      resolve(own.length > 0);
    };
    const stop = onUploads(look);
  });

const isAt = (one: Upload, { twinId, dataId }: Target): boolean => one.twinId === twinId && one.dataId === dataId;
const isOf = ({ name, size }: Upload, file: File): boolean => name === file.name && size === file.size;

/**
 * The same for the next content of a file that is there. Rejects before anything is sent where it may not be changed, and,
 * with a tag, with a problem that `isChanged` where somebody has changed it since.
 */
export async function uploadInto(file: File, to: Target & { readonly into: Into }): Promise<void> {
  const others = everyUpload().filter(({ into, state }) => into?.fileId === to.into.fileId && state !== 'Done');
  const known = others.find((one) => one.state === 'Interrupted' && isOf(one, file));
  if (known) return goOnWith(known.id, file);
  if (others.some(isGoing)) throw underWay(to.into);
  const address = await replaceFile(to.into.fileId, to.into.tag);
  for (const { id } of others) dismiss(id); // the server has ended them with this call
  const batch = { id: crypto.randomUUID(), place: to.place };
  const one = begin(file, { ...to, folders: [], batch }, folderMaker(to.folderId), address);
  remember(one, address);
  addUploads([one]);
  start(one.id);
}

const underWay = ({ name }: Into): Problem =>
  new Problem(409, { code: 'UploadUnderWay', message: `Another upload into ${name} is under way.` });

type Goal = Target & Pick<Upload, 'folders' | 'into'> & { readonly batch: Batch };

function begin(file: File, goal: Goal, folderAt: FolderMaker, address?: Address): Upload {
  const id = crypto.randomUUID();
  works.set(id, { file, folderAt, resumed: false, meter: meterOf(), ...(address && { address }) });
  return { ...goal, id, name: file.name, size: file.size, state: 'Waiting', sent: 0, speed: 0 };
}

/** Goes on with an interrupted upload; the file must be the one that it was. */
export function goOnWith(id: string, file: File): void {
  const [one, work] = [uploadOf(id), works.get(id)];
  if (!one || !work) return;
  if (!isOf(one, file)) {
    const error = new Error(`That is another file. Choose ${one.name}, as it was when the upload began.`);
    return changeUpload(id, { error });
  }
  work.file = file;
  start(id);
}

export function pause(id: string): void {
  works.get(id)?.stop?.abort();
  changeUpload(id, { state: 'Paused', speed: 0, held: undefined });
}

/** Goes on after a pause or a failure. */
export function start(id: string): void {
  const work = works.get(id);
  if (!work?.file) return;
  const stop = new AbortController();
  work.stop = stop;
  changeUpload(id, { state: 'Waiting', error: undefined, held: undefined });
  void filesAtOnce(() => run(id, work, stop.signal));
}

/** Ends an upload for good and takes it out of the list. The server drops what has come of it within a day. */
export function dismiss(id: string): void {
  const work = works.get(id);
  work?.stop?.abort();
  work?.sum?.stop.abort();
  memory.forget(id);
  works.delete(id);
  removeUpload(id);
}

/** Puts the file in the place of the one that has its name. */
export function replace(id: string): void {
  const work = works.get(id);
  if (!work) return;
  work.replaces = true;
  start(id);
}

export function dismissDone(): void {
  for (const { id, state } of everyUpload()) if (state === 'Done') dismiss(id);
}
