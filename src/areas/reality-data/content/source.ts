import { buffer } from 'node:stream/consumers';
import type { PlacedFile } from '../../../api/ports/files.ts';
import type { Blobs } from '../../../kernel/blobs/port.ts';

/** The content of reality data while its type is looked for. */
export interface Source {
  /** By path. */
  readonly files: readonly PlacedFile[];
  /** Bytes of a file; fewer where it is shorter. */
  read(file: PlacedFile, start: number, length: number): Promise<Buffer>;
}

export const sourceOf = (blobs: Pick<Blobs, 'read'>, files: readonly PlacedFile[]): Source => ({
  files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  async read({ blobId, size }, start, length) {
    const end = Math.min(start + length, size) - 1;
    if (end < start) return Buffer.alloc(0);
    const found = await blobs.read(blobId, { start, end });
    return found === undefined ? Buffer.alloc(0) : buffer(found.stream);
  },
});

export const extensionOf = ({ name }: PlacedFile): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const isAtRoot = ({ path }: PlacedFile): boolean => !path.includes('/');

/** Files of one extension, those at the root first, at most so many. */
export function withExtension({ files }: Source, extensions: readonly string[], most = 20): readonly PlacedFile[] {
  const found = files.filter((file) => extensions.includes(extensionOf(file)));
  return [...found.filter(isAtRoot), ...found.filter((file) => !isAtRoot(file))].slice(0, most);
}
