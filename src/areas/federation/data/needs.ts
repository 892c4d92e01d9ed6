import type { Database, Reader } from '../../../kernel/db/database.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Ports } from '../../../kernel/ports/ports.ts';
import type { Networks } from '../../../kernel/std/network.ts';
import type { Room } from '../../../kernel/std/room.ts';
import type { PackageBook } from '../package/book.ts';
import type { ReadSystem } from '../sql/connections.ts';
import type { TableFileRow } from '../tables.ts';
import type { SourceVersion } from './table.store.ts';

/** What all of the area's work with data stands on. */
export interface Federation {
  readonly book: PackageBook;
  readonly db: Database;
  readonly ports: Ports;
  readonly tables: TableStore;
  /** Lets work begin when there is room for it: few questions at a time in one process. */
  readonly room: Room;
  readonly sql: { readonly read: ReadSystem };
  /** Networks that are not public, but may be connected to. */
  readonly allowed: Networks;
  readonly log: Log;
  readonly now: () => number;
}

/** For whom and how long something is done. */
export interface Asking {
  /** What was committed when the request came. */
  readonly db: Reader;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** A version whose table file is wanted. */
export interface WantedTables extends SourceVersion {
  readonly twinId: string;
  /** What people call the job: "Tables of duplex.ifc, version 2". */
  readonly title: string;
}

/** Table files: made when they are first asked for, and kept. */
export interface TableStore {
  /** Table files in the order of what is wanted; undefined when they are not there in time. */
  ready(wanted: readonly WantedTables[], asking: Asking, waitMs: number): Promise<readonly TableFileRow[] | undefined>;
  /** Where the file lies on this machine. */
  path(row: TableFileRow): Promise<string>;
}
