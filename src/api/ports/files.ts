import type { Readable } from 'node:stream';
import type { Range } from '../../kernel/blobs/store.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';

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
export interface FileListener {
  /** A file got content, or a name that it did not have. */
  changed(tx: Transaction, file: FileContent): Promise<void>;
  /** True while the bytes of a content that its file no longer has are still needed. */
  keeps(db: Reader, blobId: string): Promise<boolean>;
  /** Files and folders were removed for good, with their content. */
  purged(tx: Transaction, itemIds: readonly string[]): Promise<void>;
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

/** A folder or file of the Storage API, in use. */
export interface StoredItem {
  readonly id: string;
  readonly twinId: string;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  /** The folder that holds all of a twin. */
  readonly isRoot: boolean;
}

/** A file with its place below a folder; a file that was itself asked for lies at its own name. */
export interface PlacedFile extends StoredFile {
  /** Names from below the folder down to the file, joined by "/". */
  readonly path: string;
  readonly blobId: string;
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly modified: number;
}

/** Why a file cannot be written: its name, its holder, or the one file that there is has another name. */
export type WriteFault = 'name' | 'locked' | 'otherName';

/**
 * Folders and what is in them at any depth, by paths relative to the folder. A file in place of a folder holds itself.
 * What is named is found without case, as everywhere in Storage.
 */
export interface Trees {
  find(db: Reader, itemId: string): Promise<StoredItem | undefined>;
  /** Those of the items that are in use. */
  inUse(db: Reader, itemIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Every file, in no order; none where the item is not in use. */
  walk(db: Reader, itemId: string): Promise<PlacedFile[]>;
  resolve(db: Reader, itemId: string, path: string): Promise<PlacedFile | undefined>;
  /** A folder at the top of a twin that is in use. */
  folder(db: Reader, twinId: string, name: string): Promise<StoredItem | undefined>;
  /** A folder at the top of a twin, made where there is none of that name. */
  ensureFolder(tx: Transaction, twinId: string, name: string, userId: string): Promise<StoredItem>;
  /** A new folder, with a number in parentheses where the name is taken; what no name may hold becomes "_". */
  newFolder(tx: Transaction, parent: StoredItem, name: string, userId: string): Promise<StoredItem>;
  /** Whether this person may write a file there, as far as the names and locks of Storage go. */
  refusal(db: Reader, itemId: string, path: string, userId: string): Promise<WriteFault | undefined>;
  /**
   * Makes blobs the contents of files, all in one write; missing folders are made, files that are there get new content.
   * The item is in use, and nothing stands against it (`refusal`).
   */
  put(
    tx: Transaction,
    itemId: string,
    files: readonly { readonly path: string; readonly blobId: string }[],
    userId: string,
  ): Promise<PlacedFile[]>;
  /** Puts an item that is in use into the recycle bin; locks in it end. */
  recycle(tx: Transaction, itemId: string, userId: string): Promise<void>;
  /**
   * Moves an item that is in use, with everything in it, into a folder of another twin; its name gets a number where it is
   * taken. The ids of all of it get the half of that twin, their GUIDs stay. Answers the new ids, its own first, or why it
   * cannot be moved.
   */
  moveToTwin(
    tx: Transaction,
    itemId: string,
    parent: StoredItem,
    userId: string,
  ): Promise<readonly string[] | 'deep' | 'locked'>;
  /** Removes an item for good, wherever it lies; its rows and bytes go in the background. Nothing where it is gone. */
  remove(tx: Transaction, itemId: string, userId: string): Promise<void>;
}

/** The Storage API's files for other areas, which check themselves what their caller may do in the twin. */
export interface Files {
  readonly trees: Trees;
  find(db: Reader, fileId: string): Promise<StoredFile | undefined>;
  /** By the GUID of the item alone, the second half of its id, of whatever twin. */
  findByGuid(db: Reader, guid: string): Promise<StoredFile | undefined>;
  /** The file in use whose content a blob is. Looks at all files: for what happens rarely. */
  ofBlob(db: Reader, blobId: string): Promise<StoredFile | undefined>;
  /** Those of the files of a twin that are in use, in no order. */
  findAll(db: Reader, twinId: string, fileIds: readonly string[]): Promise<StoredFile[]>;
  /** The twin of a folder in use. */
  twinOfFolder(db: Reader, folderId: string): Promise<string | undefined>;
  /** A file with its bytes, or a range of them. Errors: as `BlobStore.get`. */
  open(fileId: string, range?: Range): Promise<(StoredFile & { readonly stream: Readable }) | undefined>;
  /** Stores a file; undefined when its folder is not one of the twin in use. Errors: as `BlobStore.put`. */
  save(file: NewFile, stream: Readable, length?: number): Promise<StoredFile | undefined>;
}
