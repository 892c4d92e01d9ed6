import { open } from 'node:fs/promises';

/** A file that is read in pieces: of the disk, or a range of a blob. */
export interface RandomAccess {
  /** Bytes. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openFile(path: string): Promise<RandomAccess> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      if (bytesRead !== length) throw new Error(`${path} ends at ${offset + bytesRead}.`);
      return bytes;
    },
    close: () => file.close(),
  };
}
