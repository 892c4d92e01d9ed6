import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { planOf } from '../blocks.ts';
import type { PlatformClient } from '../client.ts';
import { contentOf } from './content-address.ts';
import { jobsBegunBy } from './jobs.ts';
import { type LineOptions, type Lines, LinkGone, linesOf } from './lines.ts';
import { type Claim, claimRecord, recordsFolder } from './records.ts';
import { answered, Refused } from './refused.ts';
import { type SentContent, sendContent } from './send-content.ts';
import { type Source, sha256Of, sourceAt } from './source.ts';
import { partsOf, type RemoteFile, type TwinFiles, twinFiles } from './twin-files.ts';

export interface UploadOptions extends LineOptions {
  readonly twinId: string;
  /** Path of the folder in the twin, made where it is missing; default the root folder. */
  readonly folder?: string;
  /** The local file. */
  readonly path: string;
  /** Its name in the twin; default that of the local file. */
  readonly name?: string;
  /** What happens where another content has this name; default `update`. */
  readonly ifExists?: 'update' | 'skip' | 'fail';
  /** Begins anew instead of going on where an earlier call has ended. */
  readonly restart?: boolean;
  /** Bytes that are there, of all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Hears, in a sentence, why an earlier upload is not gone on with. */
  readonly onNotice?: (sentence: string) => void;
  /** Folder of the records by which an upload goes on; default {@link recordsFolder}. */
  readonly records?: string;
  /** Remembers folders between several calls. */
  readonly files?: TwinFiles;
}

export interface Uploaded {
  readonly state: 'uploaded' | 'updated' | 'unchanged' | 'skipped';
  readonly file: RemoteFile;
  /** Of the content, in hexadecimal digits; undefined where the file was skipped. */
  readonly sha256: string | undefined;
  /** Jobs that the upload has begun: give them to `waitForJobs`. */
  readonly jobs: readonly string[];
  /** Bytes that went to the server by this call. */
  readonly sent: number;
  /** Whether an earlier call was gone on with. */
  readonly resumed: boolean;
}

/** The content in the twin is not the content of the file. */
export class DigestDiffers extends Error {
  constructor(path: string) {
    super(`The content of ${path} has arrived damaged.`);
    this.name = 'DigestDiffers';
  }
}

/** A file with this name is there, and was not to be replaced. */
export class FileExists extends Error {
  constructor(path: string) {
    super(`${path} is there already, with another content.`);
    this.name = 'FileExists';
  }
}

/** What an upload would do, and what is there now. */
export interface Compared {
  readonly state: Uploaded['state'];
  readonly file: RemoteFile | undefined;
  /** Of both contents, where they are the same. */
  readonly sha256: string | undefined;
}

/** Compares a file with what has its name in the twin, by size and then by SHA-256; changes nothing. */
export async function compareFile(client: PlatformClient, options: UploadOptions): Promise<Compared> {
  const { twinId, folder = '', files = twinFiles(client, twinId) } = options;
  const folderId = await files.folderAt(partsOf(folder));
  const source = await sourceAt(await realpath(options.path));
  return compare({ client, options, files, source, lines: linesOf(options) }, folderId);
}

interface Comparing {
  readonly client: PlatformClient;
  readonly options: UploadOptions;
  readonly files: TwinFiles;
  readonly source: Source;
  readonly lines: Lines;
}

async function compare(comparing: Comparing, folderId: string | undefined): Promise<Compared> {
  const { client, options, files, source, lines } = comparing;
  const { ifExists = 'update' } = options;
  const file = folderId === undefined ? undefined : await files.fileIn(folderId, nameOf(options));
  const sha256 = file && (await sameDigest(lines, client, file, source));
  if (file === undefined) return { state: 'uploaded', file, sha256 };
  if (sha256 !== undefined) return { state: 'unchanged', file, sha256 };
  if (ifExists === 'fail') throw new FileExists(file.path);
  return { state: ifExists === 'skip' ? 'skipped' : 'updated', file, sha256 };
}

const nameOf = ({ name, path }: UploadOptions): string => name ?? basename(path);

/**
 * Sends a file into a folder of a twin, in blocks and several at a time. The same call goes on where an earlier one has
 * ended, whatever ended it: no block that the server has acknowledged is sent twice. What is there already is not sent at
 * all. Throws {@link Refused} where the server refuses, {@link DigestDiffers}, {@link FileExists}, `UploadRunning`,
 * `SourceChanged`, `Away`.
 */
