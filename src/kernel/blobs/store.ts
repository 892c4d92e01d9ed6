import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type DigestName = 'sha256' | 'md5';

export interface Measured {
  readonly size: number;
  /** In hexadecimal; present when asked for. */
  readonly digests: Readonly<Partial<Record<DigestName, string>>>;
}

export interface PutOptions {
  /** How many bytes will come, where the sender said so. */
  readonly length?: number;
  /** A source with more bytes is refused with `TooLarge`. */
  readonly limit?: number;
  readonly digests?: readonly DigestName[];
  /** Sees every chunk as it passes. */
  readonly onChunk?: (chunk: Uint8Array) => void;
}

/** What the store is to say of the bytes, besides their length. */
export interface Told {
  readonly contentType: string;
  readonly disposition: string;
}

export interface StoredObject {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/**
 * Where bytes lie: objects that are written once under a new key, read, and removed. What they mean is known by the
 * database alone, so an object without a row is rubbish and nothing else needs to be undone after a crash.
 */
export interface BlobStore {
  /**
   * Stores the source and answers once it is durable. An object is there whole or not at all. The source is not
   * destroyed when the store fails. Errors: `TooLarge`, `Unavailable`, or the source's own.
   */
  put(key: string, source: Readable, options?: PutOptions): Promise<Measured>;
  /** The object's bytes. Errors: `ContentLost`, `Unavailable`. */
  get(key: string, range?: Range): Promise<Readable>;
  /**
   * Where a client gets the object from the store itself, for a minute; undefined where it has another length. Only of
   * stores that clients reach.
   */
  addressOf?(key: string, size: number, told: Told): Promise<string | undefined>;
  /** Removes objects; those that are not there do not matter. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every object, in no order. */
  list(): AsyncIterable<StoredObject>;
  /** Forgets what was begun before that time (ms since 1970) and never finished. */
  discardUnfinished(before: number): Promise<void>;
  /** Rejects when the store cannot be used now. */
  ping(): Promise<void>;
  close(): void;
}

/** The source has more bytes than allowed. */
export class TooLarge extends Error {}
