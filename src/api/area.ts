import type { Database, Migration } from '../kernel/db/database.ts';
import type { JobKind, Maintenance } from '../kernel/jobs/job.ts';
import type { Tracer } from '../kernel/tracing/span.ts';
import type { Gauge } from '../std/gauge.ts';
import type { Log } from '../std/log.ts';
import type { Mount } from '../std/mount.ts';
import type { AreaArchive } from './archive/kind.ts';
import type { Api } from './http/endpoint.ts';
import type { Listeners } from './ports/listeners.ts';
import type { AreaPorts, Ports } from './ports/ports.ts';
import type { GeneratedRepository } from './ports/repositories.ts';

/** The public face of an area: what it serves, gives and wants. The program knows nothing else of it. */
export interface Area {
  readonly name: string;
  readonly apis: readonly Api[];
  /** What it serves besides its APIs. */
  readonly mounts?: readonly Mount[];
  readonly migrations: readonly Migration[];
  /** What of its tables goes into the archive of a twin. */
  readonly archive: AreaArchive;
  /** What it gives to other areas. */
  readonly ports?: Partial<AreaPorts>;
  /** What it wants to hear of. */
  readonly listeners?: Partial<Listeners>;
  /** Repositories that a twin has because this area holds data of it. */
  readonly repositories?: readonly GeneratedRepository[];
  readonly jobs?: readonly JobKind<never>[];
  readonly maintenance?: readonly Maintenance[];
  /** What operators watch. */
  readonly figures?: readonly Gauge[];
  /** The server begins to listen: work that is no job begins, too. */
  start?(): void;
  /** The server is about to stop: ends requests that wait for something. */
  stopping?(): void;
  /** Lets work that is no job end, within so many milliseconds. */
  stop?(limitMs: number): Promise<void>;
}

/** What an area's jobs and maintenance work with; handlers get the same through their context. */
export interface Kit {
  readonly db: Database;
  /** Complete when all areas are made; while an area is made it holds what the kernel gives. */
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly log: Log;
  /** Where traces begin that no request begins; undefined while nobody traces. */
  readonly tracer?: Tracer | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
