import { createHash, type Hash } from 'node:crypto';
import { evictOldest } from '../../std/evict-oldest.ts';

/** A block whose bytes are hashed as they pass. */
export interface HashedBlock {
  take(chunk: Uint8Array): void;
  /** The block is stored in the object with that key, or was not. */
  done(key: string | undefined): void;
}

export interface RunningHash {
  /** A hash of the first `count` objects of a list. */
  readonly hash: Hash;
  readonly count: number;
}

/**
 * The SHA-256 of uploads whose blocks arrive one after the other, kept in the memory of this process while they come:
 * a block list in that order then need not be read again. It is a help only; where blocks came at once, or through
 * another process, nothing fits and the content is read.
 */
export interface RunningHashes {
  /** Undefined when blocks of this blob do not come one after the other. */
  begin(blob: string): HashedBlock | undefined;
  /** What is known of the content that objects with these keys make up. */
  known(blob: string, keys: readonly string[]): RunningHash;
  forget(blob: string): void;
}

interface Upload {
  hash: Hash;
  readonly keys: string[];
  state: 'idle' | 'receiving' | 'unordered';
}

const uploadsKept = 1000;

export function runningHashes(): RunningHashes {
  const uploads = new Map<string, Upload>();
  const uploadOf = (blob: string): Upload => {
    const upload = uploads.get(blob) ?? { hash: createHash('sha256'), keys: [], state: 'idle' };
    uploads.delete(blob);
    uploads.set(blob, upload); // the latest used is the last
    if (uploads.size > uploadsKept) evictOldest(uploads);
    return upload;
  };
  return {
    begin(blob) {
      const upload = uploadOf(blob);
      if (upload.state !== 'idle') {
        upload.state = 'unordered';
        return undefined;
      }
      upload.state = 'receiving';
      const hash = upload.hash.copy();
      return {
        take: (chunk) => hash.update(chunk),
        done(key) {
          if (upload.state === 'receiving') upload.state = 'idle';
          if (key === undefined) return;
          upload.hash = hash;
          upload.keys.push(key);
        },
      };
    },
    known(blob, keys) {
      const upload = uploads.get(blob);
      if (!upload?.keys.every((key, index) => key === keys[index])) return { hash: createHash('sha256'), count: 0 };
      return { hash: upload.hash.copy(), count: upload.keys.length };
    },
    forget: (blob) => void uploads.delete(blob),
  };
}
