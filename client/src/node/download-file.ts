import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PlatformClient } from '../client.ts';
import { type Content, contentOf } from './content-address.ts';
import { type LineOptions, type Lines, LinkGone, linesOf } from './lines.ts';
import { hashFile, sha256Of } from './source.ts';
import { DigestDiffers } from './upload-file.ts';

export interface DownloadOptions extends LineOptions {
  readonly fileId: string;
  /** The local file; folders above it are made. */
  readonly path: string;
  /** Bytes that are there, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Downloaded {
  readonly state: 'downloaded' | 'unchanged';
  readonly path: string;
  readonly size: number;
  /** Of the content, in hexadecimal digits. */
  readonly sha256: string;
  /** Bytes that came by this call. */
  readonly received: number;
  /** Whether an earlier call was gone on with. */
  readonly resumed: boolean;
}

/**
 * Reads a file of Storage into a local one: into `<path>.part` first, which gets its name when it is whole and its digest is
 * right. The same call goes on where an earlier one has ended, if the content is still the same. Throws `Refused`,
 * `DigestDiffers`, `Away`, and what the disk says.
 */
export function downloadFile(client: PlatformClient, options: DownloadOptions): Promise<Downloaded> {
  const lines = linesOf(options);
  return downloadContent(lines, { ...options, find: () => contentOf(lines, client, options.fileId) });
}

export interface ContentDownload extends Pick<DownloadOptions, 'path' | 'onProgress'> {
  /** Asked again where the connection breaks or the address expires. */
  readonly find: () => Promise<Content>;
}

/** The same for content behind any signed address. */
export async function downloadContent(lines: Lines, { find, path, onProgress }: ContentDownload): Promise<Downloaded> {
  const [part, tagFile] = [`${path}.part`, `${path}.part.etag`];
  let received = 0;
  let resumed = false;
  let wait = lines.patience();
  for (let restarts = 0, attempt = 0; ; attempt++) {
    const content = await (attempt === 0 ? find() : lines.patiently(find));
    const { size, sha256 } = content;
    if (received === 0 && (await sizeOf(path)) === size && sha256 !== undefined) {
      if ((await sha256Of(path, lines.signal)) === sha256)
        return { state: 'unchanged', path, size, sha256, received: 0, resumed: false };
    }
    await mkdir(dirname(path), { recursive: true });
    const kept = await keptOf(part, tagFile, content);
    resumed ||= received === 0 && kept > 0;
    const hash = createHash('sha256');
    const file = await open(part, kept > 0 ? 'r+' : 'w');
    try {
      if (kept === 0) await writeFile(tagFile, content.tag ?? '');
      else await hashFile(part, hash, lines.signal, kept);
      const writer = { file, hash, at: kept };
      const note = (count: number) => {
        received += count;
        onProgress?.(writer.at, size);
      };
      const before = received;
      const broken = await receive(lines, content, writer, note);
      await file.sync();
      if (received > before) wait = lines.patience();
      if (broken) {
        await wait(broken);
        continue;
      }
    } catch (error) {
      if (error instanceof Error && isDisk(error)) await dropPart(path); // it would only fill the disk
      if (!(error instanceof LinkGone) || ++restarts > 3) throw error;
      continue; // another content may be there now
    } finally {
      await file.close();
    }
    const digest = hash.digest('hex');
    if (sha256 !== undefined && digest !== sha256) {
      await dropPart(path);
      throw new DigestDiffers(path);
    }
    await rename(part, path);
    await rm(tagFile, { force: true });
    return { state: 'downloaded', path, size, sha256: digest, received, resumed };
  }
}

interface Writer {
  readonly file: FileHandle;
  hash: Hash;
  /** Bytes that are there. */
  at: number;
}

/** Reads what is missing; answers why where the connection broke before. */
async function receive(
  lines: Lines,
  content: Content,
  writer: Writer,
  note: (count: number) => void,
): Promise<Error | undefined> {
  const { size } = content;
  if (writer.at < size) {
    const answer = await answerOf(lines, content, writer.at);
    if (writer.at > 0 && answer.status !== 206) {
      await writer.file.truncate(0);
      writer.at = 0;
      writer.hash = createHash('sha256');
      if (answer.status === 416) return new Error('The server does not have this range.');
    }
    try {
      for await (const chunk of bodyOf(answer)) {
        await writer.file.write(chunk, 0, chunk.length, writer.at);
        writer.hash.update(chunk);
        writer.at += chunk.length;
        note(chunk.length);
      }
    } catch (error) {
      lines.signal.throwIfAborted();
      const isBroken = error instanceof Error && !('syscall' in error && isDisk(error));
      if (!isBroken) throw error;
      return error;
    }
  }
  return writer.at === size ? undefined : new Error('The connection ended before the content was whole.');
}

const dropPart = (path: string): Promise<unknown> =>
  Promise.all([`${path}.part`, `${path}.part.etag`].map((one) => rm(one, { force: true })));

const isDisk = (error: object): boolean =>
  'code' in error && /^(ENOSPC|EDQUOT|EIO|EROFS|EFBIG|EBADF)$/.test(String(error.code));

const bodyOf = (answer: Response): AsyncIterable<Uint8Array> =>
  (answer.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>;

/** The rest of the content; a store to which the platform sends us knows other tags, and its address one content only. */
async function answerOf(lines: Lines, { address, tag }: Content, start: number): Promise<Response> {
  const range = start > 0 ? { Range: `bytes=${start}-` } : undefined;
  const condition = start > 0 && tag !== undefined ? { 'If-Range': tag } : undefined;
  const answer = await lines.ask(address, { headers: { ...range, ...condition }, redirect: 'manual' });
  const elsewhere = answer.status >= 300 && answer.status < 400 ? answer.headers.get('Location') : null;
  if (elsewhere === null) return answer;
  return lines.ask(new URL(elsewhere, address).href, { headers: { ...range } });
}

/** Bytes that an earlier call has left of this very content. */
async function keptOf(part: string, tagFile: string, { tag, size }: Content): Promise<number> {
  const kept = await sizeOf(part);
  const before = await readFile(tagFile, 'utf8').catch(() => undefined);
  return tag !== undefined && before === tag && kept !== undefined && kept <= size ? kept : 0;
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (one) => (one.isFile() ? one.size : undefined),
    () => undefined,
  );
