import type { Api, Endpoint } from '../../src/api/http/endpoint.ts';
import type { PipelineOptions } from '../../src/api/http/exchange.ts';
import { idempotencyMigrations } from '../../src/api/http/idempotency.ts';
import { pipelineOf } from '../../src/api/http/pipeline.ts';
import { httpServer } from '../../src/api/http/server.ts';
import { commandTable } from '../../src/api/openapi/commands.ts';
import { documentOf } from '../../src/api/openapi/document.ts';
import type { Ports } from '../../src/api/ports/ports.ts';
import { blobMigrations } from '../../src/kernel/blobs/tables.ts';
import type { Caller } from '../../src/kernel/callers/people.ts';
import { silentLog } from '../../src/std/log.ts';
import type { BackEnd } from './back-ends.ts';
import { startBlobServer } from './blob-server.ts';

const caller: Caller = {
  userId: '6d3c9a0e-8f0b-4c52-9d6b-2f5b6f0c1a11',
  kind: 'user',
  clientId: 'test',
  email: 'ada@example.com',
  displayName: 'Ada Larsen',
  organizationId: null,
  applicationOrganizationId: null,
  organizationAdministrator: false,
  groups: [],
  tier: 'Standard',
  mode: 'Production',
};

const unlimited: PipelineOptions['limiter'] = {
  take: () => undefined,
  fullest: () => undefined,
  takeRefusal: () => undefined,
  share: async () => {},
  maintenance: { name: 'limits', everyMs: 1, run: async () => {} },
};

type Content = { readonly content?: Readonly<Record<string, unknown>> };
type Documented = Readonly<
  Record<string, Record<string, { readonly requestBody?: Content; readonly responses: Record<string, Content> }>>
>;

/** Endpoint values of a test behind the real pipeline and server, with blobs and one caller; everybody may call. */
export async function serveEndpoints({ db, store }: BackEnd, endpoints: readonly Endpoint[]) {
  await db.migrate([...blobMigrations, ...idempotencyMigrations]);
  const blobServer = await startBlobServer(db, store);
  const api: Api = {
    name: 'test',
    title: 'Test',
    version: 1,
    prefix: '/test',
    description: 'Endpoints of a test.',
    endpoints,
    changelog: [],
  };
  const baseUrl = 'http://localhost';
  let signedIn = true;
  const people = { callerOf: async () => (signedIn ? caller : undefined) };
  const ports = { blobs: blobServer.blobs, people } as unknown as Ports;
  const server = httpServer({
    apis: [api],
    mounts: [],
    pipeline: pipelineOf({
      db,
      ports,
      authenticate: async () => caller,
      authenticateApplication: async () => caller,
      limiter: unlimited,
      baseUrl,
      vendorAliases: [],
    }),
    baseUrl,
    authUrl: `${baseUrl}/auth`,
    trustedProxies: [],
    log: silentLog,
    checkAnswers: true,
    graceMs: 0,
  });
  const port = await server.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** What the OpenAPI document says of an operation. */
    documented: (method: string, path: string) => {
      const { paths } = documentOf(api, {
        baseUrl,
        authUrl: `${baseUrl}/auth`,
        commands: commandTable([api]),
      });
      return (paths as Documented)[path]?.[method.toLowerCase()];
    },
    blobs: blobServer.blobs,
    /** Disables the caller: for who is asked again. */
    signOut() {
      signedIn = false;
    },
    async stop() {
      await server.close();
      await blobServer.stop();
    },
  };
}
