/** A piece of a file: bytes from `start` up to, not including, `end`. */
export interface Block {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

const MiB = 2 ** 20;
const usual = 4 * MiB;
const largest = 100 * MiB;
const mostBlocks = 50_000;

/** The largest file that the blob protocol takes. */
export const largestFile = largest * mostBlocks;

/** Cuts a file into blocks: small ones, so that little is sent twice after a break, and larger ones where they would be too many. */
export function planOf(size: number): Block[] {
  const length = Math.max(usual, Math.ceil(size / mostBlocks / MiB) * MiB);
  return Array.from({ length: Math.ceil(size / length) }, (_, index) => ({
    index,
    start: index * length,
    end: Math.min(size, (index + 1) * length),
  }));
}

/**
 * The id of a block says where it belongs and what is in it, so that an upload that goes on later knows which blocks of
 * the very same content are there. All ids of a file are equally long, as the protocol asks.
 */
export const blockId = (index: number, digest: string): string =>
  btoa(`${String(index).padStart(6, '0')}.${digest.slice(0, 40)}`);

/** Ids of all blocks in the protocol's list. */
export const blockIds = (xml: string): Set<string> =>
  new Set([...xml.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, name = '']) => name));

/** Ids of the blocks that an upload's address holds, out of the protocol's list. */
export const storedIds = (xml: string): Set<string> =>
  blockIds(/<UncommittedBlocks>([\s\S]*?)<\/UncommittedBlocks>/.exec(xml)?.[1] ?? '');

/** The body that makes a file out of its blocks. */
export const blockListXml = (ids: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;

export const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
