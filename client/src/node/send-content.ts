import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type Block, blockId, blockIds, blockListXml, planOf } from '../blocks.ts';
import { gateOf } from '../gate.ts';
import { type Lines, LinkGone, withQuery } from './lines.ts';
import { requireUnchanged, type Source, SourceChanged } from './source.ts';

export interface Sending {
  readonly source: Source;
  /** The signed address; asked again for each request, so that it may be renewed. */
  readonly address: () => Promise<string>;
  /** Some of it may be there already. */
  readonly isResumed: boolean;
  /** The address may stand for a file that is not there yet; else one that is unknown has expired. */
  readonly mayBeNew?: boolean;
  /** Bytes that are there, of all. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface SentContent {
  readonly sha256: string;
  /** Bytes that went to the server by this call. */
  readonly sent: number;
}

const blocksOfFile = 3;

/**
 * Sends a file to its signed address: small ones at once, larger ones in blocks, several at a time. What the server has
 * acknowledged before is not sent again: the id of a block says what is in it. Memory: the blocks under way.
 */
export async function sendContent(lines: Lines, sending: Sending): Promise<SentContent> {
  const plan = planOf(sending.source.size);
  return plan.length <= 1 ? sendWhole(lines, sending) : sendBlocks(lines, sending, plan);
}

async function sendWhole(lines: Lines, sending: Sending): Promise<SentContent> {
  const { source, address, isResumed, onProgress } = sending;
  return lines.gate(async () => {
    const file = await open(source.path);
    const bytes = Buffer.allocUnsafe(source.size);
    await fill(bytes, file, source, 0).finally(() => file.close());
    await requireUnchanged(source);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const isThere = isResumed && (await storedAt(lines, sending)).sha256 === sha256;
    if (!isThere)
      await lines.ask(await address(), {
        method: 'PUT',
        body: () => streamOf(bytes),
        headers: { 'x-ms-blob-type': 'BlockBlob', 'Content-MD5': md5(bytes) },
      });
    onProgress(source.size, source.size);
    return { sha256, sent: isThere ? 0 : source.size };
  });
}

async function sendBlocks(lines: Lines, sending: Sending, plan: readonly Block[]): Promise<SentContent> {
  const { source, address, isResumed, onProgress } = sending;
  const stored = isResumed ? (await storedAt(lines, sending)).ids : new Set<string>();
  const file = await open(source.path);
  const whole = createHash('sha256');
  const oneReads = gateOf(1);
  const ids: string[] = [];
  let [next, done, sent] = [0, 0, 0];
  let failure: { readonly error: unknown } | undefined;
  /** One after the other, so that the digest of the whole comes along. */
  const read = (buffer: Buffer) =>
    oneReads(async () => {
      const block = failure ? undefined : plan[next++];
      if (block === undefined) return undefined;
      const bytes = buffer.subarray(0, block.end - block.start);
      await fill(bytes, file, source, block.start);
      whole.update(bytes);
      return { block, bytes };
    });
  const sendNext = (buffer: Buffer) =>
    lines.gate(async (): Promise<boolean> => {
      const one = await read(buffer);
      if (one === undefined) return false;
      const { block, bytes } = one;
      const id = blockId(block.index, createHash('sha256').update(bytes).digest('hex'));
      if (!stored.has(id)) {
        const url = withQuery(await address(), `comp=block&blockid=${encodeURIComponent(id)}`);
        const body = () => streamOf(bytes);
        const answer = await lines.ask(url, { method: 'PUT', body, headers: { 'Content-MD5': md5(bytes) } });
        await answer.body?.cancel();
        sent += bytes.length;
      }
      ids[block.index] = id;
      done += bytes.length;
      onProgress(done, source.size);
      return true;
    });
  const work = async () => {
    try {
      const buffer = Buffer.allocUnsafeSlow((plan[0]?.end ?? 0) - (plan[0]?.start ?? 0)); // one for all of its blocks
      while (await sendNext(buffer));
    } catch (error) {
      failure ??= { error }; // the others end the block that they are at
    }
  };
  try {
    await Promise.all(Array.from({ length: blocksOfFile }, work));
    if (failure) throw failure.error;
    await requireUnchanged(source);
  } finally {
    await file.close();
  }
  const url = withQuery(await address(), 'comp=blocklist');
  const answer = await lines.ask(url, { method: 'PUT', body: () => blockListXml(ids) });
  await answer.body?.cancel();
  return { sha256: whole.digest('hex'), sent };
}

/** Reads as many bytes as there is room for. */
async function fill(bytes: Buffer, file: FileHandle, { path }: Source, start: number): Promise<void> {
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new SourceChanged(path);
    filled += bytesRead;
  }
}

const pieceBytes = 2 ** 18;

/** In pieces: `fetch` would copy a whole block before it sends it. */
function streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.subarray(at, at + pieceBytes);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      if (at >= bytes.length) controller.close();
    },
  });
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

interface Stored {
  readonly ids: ReadonlySet<string>;
  readonly sha256?: string | undefined;
}

/** What an upload's address holds: blocks, seen by others already or not, and the SHA-256 of what they are together. */
async function storedAt(lines: Lines, { address, mayBeNew }: Sending): Promise<Stored> {
  try {
    const answer = await lines.ask(withQuery(await address(), 'comp=blocklist&blocklisttype=all'), {});
    return { ids: blockIds(await answer.text()), sha256: digestOf(answer) };
  } catch (error) {
    if (mayBeNew && error instanceof LinkGone) return { ids: new Set() };
    throw error;
  }
}

/** The SHA-256 that an entity tag is; undefined where it is something else. */
export const digestOf = ({ headers }: Response): string | undefined =>
  /^(?:W\/)?"([0-9a-f]{64})"$/.exec(headers.get('ETag') ?? '')?.[1];
