import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { type Block, type BlockKind, endOf, pack } from './blocks.ts';
import { numberOf } from './id64.ts';
import type { ElementRecord, ElementRow, SnapshotHeader } from './types.ts';

/** Characters of a block before it is compressed: large enough to compress well, small enough to read one element. */
const blockSize: Readonly<Record<BlockKind, number>> = { records: 2 ** 18, rows: 2 ** 20 };

export interface SnapshotWriter {
  /** Elements come ascending by id. */
  add(record: ElementRecord): void;
  /** Writes the rest. */
  finish(header: SnapshotHeader): void;
  /** Gives the file up: what is not finished is no snapshot, and nothing of it stays. */
  close(): void;
}

export function createSnapshot(path: string): SnapshotWriter {
  const file = openSync(path, 'w');
  let size = 0;
  let finished = false;
  const write = (bytes: Uint8Array): number => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    size += bytes.length;
    return size - bytes.length;
  };
  const columns = { records: column('records', write), rows: column('rows', write) };
  return {
    add(record) {
      columns.records.add(record);
      columns.rows.add(rowOf(record));
    },
    finish(header) {
      write(endOf({ header, blocks: { records: columns.records.end(), rows: columns.rows.end() } }));
      fsyncSync(file);
      finished = true;
    },
    close() {
      closeSync(file);
      if (!finished) rmSync(path);
    },
  };
}

function column(kind: BlockKind, write: (bytes: Uint8Array) => number) {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let length = 0;
  let first = 0;
  let last = 0;
  const flush = () => {
    if (lines.length === 0) return;
    const packed = pack(lines.join('\n'));
    blocks.push({ offset: write(packed), length: packed.length, first, last });
    lines = [];
    length = 0;
  };
  return {
    add(record: ElementRow) {
      const line = JSON.stringify(record);
      last = numberOf(record.id);
      if (lines.length === 0) first = last;
      lines.push(line);
      length += line.length;
      if (length >= blockSize[kind]) flush();
    },
    end(): readonly Block[] {
      flush();
      return blocks;
    },
  };
}

function rowOf(record: ElementRecord): ElementRow {
  const { id, globalId, classId, class: name, categoryId, subCategoryId, partitionId, parentId, containerId } = record;
  const own = { id, globalId, classId, class: name, categoryId, subCategoryId, partitionId, parentId, containerId };
  return { ...own, name: record.name, tag: record.tag, ...(record.box ? { box: record.box } : {}) };
}
