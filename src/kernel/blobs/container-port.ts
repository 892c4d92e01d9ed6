import type { Mount } from '../../std/mount.ts';
import type { Reader, Transaction } from '../db/database.ts';
import type { FaultCode } from './faults.ts';
import type { BlobPlace } from './port.ts';

/** A file of a signed container. */
export interface ContainerBlob {
  /** Relative to the container; segments are parted by slashes. */
  readonly name: string;
  readonly blobId: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Another one for another content; the strong entity tag is made of it. */
  readonly tag: string;
  /** Milliseconds since 1970, where that is known. */
  readonly modified?: number;
}

/** To whom a link that lets one write was given. */
export interface Holder {
  readonly userId: string;
  readonly clientId: string;
}

/** The containers of one area: many files under one signed address, by the block-blob protocol. `C` is one of them. */
export interface ContainerKind<C> {
  /** What stands before the id of a container, e.g. `/files/mesh`. */
  readonly path: string;
  /** The container, while what it belongs to is there. */
  find(db: Reader, id: string): Promise<C | undefined>;
  /** A file by its name, which was never checked: it is looked up and does not become a path. */
  blob(db: Reader, container: C, name: string): Promise<ContainerBlob | undefined>;
  /** All files, in no order. */
  list(db: Reader, container: C): Promise<readonly ContainerBlob[]>;
  /** The Cache-Control header of a file. */
  cachingOf(blob: ContainerBlob): string;
  /** `short`: always whole, with names, sizes and types alone. `full`: in pages, by prefix, with all properties. */
  readonly listing: 'short' | 'full';
  /** Where its links may let one write. */
  readonly writing?: ContainerWriting<C>;
}

export interface ContainerWriting<C> {
  /** Where contents lie. */
  readonly place: BlobPlace;
  /** Whether the person to whom the link was given may still write; asked at each use. */
  mayWrite(db: Reader, container: C, holder: Holder): Promise<boolean>;
  /** Why this file cannot be written or removed now. Asked before the bytes are read, and again in the write. */
  refusal(db: Reader, container: C, name: string, holder: Holder): Promise<FaultCode | undefined>;
  /** Takes over a blob as the content of the file, which is made where it is not there. */
  put(tx: Transaction, container: C, name: string, holder: Holder, blobId: string): Promise<ContainerBlob>;
  remove(tx: Transaction, container: C, name: string, holder: Holder): Promise<void>;
}

/** Signed containers; given by the kernel. `kernel/blobs/container-link.ts` makes their addresses. */
export interface Containers {
  mount<C>(kind: ContainerKind<C>): Mount;
}
