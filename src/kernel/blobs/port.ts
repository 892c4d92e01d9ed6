import type { Readable } from 'node:stream';
import type { Reader, Transaction } from '../db/database.ts';
import type { Owner, Writer } from './rights.ts';
import type { Range } from './store.ts';

export interface BlobPlace {
  /** The area that owns the blob, as in its path prefix. */
  readonly area: string;
  /** One path segment that says what it is for, e.g. "uploads". */
  readonly container: string;
}

/** Where a blob lies: `/blobs/{area}/{container}/{id}`. */
export interface BlobAddress extends BlobPlace {
  /** GUID. */
  readonly id: string;
}

/** Facts of committed content. */
export interface BlobContent {
  readonly size: number;
  /** In hexadecimal; its strong entity tag. */
  readonly sha256: string;
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly committed: number;
}

/** Content with who sent it; no writer: the server made it. */
export interface SentContent extends BlobContent {
  readonly writer: Writer | undefined;
}

export interface SavedBlob extends BlobContent {
  readonly id: string;
}

/** Content that came to the address of an upload. */
export interface CommittedUpload extends BlobAddress {
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Who wants to know that content has come, without a call that says so; told in the transaction that commits it. */
export interface UploadWatch {
  /** Comes again when the content is replaced, until the upload is finished, which may be done there and then. */
  committed(tx: Transaction, upload: CommittedUpload): Promise<void>;
}

/** A watch of the uploads of one place; areas are told of their own only. */
export const uploadsOf = ({ area, container }: BlobPlace, committed: UploadWatch['committed']): UploadWatch => ({
  async committed(tx, upload) {
    if (upload.area === area && upload.container === container) await committed(tx, upload);
  },
});

export interface SaveOptions {
  readonly contentType: string;
  /** How many bytes will come, where that is known. */
  readonly length?: number;
  /** Most bytes there may be, else `TooLarge`. */
  readonly limit?: number;
}

export interface DownloadOptions {
  readonly fileName: string;
  readonly contentType: string;
  /** The address ends when this is recycled, purged or deleted; undefined for what belongs to a person. */
  readonly owner: Owner | undefined;
  /** Shown instead of saved, where it is a picture. Such addresses stay the same for up to an hour. */
  readonly inline?: boolean;
  /** How long the address works at least, in milliseconds; default one hour. */
  readonly lifetime?: number;
}

/**
 * Bytes of any size with their facts in the database. A blob begins open, gets its content by a signed address or by
 * `save`, and belongs to an area's row only after `finishUpload` or `take` in the transaction that names it there; what nobody
 * takes within 24 hours is collected.
 */
export interface Blobs {
  /** Without a writer it is the server itself that writes. */
  openUpload(tx: Transaction, place: BlobPlace, writer?: Writer): Promise<BlobAddress>;
  /** The address for an upload by the block-blob protocol, valid for 12 hours and until it is finished or removed. */
  uploadUrl(address: BlobAddress, fileName: string): string;
  /**
   * Takes over what was committed; from then on it cannot change. Undefined when there is nothing to take, or who was
   * given the address may not write any more.
   */
  finishUpload(tx: Transaction, id: string): Promise<SentContent | undefined>;
  /** Takes over what was saved. Throws when it lay too long and was collected, so that no row ever names it. */
  take(tx: Transaction, ids: readonly string[]): Promise<void>;
  /** Voids uploads and deletes content: at once, or after some milliseconds, for addresses that were just handed out. */
  remove(tx: Transaction, ids: readonly string[], after?: number): Promise<void>;
  /**
   * Stores what the server itself made or was sent; it still has to be taken with `take`. When it fails, nothing is left.
   * Errors: as `BlobStore.put`.
   */
  save(place: BlobPlace, stream: Readable, options: SaveOptions): Promise<SavedBlob>;
  /** The bytes of what was saved, or a range of them, before it is taken. Errors: as `BlobStore.get`. */
  openSaved(id: string, range?: Range): Promise<Readable>;
  /** Removes what was saved; what was taken stays. */
  drop(id: string): Promise<void>;
  /** Facts of a blob that was taken over. */
  find(db: Reader, id: string): Promise<BlobContent | undefined>;
  /** The same of several; those that are not there are left out. */
  findAll(db: Reader, ids: readonly string[]): Promise<(BlobContent & { readonly id: string })[]>;
  /** The bytes of a blob that was taken over, or of a range of them. Errors: as `BlobStore.get`. */
  read(id: string, range?: Range): Promise<(BlobContent & { readonly stream: Readable }) | undefined>;
  /** Keeps the bytes of these blobs although their owners remove them, until the holder lets them go. */
  pin(tx: Transaction, holder: string, ids: readonly string[]): Promise<void>;
  unpin(tx: Transaction, holder: string): Promise<void>;
  /** The bytes of a blob that was taken over and maybe removed since; undefined once they are collected. Errors: as `read`. */
  readPinned(id: string): Promise<Readable | undefined>;
  /** Stores a piece of a blob that was opened with `openUpload`; one of the same index is replaced. */
  savePiece(id: string, index: number, stream: Readable): Promise<void>;
  /** Makes the first pieces the content, which still has to be taken with `take`. No bytes are copied. */
  joinPieces(id: string, count: number, contentType: string): Promise<BlobContent>;
  /** Gives an open blob another 24 hours. */
  prolong(tx: Transaction, id: string): Promise<void>;
  downloadUrl(address: BlobAddress, options: DownloadOptions): string;
}
