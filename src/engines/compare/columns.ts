import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EngineFailure } from '../engine.ts';

/*
 * The result is one object of arrays, while its elements come one after the other: each array grows in a file of its
 * own, and the files are joined at the end. So memory holds nothing of the result.
 */

export interface Columns<Name extends string> {
  /** Adds a JSON value to each of the arrays that are named. */
  add(values: { readonly [N in Name]?: unknown }): void;
  /** Writes an object with these arrays, in this order, as the only member of another. */
  join(path: string, member: string, names: readonly Name[]): void;
  /** Removes the files of the columns. */
  close(): void;
}

const pieceSize = 2 ** 16;

/** Throws an `EngineFailure` once all arrays together are longer than `limit` bytes. */
export function openColumns<Name extends string>(folder: string, names: readonly Name[], limit: number): Columns<Name> {
  let size = 0;
  const grow = (bytes: number) => {
    size += bytes;
    if (size <= limit) return;
    const most = limit / 2 ** 20;
    throw new EngineFailure('ResultTooLarge', `The result of the comparison is larger than ${most} MiB, the limit.`);
  };
  const columns = new Map<string, ReturnType<typeof openColumn>>(
    names.map((name) => [name, openColumn(join(folder, `column-${name}`), grow)]),
  );
  return {
    add(values) {
      for (const [name, value] of Object.entries(values)) columns.get(name)?.add(JSON.stringify(value));
    },
    join(path, member, wanted) {
      const file = openSync(path, 'w');
      writeSync(file, `{${JSON.stringify(member)}:{`);
      for (const [at, name] of wanted.entries()) {
        writeSync(file, `${at === 0 ? '' : ','}${JSON.stringify(name)}:[`);
        columns.get(name)?.copyTo(file);
        writeSync(file, ']');
      }
      writeSync(file, '}}');
      closeSync(file);
    },
    close() {
      for (const column of columns.values()) column.close();
    },
  };
}

function openColumn(path: string, grow: (bytes: number) => void) {
  const file = openSync(path, 'w+');
  let waiting = '';
  let length = 0;
  const flush = () => {
    const bytes = Buffer.from(waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, length + at);
    length += bytes.length;
    waiting = '';
    grow(bytes.length);
  };
  return {
    add(json: string) {
      waiting += length + waiting.length === 0 ? json : `,${json}`;
      if (waiting.length >= pieceSize) flush();
    },
    copyTo(target: number) {
      flush();
      const piece = Buffer.alloc(pieceSize);
      for (let at = 0; at < length; ) {
        const read = readSync(file, piece, 0, pieceSize, at);
        for (let written = 0; written < read; ) written += writeSync(target, piece, written, read - written);
        at += read;
      }
    },
    close() {
      closeSync(file);
      rmSync(path);
    },
  };
}
