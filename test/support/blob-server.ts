import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordDamage } from '../../src/kernel/blobs/damage.ts';
import type { UploadWatch } from '../../src/kernel/blobs/port.ts';
import type { BlobRights } from '../../src/kernel/blobs/rights.ts';
import { type BlobService, blobService } from '../../src/kernel/blobs/service.ts';
import type { BlobStore } from '../../src/kernel/blobs/store.ts';
import type { Database } from '../../src/kernel/db/database.ts';
import { silentLog } from '../../src/std/log.ts';
import type { Mount } from '../../src/std/mount.ts';
import { secretBox } from '../../src/std/secret-box.ts';
import type { SecretBox } from '../../src/std/secrets.ts';

export interface BlobServer extends BlobService {
  readonly baseUrl: string;
  readonly secrets: SecretBox;
  /** Serves something else, too. */
  add(mount: Mount): void;
  /** Moves the clock of the service forward, in milliseconds. */
  pass(time: number): void;
  stop(): Promise<void>;
}

/** The blob endpoint alone on a real HTTP server. Servers given the same database and store act as processes of one. */
export async function startBlobServer(
  db: Database,
  store: BlobStore,
  rights: BlobRights = { mayWrite: async () => true, isInUse: async () => true },
  watch: UploadWatch = { committed: async () => {} },
  recordDamage: RecordDamage = async () => {},
): Promise<BlobServer> {
  let passed = 0;
  const mounts: Mount[] = [];
  const server = createServer((request, response) => {
    void mounts.find(({ prefix }) => request.url?.startsWith(prefix))?.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secrets = secretBox(Buffer.alloc(32, 7));
  const service = blobService({
    db,
    store,
    secrets,
    baseUrl,
    log: silentLog,
    rights,
    watch,
    recordDamage,
    now: () => Date.now() + passed,
  });
  mounts.push(service.mount);
  return {
    ...service,
    baseUrl,
    secrets,
    add: (mount) => void mounts.push(mount),
    pass(time) {
      passed += time;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
