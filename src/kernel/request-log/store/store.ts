import type { Entry, EntryFilter, EntryScope, KeptBodies, NewEntry } from '../entry.ts';

/** Which entries, and for whom. */
export interface Asked {
  readonly filter: EntryFilter;
  readonly scope: EntryScope;
  /** Only older ones than this id. */
  readonly before?: string | undefined;
  /** Only those that arrived in the log up to here, or after there. */
  readonly upTo?: number | undefined;
  readonly after?: number | undefined;
}

/** What entries with the same operation, status, code and application have in common. */
export interface EntryGroup {
  readonly operationId: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly clientId: string;
  /** The hour in which it began: hours since 1970. */
  readonly hour: number;
  /** Requests, not entries: each counts for as many as it stands for. */
  readonly count: number;
  readonly maxMs: number;
  readonly lastId: string;
}

export interface Duration {
  readonly operationId: string | null;
  readonly durationMs: number;
  readonly sampled: number;
}

/** Where entries lie, an hour beside another. Errors are those of the driver. */
export interface RequestStore {
  /** Writes all or none of them, in this order. */
  write(entries: readonly NewEntry[]): Promise<void>;
  /** The newest first. */
  list(asked: Asked, limit: number): Promise<Entry[]>;
  /** In the order of their arrival in the log; after `asked.after`. */
  arrivals(asked: Asked, limit: number): Promise<Entry[]>;
  /** The place of what arrived last; 0: nothing has. */
  lastSequence(): Promise<number>;
  bodiesOf(id: string): Promise<KeptBodies | undefined>;
  /** The groups of a range whose `from` and `to` are given. */
  groups(asked: Asked): Promise<EntryGroup[]>;
  /** Of the newest entries of a range. */
  durations(asked: Asked, limit: number): Promise<Duration[]>;
  /** The time of the oldest entry, in milliseconds since 1970. */
  oldest(): Promise<number | undefined>;
  /** Removes the kept bodies of an application. */
  forgetBodies(clientId: string): Promise<void>;
  /** Removes hours before this time, and the oldest ones while all take more bytes; makes the next ones where that helps. */
  tidy(before: number, mostBytes: number, now: number): Promise<void>;
  close(): Promise<void>;
}
