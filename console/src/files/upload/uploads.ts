import { Problem, unreachable } from '../../app/problem.ts';
import { queryClient } from '../../app/queries.ts';
import { person } from '../../app/session.ts';
import { filesOf } from '../queries.ts';
import { checksumOf } from './checksum.ts';
import { gateOf } from './gate.ts';
import { type Into, type UploadMemory, uploadMemory } from './memory.ts';
import { type Meter, meterOf } from './meter.ts';
import { patient, put } from './put.ts';
import { type Address, completeFile, contentOf, createFile, fileNamed, replaceFile } from './server.ts';
import { transfer, UploadGone } from './transfer.ts';

/** `Interrupted`: begun by a page that is gone; it goes on once the same file is chosen again. */
export type UploadState =
  | 'Waiting'
  | 'Sending'
  | 'Paused'
  | 'Finishing'
  | 'Done'
  | 'Failed'
  | 'Conflict'
  | 'Interrupted';

export interface Upload {
  readonly id: string;
  readonly twinId: string;
  readonly folderId: string;
  /** Names of the folders down to it. */
  readonly place: string;
  readonly name: string;
  readonly size: number;
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly error?: unknown;
  /** Equal here and on the server, in hexadecimal digits. */
  readonly sha256?: string;
  /** Not a new file, but the next content of this one. */
  readonly into?: Into;
}

/** Where an upload goes. */
export type Goal = Pick<Upload, 'twinId' | 'folderId' | 'place' | 'into'>;

/** What belongs to an upload besides what is shown of it. */
interface Work {
  file?: File;
  address?: Address;
  /** The address was used before. */
  resumed: boolean;
  /** The content of a file that is there is replaced. */
  replaces?: boolean;
  stop?: AbortController;
  sum?: { readonly file: File; readonly digest: Promise<string>; readonly stop: AbortController };
  meter: Meter;
}

const filesAtOnce = gateOf(3);
const blocksAtOnce = gateOf(4);
const blocksOfOne = 3;
const send = patient(put);

let uploads: readonly Upload[] = [];
let memory: UploadMemory | undefined;
const works = new Map<string, Work>();
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. */
export const onUploads = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** All uploads of this page, and those that an earlier one left unfinished. */
export function allUploads(): readonly Upload[] {
  if (memory === undefined) {
    memory = uploadMemory(window.localStorage);
    uploads = memory.of(person().id).map((one) => {
      works.set(one.id, { address: one, resumed: true, meter: meterOf() });
      const { id, twinId, folderId, place, name, size, into } = one;
      return { id, twinId, folderId, place, name, size, into, state: 'Interrupted', sent: 0, speed: 0 };
    });
    window.addEventListener('online', resumeAll);
    window.addEventListener('beforeunload', (event) => {
      if (uploads.some(({ state }) => state === 'Sending' || state === 'Finishing')) event.preventDefault();
    });
  }
  return uploads;
}

function show(all: readonly Upload[]): void {
  uploads = all;
  for (const listener of listeners) listener();
}

const change = (id: string, what: Partial<Upload>): void =>
  show(uploads.map((one) => (one.id === id ? { ...one, ...what } : one)));

const uploadOf = (id: string): Upload | undefined => uploads.find((one) => one.id === id);

/** Begins an upload, or goes on with the one of the same file that was interrupted. */
export function upload(file: File, to: Goal): void {
  const known = interrupted(file, to);
  if (known) goOnWith(known.id, file);
  else begin(file, to);
}

/** The same for the next content of a file that is there. Rejects before anything is sent where it may not be changed. */
export async function uploadInto(file: File, to: Goal & { readonly into: Into }): Promise<void> {
  const known = interrupted(file, to);
  if (known) return goOnWith(known.id, file);
  const others = allUploads().filter(({ into, state }) => into?.fileId === to.into.fileId && state !== 'Done');
  if (others.some(isGoing)) throw underWay(to.into);
  const address = await replaceFile(to.into.fileId);
  for (const { id } of others) dismiss(id); // the server has ended them with this call
  begin(file, to, address);
}

const isGoing = ({ state }: Upload): boolean => state === 'Waiting' || state === 'Sending' || state === 'Finishing';

const underWay = ({ name }: Into): Problem =>
  new Problem(409, { code: 'UploadUnderWay', message: `Another upload into ${name} is under way.` });

const interrupted = (file: File, to: Goal): Upload | undefined =>
  allUploads().find(
    ({ state, name, size, folderId, into }) =>
      state === 'Interrupted' &&
      name === file.name &&
      size === file.size &&
      folderId === to.folderId &&
      into?.fileId === to.into?.fileId,
  );

