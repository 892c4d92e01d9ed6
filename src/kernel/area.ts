import type { Database, Migration, Transaction } from './db/database.ts';
import type { Api } from './http/endpoint.ts';
import type { Mount } from './http/mount.ts';
import type { JobKind, Maintenance } from './jobs/job.ts';
import type { Log } from './log.ts';
import type { Ports } from './wiring.ts';

/** The public face of an area: everything `app.ts` needs to serve it. */
export interface Area {
  readonly name: string;
  readonly apis: readonly Api[];
  /** What it serves besides its APIs. */
  readonly mounts?: readonly Mount[];
  readonly migrations: readonly Migration[];
  /** Names this area adds to the list of permissions. */
  readonly permissions?: readonly string[];
  readonly jobs?: readonly JobKind<never>[];
  readonly maintenance?: readonly Maintenance[];
  /** The server is about to stop: ends requests that wait for something. */
  stopping?(): void;
  /** Removes what the area holds of a twin for good, 30 days after the twin's deletion. */
  purgeTwin?(tx: Transaction, twinId: string): Promise<void>;
}

/** What an area's jobs and maintenance work with; handlers get the same through their context. */
export interface Kit {
  readonly db: Database;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
