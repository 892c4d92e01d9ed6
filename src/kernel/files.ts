import type { Readable } from 'node:stream';
import type { Range } from './blobs/store.ts';
import type { Reader } from './db/database.ts';

/** A file of the Storage API, in use: not pending, not in the recycle bin. */
export interface StoredFile {
  readonly id: string;
  readonly twinId: string;
  readonly folderId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export interface NewFile {
  readonly twinId: string;
  /** Absent: the twin's root folder. */
  readonly folderId?: string;
  /** A number in parentheses is added where it is taken. */
  readonly name: string;
  /** Who makes it. */
  readonly userId: string;
}

/** The Storage API's files for other areas, which check themselves what their caller may do in the twin. */
export interface Files {
  find(db: Reader, fileId: string): Promise<StoredFile | undefined>;
  /** The twin of a folder in use. */
  twinOfFolder(db: Reader, folderId: string): Promise<string | undefined>;
  /** A file with its bytes, or a range of them. Errors: as `BlobStore.get`. */
  open(fileId: string, range?: Range): Promise<(StoredFile & { readonly stream: Readable }) | undefined>;
  /** Stores a file; undefined when its folder is not one of the twin in use. Errors: as `BlobStore.put`. */
  save(file: NewFile, stream: Readable, length?: number): Promise<StoredFile | undefined>;
}
