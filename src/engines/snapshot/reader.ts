import type { RandomAccess } from '../random-access.ts';
import { type Block, type BlockKind, type Directory, parseLines, readDirectory, unpack } from './blocks.ts';
import { numberOf } from './id64.ts';
import type { ElementRecord, ElementRow, Id64, SnapshotHeader } from './types.ts';

/** A snapshot that is read in pieces; nothing of it stays in memory but the header and the list of its blocks. */
export interface Snapshot {
  readonly header: SnapshotHeader;
  /** One element alone: one block is read. */
  element(id: Id64): Promise<ElementRecord | undefined>;
  /** All elements ascending by id, or those after one. */
  elements(after?: Id64): AsyncIterableIterator<ElementRecord>;
  /** The same without what only a single element needs; some 20 times quicker. */
  rows(after?: Id64): AsyncIterableIterator<ElementRow>;
  close(): Promise<void>;
}

/** Throws when the file is no snapshot of this format. */
export async function openSnapshot(source: RandomAccess): Promise<Snapshot> {
  const directory = await readDirectory(source);
  const records = <T extends ElementRow>(kind: BlockKind, after?: Id64) => recordsOf<T>(source, directory, kind, after);
  return {
    header: directory.header,
    async element(id) {
      const block = blockOf(directory.blocks.records, numberOf(id));
      if (block === undefined) return undefined;
      const found = parseLines<ElementRecord>(await unpack(source, block));
      return found.find((record) => record.id === id);
    },
    elements: (after) => records<ElementRecord>('records', after),
    rows: (after) => records<ElementRow>('rows', after),
    close: () => source.close(),
  };
}

async function* recordsOf<T extends ElementRow>(
  source: RandomAccess,
  directory: Directory,
  kind: BlockKind,
  after: Id64 = '0',
): AsyncIterableIterator<T> {
  const least = numberOf(after);
  for (const block of directory.blocks[kind]) {
    if (block.last <= least) continue;
    for (const record of parseLines<T>(await unpack(source, block))) {
      if (numberOf(record.id) > least) yield record;
    }
  }
}

/** The block that must hold the element, if any does; they are ascending. */
function blockOf(blocks: readonly Block[], id: number): Block | undefined {
  let low = 0;
  let high = blocks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block === undefined) return undefined;
    if (id < block.first) high = middle - 1;
    else if (id > block.last) low = middle + 1;
    else return block;
  }
  return undefined;
}
