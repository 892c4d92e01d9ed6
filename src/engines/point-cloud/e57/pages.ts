import { closeSync, openSync } from 'node:fs';
import { writeAll, writeAt } from '../../formats/bytes.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { crc32c } from './crc.ts';

/** A file is made of pages that end with a checksum; what it holds is counted without those. */
export const pageSize = 1024;
export const pageRoom = pageSize - 4;

export const toPhysical = (logical: number): number => Math.floor(logical / pageRoom) * pageSize + (logical % pageRoom);
export const toLogical = (physical: number): number =>
  Math.floor(physical / pageSize) * pageRoom + Math.min(pageRoom, physical % pageSize);

/** The content of a file in pages; every page that is read is checked. */
export interface PagedFile {
  /** Bytes of content. */
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

export function pagedFile(file: RandomAccess, name: string): PagedFile {
  const pages = Math.floor(file.size / pageSize);
  const size = pages * pageRoom;
  return {
    size,
    async read(offset, length) {
      if (offset < 0 || offset + length > size)
        throw unreadable(name, 'it is cut off, or refers to what is behind its end');
      const first = Math.floor(offset / pageRoom);
      const count = Math.floor((offset + length - 1) / pageRoom) - first + 1;
      const bytes = Buffer.from(await file.read(first * pageSize, count * pageSize));
      const content = Buffer.allocUnsafe(count * pageRoom);
      for (let n = 0; n < count; n++) {
        const at = n * pageSize;
        if (crc32c(bytes, at, at + pageRoom) !== bytes.readUInt32BE(at + pageRoom)) {
          throw unreadable(name, `the checksum of its page ${first + n + 1} is wrong`);
        }
        bytes.copy(content, n * pageRoom, at, at + pageRoom);
      }
      return content.subarray(offset - first * pageRoom, offset - first * pageRoom + length);
    },
  };
}

/** A file in pages as it grows. What is in the first page may be changed until the end. */
export interface PageWriter {
  /** Bytes of content so far. */
  size(): number;
  append(bytes: Uint8Array): void;
  /** Writes what is left, with the beginning of the first page replaced; answers the bytes of the file. */
  finish(beginning: (fileSize: number) => Buffer): void;
  close(): void;
}

export function pageWriter(path: string): PageWriter {
  const file = openSync(path, 'wx');
  const page = Buffer.alloc(pageSize);
  const firstPage = Buffer.alloc(pageSize);
  let [size, filled] = [0, 0];
  const flush = () => {
    page.fill(0, filled, pageRoom);
    if (size <= pageRoom) page.copy(firstPage);
    page.writeUInt32BE(crc32c(page, 0, pageRoom), pageRoom);
    writeAll(file, page);
    filled = 0;
  };
  return {
    size: () => size,
    append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pageRoom - filled);
        page.set(part, filled);
        filled += part.length;
        size += part.length;
        at += part.length;
        if (filled === pageRoom) flush();
      }
    },
    finish(beginning) {
      if (filled > 0) flush();
      beginning(Math.ceil(size / pageRoom) * pageSize).copy(firstPage);
      firstPage.writeUInt32BE(crc32c(firstPage, 0, pageRoom), pageRoom);
      writeAt(file, firstPage, 0);
    },
    close: () => closeSync(file),
  };
}
