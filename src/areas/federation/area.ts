import type { Area, Kit } from '../../api/area.ts';
import { parseNetworks } from '../../std/network.ts';
import { sharedSemaphore } from '../../std/semaphore.ts';
import { federationApi } from './api.ts';
import { federationArchive } from './archived-tables.ts';
import { tablesJob } from './data/table-job.ts';
import { tableStore } from './data/table-provider.ts';
import type { PackageDefinition } from './definition.ts';
import type { Federation } from './deps.ts';
import { purgeSources, purgeTwin, removeDeletedRoles, removeUnused } from './maintenance.ts';
import { rememberPackages } from './package/store.ts';
import { digestOf } from './package/view.ts';
import { packageBook, type Subscriptions } from './registry.ts';
import { orderIndexes } from './store/order-indexes.ts';
import { federationMigrations } from './tables.ts';
import { fireTimers } from './timer/fire.ts';
import { runJob } from './timer/job.ts';

/** Each may be a process, so few run at a time, and nobody takes every place. */
const questionsAtOnce = [4, 3] as const;
const conversationsAtOnce = [8, 3] as const;

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
  const rooms = {
    questions: sharedSemaphore(...questionsAtOnce),
    conversations: sharedSemaphore(...conversationsAtOnce),
  };
  const indexes = orderIndexes(kit);
  const of: Federation = { book, db, ports, tables, indexes, ...rooms, allowed, log, now };
  return {
    name: 'federation',
    apis: [federationApi(of)],
    archive: federationArchive,
    migrations: federationMigrations,
    jobs: [tablesJob(kit), runJob(of)],
    maintenance: [removeDeletedRoles(kit), removeUnused(kit), fireTimers(kit)],
    listeners: {
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
    stop: () => indexes.stop(),
    start() {
      rememberPackages(kit.db, book.all, digestOf, kit.now()).catch((error: unknown) =>
        kit.log.error({ error: String(error) }, 'The packages could not be noted.'),
      );
    },
  };
}
