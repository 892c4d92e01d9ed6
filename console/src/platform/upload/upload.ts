import type { Problem } from '../problem.ts';
import type { Into } from './memory.ts';

/** `Interrupted`: begun by a page that is gone; it goes on once the same file is chosen again. */
export type UploadState =
  | 'Waiting'
  | 'Sending'
  | 'Paused'
  | 'Finishing'
  | 'Done'
  | 'Failed'
  | 'Conflict'
  | 'Interrupted';

/** Where files are dropped. */
export interface Target {
  readonly twinId: string;
  readonly folderId: string;
  /** Names of the folders down to it. */
  readonly place: string;
  /** Reality data: files go up by the link of its container, and take the place of those with their names. */
  readonly dataId?: string;
}

/** What was chosen or dropped at once. */
export interface Batch {
  readonly id: string;
  /** Where to. */
  readonly place: string;
}

export interface Upload extends Target {
  readonly id: string;
  readonly batch: Batch;
  /** Names of the folders below `folderId` that it goes into; they are made on the way. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly size: number;
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly error?: unknown;
  /** Why it waits, although it is its turn: the server is away or busy. It goes on by itself. */
  readonly held?: Problem | undefined;
  /** Of Storage, once it is there; absent for reality data. */
  readonly fileId?: string;
  /** Equal here and on the server, in hexadecimal digits. */
  readonly sha256?: string;
  /** Not a new file, but the next content of this one. */
  readonly into?: Into;
}

export const isGoing = ({ state }: Upload): boolean =>
  state === 'Waiting' || state === 'Sending' || state === 'Finishing';

/** The folder that it is in, for people. */
export const placeOf = ({ place, folders }: Pick<Upload, 'place' | 'folders'>): string =>
  [place, ...folders].filter(Boolean).join('/');
