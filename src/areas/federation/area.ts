import type { Area, Kit } from '../../kernel/area.ts';
import { parseNetworks } from '../../kernel/std/network.ts';
import { roomFor } from '../../kernel/std/room.ts';
import { federationApi } from './api.ts';
import type { Federation } from './data/needs.ts';
import { tablesJob } from './data/table-job.ts';
import { tableStore } from './data/table-store.ts';
import { packageBook, type Subscriptions } from './package/book.ts';
import type { PackageDefinition } from './package/definition.ts';
import { rememberPackages } from './package.store.ts';
import { digestOf } from './package.view.ts';
import { sqlConnections } from './sql/connections.ts';
import { federationMigrations } from './tables.ts';
import { fireTimers } from './timer/fire.ts';
import { runJob } from './timer/job.ts';
import { purgeSources, purgeTwin, removeDeletedRoles, removeUnused } from './upkeep.ts';

const questionsAtOnce = 4;

export interface FederationOptions {
  /** Where table files lie on this machine. */
  readonly cacheFolder: string;
  /** Networks that are not public, but may be connected to. */
  readonly allowedNetworks: readonly string[];
  /** Packages of the operator. */
  readonly packages: readonly PackageDefinition[];
  /** Absent: every package for every organization. */
  readonly subscriptions: Subscriptions | undefined;
}

/** Federation: the data of a twin and of systems around it, for spreadsheets and programs. */
export function federationArea(kit: Kit, options: FederationOptions): Area {
  const book = packageBook(options.packages, options.subscriptions);
  const { db, ports, log, now } = kit;
  const tables = tableStore(kit, options.cacheFolder);
  const allowed = parseNetworks(options.allowedNetworks);
  const sql = sqlConnections(allowed);
  const of: Federation = { book, db, ports, tables, room: roomFor(questionsAtOnce), sql, allowed, log, now };
  return {
    name: 'federation',
    apis: [federationApi(of)],
    migrations: federationMigrations,
    jobs: [tablesJob(kit), runJob(of)],
    maintenance: [removeDeletedRoles(kit), removeUnused(kit), fireTimers(kit)],
    watches: {
      twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) },
      files: {
        async changed() {},
        keeps: async () => false,
        async purged(tx, ids) {
          for (const kind of ['file', 'database'] as const) await purgeSources(tx, kind, ids, kit);
        },
      },
      models: { async imported() {}, purged: (tx, modelId) => purgeSources(tx, 'model', [modelId], kit) },
    },
    stopping: () => sql.close(),
    start() {
      rememberPackages(kit.db, book.all, digestOf, kit.now()).catch((error: unknown) =>
        kit.log.error({ error: String(error) }, 'The packages could not be noted.'),
      );
    },
  };
}
