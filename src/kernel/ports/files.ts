import type { Readable } from 'node:stream';
import type { Range } from '../blobs/store.ts';
import type { Reader, Transaction } from '../db/database.ts';

/** A file of the Storage API, in use: not pending, not in the recycle bin. */
export interface StoredFile {
  readonly id: string;
  readonly twinId: string;
  readonly folderId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file with its present name and content. */
export interface FileContent {
  readonly fileId: string;
  readonly twinId: string;
  readonly name: string;
  readonly description: string | null;
  /** Bytes. */
  readonly size: number;
  readonly blobId: string;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
  /** Who gave it the content or the name, and when, in milliseconds since 1970. */
  readonly userId: string;
  readonly time: number;
}

/** What another area makes of files. It is told in the transaction of the change. */
export interface FileWatch {
  /** A file got content, or a name that it did not have. */
  changed(tx: Transaction, file: FileContent): Promise<void>;
  /** True while the bytes of a content that its file no longer has are still needed. */
  keeps(db: Reader, blobId: string): Promise<boolean>;
  /** Files were removed for good, with their content. */
  purged(tx: Transaction, fileIds: readonly string[]): Promise<void>;
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
  /** By the GUID of the item alone, the second half of its id, of whatever twin. */
  findByGuid(db: Reader, guid: string): Promise<StoredFile | undefined>;
  /** Those of the files of a twin that are in use, in no order. */
  findAll(db: Reader, twinId: string, fileIds: readonly string[]): Promise<StoredFile[]>;
  /** The twin of a folder in use. */
  twinOfFolder(db: Reader, folderId: string): Promise<string | undefined>;
  /** A file with its bytes, or a range of them. Errors: as `BlobStore.get`. */
  open(fileId: string, range?: Range): Promise<(StoredFile & { readonly stream: Readable }) | undefined>;
  /** Stores a file; undefined when its folder is not one of the twin in use. Errors: as `BlobStore.put`. */
  save(file: NewFile, stream: Readable, length?: number): Promise<StoredFile | undefined>;
}