export async function uploadFile(client: PlatformClient, options: UploadOptions): Promise<Uploaded> {
  const { twinId, folder = '', files = twinFiles(client, twinId) } = options;
  const lines = linesOf(options);
  const source = await sourceAt(await realpath(options.path));
  const name = nameOf(options);
  const folderId = await files.ensureFolder(partsOf(folder));
  const { state, file, sha256 } = await compare({ client, options, files, source, lines }, folderId);
  if (file && (state === 'unchanged' || state === 'skipped'))
    return { state, file, sha256, jobs: [], sent: 0, resumed: false };
  const target = `${await files.base()}/${folderId}/${name.toLowerCase()}`;
  const blockSize = planOf(source.size)[0]?.end ?? 0;
  const claim = claimRecord(options.records ?? recordsFolder(), source, target, blockSize);
  try {
    if (options.restart) claim.remove();
    const begin = () => addressesFor(client, file?.id, folderId, name);
    const job: Job = { client, lines, source, target, blockSize, options, claim, begin };
    const done = await (options.restart || claim.found === undefined ? anew(job) : goOn(job, claim.found));
    files.forget(folderId);
    return { state, ...done };
  } finally {
    claim.letGo();
  }
}

interface Addresses {
  readonly uploadUrl: string;
  readonly completeUrl: string;
}

interface Job {
  readonly client: PlatformClient;
  readonly lines: Lines;
  readonly source: Source;
  readonly target: string;
  readonly blockSize: number;
  readonly options: UploadOptions;
  readonly claim: Claim;
  /** Begins an upload at the server. */
  readonly begin: () => Promise<Addresses>;
}

type Done = Omit<Uploaded, 'state'>;

/** The record is there before the first byte leaves. */
async function anew(job: Job): Promise<Done> {
  const { source, target, blockSize, claim } = job;
  const addresses = await job.begin();
  const { path, size, modified } = source;
  claim.write({ source: path, size, modified, target, blockSize, ...addresses });
  return finish(job, addresses, await send(job, addresses, false), false);
}

async function goOn(job: Job, addresses: Addresses): Promise<Done> {
  try {
    return await finish(job, addresses, await send(job, addresses, true), true);
  } catch (error) {
    if (!isGone(error)) throw error;
    job.claim.remove();
    job.options.onNotice?.(`The earlier upload of ${job.source.path} has expired. It begins anew.`);
    return anew(job);
  }
}

/** It has expired, was begun anew elsewhere, or another file has taken its name; a lock passes. */
const isGone = (error: unknown): boolean =>
  error instanceof LinkGone ||
  (error instanceof Refused && (error.status === 404 || error.status === 422 || error.code === 'FileAlreadyExists'));

const send = ({ lines, source, options }: Job, { uploadUrl }: Addresses, isResumed: boolean): Promise<SentContent> =>
  sendContent(lines, {
    source,
    address: async () => uploadUrl,
    isResumed,
    onProgress: (done, total) => options.onProgress?.(done, total),
  });

async function finish(
  { client, lines, source, claim }: Job,
  { completeUrl }: Addresses,
  { sha256, sent }: SentContent,
  resumed: boolean,
): Promise<Done> {
  const params = { path: { fileId: completeUrl.split('/').at(-2) ?? '' } };
  const headers = { 'Idempotency-Key': randomUUID() };
  const complete = () => answered(client.storage.POST('/storage/files/{fileId}/complete', { params, headers }));
  const { data, response } = await lines.patiently(complete);
  claim.remove();
  const { file } = data;
  const stored = await lines.patiently(() => contentOf(lines, client, file.id));
  if (stored.sha256 !== sha256 || file.size !== source.size) throw new DigestDiffers(source.path);
  return { file, sha256, jobs: jobsBegunBy(response), sent, resumed };
}

async function addressesFor(
  { storage }: PlatformClient,
  existingId: string | undefined,
  folderId: string,
  displayName: string,
): Promise<Addresses> {
  const call =
    existingId === undefined
      ? storage.POST('/storage/folders/{folderId}/files', { params: { path: { folderId } }, body: { displayName } })
      : storage.POST('/storage/files/{fileId}/updatecontent', { params: { path: { fileId: existingId } } });
  const { _links } = (await answered(call)).data;
  return { uploadUrl: _links.uploadUrl.href, completeUrl: _links.completeUrl.href };
}

/** The SHA-256 that both contents have; undefined where they differ. */
async function sameDigest(
  lines: Lines,
  client: PlatformClient,
  file: RemoteFile,
  source: Source,
): Promise<string | undefined> {
  if (file.size !== source.size) return undefined;
  const [own, stored] = await Promise.all([sha256Of(source.path, lines.signal), contentOf(lines, client, file.id)]);
  return own === stored.sha256 ? own : undefined;
}
