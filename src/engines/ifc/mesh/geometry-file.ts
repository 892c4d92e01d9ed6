import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { padded } from '../../geometry/glb.ts';

export type BinaryFile = ReturnType<typeof binaryFile>;

/** The binary data of a part, kept in a file of its own until its length is known. */
export function binaryFile(path: string) {
  const file = openSync(path, 'w+');
  const waiting: Uint8Array[] = [];
  let waitingSize = 0;
  let size = 0;
  const flush = () => {
    const all = Buffer.concat(waiting.splice(0));
    for (let at = 0; at < all.length; ) at += writeSync(file, all, at);
    waitingSize = 0;
  };
  return {
    size: () => size,
    /** The bytes are copied; answers where they are. */
    write(values: Float32Array | Uint32Array | Uint8Array): number {
      const offset = size;
      const bytes = new Uint8Array(padded(values.byteLength));
      bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
      waiting.push(bytes);
      size += bytes.length;
      waitingSize += bytes.length;
      if (waitingSize > 2 ** 22) flush();
      return offset;
    },
    moveInto(target: string, head: Uint8Array) {
      flush();
      const out = openSync(target, 'w');
      const writeAll = (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length; ) at += writeSync(out, bytes, at);
      };
      writeAll(head);
      const chunk = Buffer.alloc(2 ** 22);
      for (let at = 0; at < size; ) {
        const length = readSync(file, chunk, 0, chunk.length, at);
        writeAll(chunk.subarray(0, length));
        at += length;
      }
      closeSync(out);
      closeSync(file);
      rmSync(path);
    },
  };
}
