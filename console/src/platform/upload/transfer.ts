import { type Block, blockId, blockListXml, hex, planOf, storedIds } from '@twin-platform/client/blocks';
import type { Gate } from '@twin-platform/client/gate';
import { problemOf, unreachable } from '../problem.ts';

/** Sends bytes to the address of an upload, telling how many have left; rejects when refused or aborted. */
export type Put = (
  url: string,
  body: Blob | string,
  options: { readonly onSent?: (count: number) => void; readonly signal: AbortSignal },
) => Promise<void>;

export interface Transfer {
  readonly file: Blob;
  /** The signed address; blocks go to it with further parameters. */
  readonly uploadUrl: string;
  /** The same while it works; absent: it works long enough. */
  readonly renewed?: () => Promise<string>;
  /** Some of the blocks may be there already. */
  readonly resumed: boolean;
  readonly signal: AbortSignal;
  /** Bytes that are there or have left, in all. */
  readonly onProgress: (sent: number) => void;
}

export interface Lines {
  readonly put: Put;
  /** Which blocks are under way at once, over all uploads. */
  readonly gate: Gate;
  /** Asks again for as long as the server is away; without it once. */
  readonly ask?: <T>(call: () => Promise<T>) => Promise<T>;
}

/** Sends a file in blocks, several at once, and then makes them its content. What is there already is not sent again. */
export async function transfer(lines: Lines, given: Transfer): Promise<void> {
  const { file, uploadUrl, signal, onProgress } = given;
  const blocks = planOf(file.size);
  if (blocks.length <= 1) return putWhole(lines, given);
  const { ask = (call) => call() } = lines;
  const { renewed = () => Promise.resolve(uploadUrl) } = given;
  const stored = given.resumed ? await ask(async () => blocksAt(await renewed(), signal)) : new Set<string>();
  const sent = new Map<number, number>();
  const tell = (block: Block, count: number) => {
    sent.set(block.index, count);
    onProgress(sum(sent.values()));
  };
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const send = (block: Block) =>
    lines.gate(async () => {
      both.throwIfAborted();
      return sendBlock(lines.put, { ...given, uploadUrl: await renewed(), signal: both }, block, stored, tell);
    });
  const ids = await Promise.all(blocks.map(send)).catch((error: unknown) => {
    failed.abort(error); // the other blocks would be sent for nothing
    throw error;
  });
  await lines.put(withQuery(await renewed(), 'comp=blocklist'), blockListXml(ids), { signal });
}

async function sendBlock(
  put: Put,
  { file, uploadUrl, signal }: Transfer,
  block: Block,
  stored: ReadonlySet<string>,
  tell: (block: Block, count: number) => void,
): Promise<string> {
  const bytes = await file.slice(block.start, block.end).arrayBuffer();
  const id = blockId(block.index, hex(await crypto.subtle.digest('SHA-256', bytes)));
  if (!stored.has(id)) {
    const url = withQuery(uploadUrl, `comp=block&blockid=${encodeURIComponent(id)}`);
    await put(url, new Blob([bytes]), { signal, onSent: (count) => tell(block, Math.min(count, bytes.byteLength)) });
  }
  tell(block, bytes.byteLength);
  return id;
}

async function putWhole({ put, gate }: Lines, { file, uploadUrl, signal, onProgress }: Transfer): Promise<void> {
  await gate(() => put(uploadUrl, file, { signal, onSent: onProgress }));
  onProgress(file.size);
}

async function blocksAt(uploadUrl: string, signal: AbortSignal): Promise<Set<string>> {
  const url = withQuery(uploadUrl, 'comp=blocklist&blocklisttype=uncommitted');
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw error instanceof TypeError ? unreachable() : error;
  });
  if (response.status === 429 || response.status >= 500) throw problemOf(response, undefined);
  if (!response.ok) throw new UploadGone();
  return storedIds(await response.text());
}

/** The address of an upload does not work any more: it has expired, or the upload was ended elsewhere. */
export class UploadGone extends Error {
  constructor() {
    super('The upload has expired.');
    this.name = 'UploadGone';
  }
}

const withQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`;

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
