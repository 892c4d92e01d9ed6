import type { Ports } from '../../api/ports/ports.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import type { Log } from '../../std/log.ts';
import type { Networks } from '../../std/network.ts';
import type { SharedSemaphore } from '../../std/semaphore.ts';
import type { PackageRegistry } from './registry.ts';
import type { OrderIndexes } from './store/order-indexes.ts';
import type { SourceVersion } from './store/table-files.ts';
import type { TableFileRow } from './tables.ts';

/** What all of the area's work with data stands on. */
export interface Federation {
  readonly book: PackageRegistry;
  readonly db: Database;
  readonly ports: Ports;
  readonly tables: TableStore;
  readonly indexes: OrderIndexes;
  /** Where questions to table files and files wait for their turn, by the person. */
  readonly questions: SharedSemaphore;
  /** Where conversations with systems wait for their turn, by the system and the person. */
  readonly conversations: SharedSemaphore;
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
