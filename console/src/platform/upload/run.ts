import { type Gate, gateOf } from '@twin-platform/client/gate';
import { patiently } from '../patience.ts';
import { isChanged, Problem, unreachable } from '../problem.ts';
import { person } from '../session.ts';
import { checksumOf } from './checksum.ts';
import { blobAt, sizeAt } from './container.ts';
import type { FolderMaker } from './folders.ts';
import { uploadMemory } from './memory.ts';
import type { Meter } from './meter.ts';
import { patient, put } from './put.ts';
import { type Address, completeFile, contentOf, createFile, fileNamed, replaceFile } from './server.ts';
import { filesArrived } from './stale.ts';
import { changeUpload, uploadOf } from './store.ts';
import { transfer, UploadGone } from './transfer.ts';
import { placeOf, type Upload } from './upload.ts';

/** What belongs to an upload besides what is shown of it. */
export interface Work {
  file?: File;
  address?: Address;
  readonly folderAt: FolderMaker;
  /** The address was used before. */
  resumed: boolean;
  /** The content of a file that is there is replaced, whoever has brought it. */
  replaces?: boolean;
  stop?: AbortController;
  sum?: { readonly file: File; readonly digest: Promise<string>; readonly stop: AbortController };
  readonly meter: Meter;
}

export const memory = uploadMemory(window.localStorage);

const blocksAtOnce = gateOf(4);
const blocksOfOne = 3;

/** Takes one upload to its end. What goes wrong with it is its own. */
export async function run(id: string, work: Work, signal: AbortSignal): Promise<void> {
  const one = uploadOf(id);
  const { file } = work;
  if (!one || !file || signal.aborted) return;
  try {
    await send(one, work, file, signal);
  } catch (error) {
    if (!signal.aborted) fail(id, work, error);
  }
}

function fail(id: string, work: Work, error: unknown): void {
  const ended = { speed: 0, held: undefined };
  if (error instanceof Problem && (error.code === 'FileAlreadyExists' || isChanged(error)))
    return changeUpload(id, { ...ended, state: 'Conflict', error });
  if (error instanceof UploadGone) {
    delete work.address; // the next try begins anew
    work.resumed = false;
    memory.forget(id);
    if (uploadOf(id)?.into) return changeUpload(id, { ...ended, state: 'Failed', error: new Error(endedElsewhere) });
  }
  changeUpload(id, { ...ended, state: 'Failed', error: error instanceof TypeError ? unreachable() : error });
}

const endedElsewhere = 'Somebody began another upload into this file, or this one was open for too long.';

async function send(one: Upload, work: Work, file: File, signal: AbortSignal): Promise<void> {
  const { id } = one;
  const onHeld = (held: Problem | undefined) => changeUpload(id, { held, speed: 0 });
  const ask = <T>(call: () => Promise<T>) => patiently(call, { signal, onHeld });
  changeUpload(id, { state: 'Sending' });
  const address = await ask(() => addressFor(one, work));
  signal.throwIfAborted();
  const sum = one.dataId ? undefined : sumOf(work, file);
  const { resumed } = work;
  work.resumed = true; // the next try finds what this one has sent
  const lines = { put: patient(put, onHeld), gate: within(gateOf(blocksOfOne), blocksAtOnce), ask };
  const onProgress = (sent: number) => progress(id, work, sent);
  const renewed = one.dataId ? () => ask(() => blobOf(one)) : undefined;
  const given = { file, uploadUrl: address.uploadUrl, resumed, signal, onProgress };
  await transfer(lines, { ...given, ...(renewed && { renewed }) });
  changeUpload(id, { state: 'Finishing', sent: file.size, speed: 0 });
  const isSame = sum
    ? await storedAs(id, address, sum, ask)
    : await ask(async () => (await sizeAt(await blobOf(one))) === file.size);
  if (!isSame) throw new Error('The file that is stored differs from the one that was sent. Upload it again.');
  memory.forget(id);
  const stored = sum && { sha256: await sum, fileId: address.fileId };
  changeUpload(id, { state: 'Done', ...stored });
  delete work.file; // the list would hold thousands of them
  delete work.sum;
  filesArrived(one.twinId);
}

/** Makes what was sent the content of the file; answers whether the server has what was here. */
async function storedAs(
  id: string,
  { fileId }: Address,
  sum: Promise<string>,
  ask: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<boolean> {
  const stored = await ask(() => completeFile(fileId));
  memory.forget(id);
  const [here, there] = await Promise.all([sum, ask(() => contentOf(stored.id))]);
  return here === there.sha256;
}

const blobOf = ({ dataId = '', folders, name }: Upload): Promise<string> => blobAt(dataId, [...folders, name]);

const within =
  (inner: Gate, outer: Gate): Gate =>
  (work) =>
    inner(() => outer(work));

/** Begins to hash the file beside the sending; a pause does not stop it. */
function sumOf(work: Work, file: File): Promise<string> {
  if (work.sum?.file !== file) {
    const stop = new AbortController();
    work.sum = { file, stop, digest: checksumOf(file, stop.signal) };
    work.sum.digest.catch(() => {}); // looked at when everything is sent
  }
  return work.sum.digest;
}

async function addressFor(one: Upload, work: Work): Promise<Address> {
  if (one.dataId) {
    const address = { fileId: one.dataId, uploadUrl: await blobOf(one) };
    remember(one, address);
    return address;
  }
  if (work.address) return work.address;
  const folderId = await work.folderAt(one.folders);
  const known = one.into?.fileId ?? (work.replaces ? await fileNamed(folderId, one.name) : undefined);
  const tag = work.replaces ? undefined : one.into?.tag;
  const address = known ? await replaceFile(known, tag) : await createFile(folderId, one.name);
  work.address = address;
  remember({ ...one, folderId }, address);
  return address;
}

/** So that it can go on after the page was closed. */
export function remember(one: Upload, address: Address): void {
  const { id, twinId, folderId, name, size, into, dataId, folders } = one;
  const kept = { ...address, id, twinId, folderId, place: placeOf(one), name, size, begun: Date.now() };
  memory.keep({ ...kept, userId: person().id, ...(into && { into }), ...(dataId && { dataId, folders }) });
}

function progress(id: string, work: Work, sent: number): void {
  const now = Date.now();
  work.meter.note(sent, now);
  changeUpload(id, { sent, speed: work.meter.speed(now) });
}