function begin(file: File, to: Goal, address?: Address): void {
  const id = crypto.randomUUID();
  const one: Upload = { ...to, id, name: file.name, size: file.size, state: 'Waiting', sent: 0, speed: 0 };
  works.set(id, { file, resumed: false, meter: meterOf(), ...(address && { address }) });
  if (address) remember(one, address);
  show([...uploads, one]);
  start(id);
}

/** Goes on with an interrupted upload; the file must be the one that it was. */
export function goOnWith(id: string, file: File): void {
  const [one, work] = [uploadOf(id), works.get(id)];
  if (!one || !work) return;
  if (file.name !== one.name || file.size !== one.size) {
    const error = new Error(`That is another file. Choose ${one.name}, as it was when the upload began.`);
    return change(id, { error });
  }
  work.file = file;
  start(id);
}

export function pause(id: string): void {
  works.get(id)?.stop?.abort();
  change(id, { state: 'Paused', speed: 0 });
}

/** Goes on after a pause or a failure. */
export const resume = (id: string): void => start(id);

const resumeAll = (): void => {
  for (const { id, state, error } of uploads) {
    if (state === 'Failed' && error instanceof Problem && error.status === 0) start(id);
  }
};

/** Ends an upload for good and takes it out of the list. The server drops what has come of it within a day. */
export function dismiss(id: string): void {
  const work = works.get(id);
  work?.stop?.abort();
  work?.sum?.stop.abort();
  memory?.forget(id);
  works.delete(id);
  show(uploads.filter((other) => other.id !== id));
}

/** Puts the file in the place of the one that has its name. */
export function replace(id: string): void {
  const work = works.get(id);
  if (!work) return;
  work.replaces = true;
  start(id);
}

export function dismissDone(): void {
  for (const { id, state } of uploads) if (state === 'Done') dismiss(id);
}

function start(id: string): void {
  const work = works.get(id);
  if (!work?.file) return;
  const stop = new AbortController();
  work.stop = stop;
  change(id, { state: 'Waiting', error: undefined });
  filesAtOnce(() => run(id, work, stop.signal)).catch((error: unknown) => {
    if (!stop.signal.aborted) fail(id, work, error);
  });
}

function fail(id: string, work: Work, error: unknown): void {
  if (error instanceof Problem && error.code === 'FileAlreadyExists')
    return change(id, { state: 'Conflict', error, speed: 0 });
  if (error instanceof UploadGone) {
    delete work.address; // the next try begins anew
    work.resumed = false;
    memory?.forget(id);
  }
  change(id, { state: 'Failed', error: error instanceof TypeError ? unreachable() : error, speed: 0 });
}

async function run(id: string, work: Work, signal: AbortSignal): Promise<void> {
  const one = uploadOf(id);
  const { file } = work;
  if (!one || !file) return;
  signal.throwIfAborted();
  change(id, { state: 'Sending' });
  const address = await addressFor(one, work);
  signal.throwIfAborted();
  const sum = sumOf(work, file);
  const { resumed } = work;
  work.resumed = true; // the next try finds what this one has sent
  const own = gateOf(blocksOfOne);
  await transfer(
    { put: send, gate: (block) => own(() => blocksAtOnce(block)) },
    {
      file,
      uploadUrl: address.uploadUrl,
      resumed,
      signal,
      onProgress: (sent) => progress(id, work, sent),
    },
  );
  change(id, { state: 'Finishing', sent: file.size, speed: 0 });
  const stored = await completeFile(address.fileId);
  memory?.forget(id);
  const [here, there] = await Promise.all([sum, contentOf(stored.id)]);
  if (here !== there.sha256)
    throw new Error('The file that is stored differs from the one that was sent. Upload it again.');
  change(id, { state: 'Done', sha256: here });
  await Promise.all(
    [filesOf(one.twinId), ['models', one.twinId], ['model']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

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
  if (work.address) return work.address;
  const known = one.into?.fileId ?? (work.replaces ? await fileNamed(one.folderId, one.name) : undefined);
  const address = known ? await replaceFile(known) : await createFile(one.folderId, one.name);
  work.address = address;
  remember(one, address);
  return address;
}

function remember({ id, twinId, folderId, place, name, size, into }: Upload, address: Address): void {
  memory?.keep({ ...address, id, twinId, folderId, place, name, size, into, userId: person().id, begun: Date.now() });
}

function progress(id: string, work: Work, sent: number): void {
  const now = Date.now();
  work.meter.note(sent, now);
  change(id, { sent, speed: work.meter.speed(now) });
}
