import type { Kit } from '../../api/area.ts';
import type { Context } from '../../api/http/context.ts';
import { reply } from '../../api/http/endpoint.ts';
import { isFailed } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import type { PlacedFile, WriteFault } from '../../api/ports/files.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { containerLink } from '../../kernel/blobs/container-link.ts';
import type { ContainerBlob, ContainerKind } from '../../kernel/blobs/container-port.ts';
import { isJson } from '../../kernel/blobs/containers/read.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { type BucketRow, q } from './tables.ts';

/*
 * The bucket of a twin: a folder of Storage for files that jobs read and write besides reality data.
 */
const bucketPath = '/files/buckets';
const home = 'Reality data';
const name = 'Bucket';

type Needs = { readonly ports: Pick<Ports, 'files'> };

/** The bucket, while its folder is in use. */
export async function findBucket(db: Reader, twinId: string, { ports }: Needs): Promise<BucketRow | undefined> {
  const row = await db.first(q.selectFrom('analysis_buckets').selectAll().where('twin_id', '=', twinId));
  return row && (await ports.files.trees.find(db, row.item_id)) ? row : undefined;
}

/** The same, made where there is none. */
export async function ensureBucket(tx: Transaction, twinId: string, userId: string, needs: Needs): Promise<BucketRow> {
  const found = await findBucket(tx, twinId, needs);
  if (found !== undefined) return found;
  const { trees } = needs.ports.files;
  const folder = await trees.newFolder(tx, await trees.ensureFolder(tx, twinId, home, userId), name, userId);
  const row = { twin_id: twinId, item_id: folder.id };
  await tx.run(q.deleteFrom('analysis_buckets').where('twin_id', '=', twinId));
  await tx.run(q.insertInto('analysis_buckets').values(row));
  return row;
}

/** A signed address of the bucket; one that writes for who may manage reality data. */
export async function linkToBucket(access: Access, context: Context) {
  const { caller, ports, baseUrl, now } = context;
  const twinId = access.twin.id;
  const row = await findBucket(context.db, twinId, context);
  const bucket = row ?? (await context.write((tx) => ensureBucket(tx, twinId, caller.userId, context)));
  if (isFailed(bucket)) return bucket;
  const { userId, clientId } = caller;
  const rights = access.may('realitydata_manage') ? 'racwdl' : 'rl';
  const holder = { userId, clientId };
  const href = containerLink(ports.secrets, {
    root: baseUrl,
    path: bucketPath,
    id: twinId,
    rights,
    form: 'full',
    holder,
    now,
  });
  return reply(200, { bucket: { twinId }, _links: { containerUrl: { href } } });
}

const faults = { name: 'InvalidResourceName', locked: 'LeaseIdMissing', otherName: 'AuthorizationFailure' } as const;
const codeOf = (fault: WriteFault | undefined) => fault && faults[fault];

/** The files of buckets by signed addresses; writing is an upload to Storage in one. */
export function bucketContainers({ ports }: Pick<Kit, 'ports'>): ContainerKind<BucketRow> {
  const trees = () => ports.files.trees;
  return {
    path: bucketPath,
    find: async (db, id) => ((await ports.twins.find(db, id)) ? findBucket(db, id, { ports }) : undefined),
    async blob(db, { item_id }, path) {
      const file = await trees().resolve(db, item_id, path);
      return file && blobOf(file);
    },
    list: async (db, { item_id }) => (await trees().walk(db, item_id)).map(blobOf),
    cachingOf: ({ contentType }) => (isJson(contentType) ? 'no-cache' : 'private, max-age=3600'),
    listing: 'full',
    writing: {
      place: { area: 'reality-analysis', container: 'buckets' },
      async mayWrite(db, { twin_id }, { userId, clientId }) {
        const caller = await ports.people.callerOf(db, userId, clientId);
        const access = caller && (await ports.access.of(db, caller, twin_id));
        return access?.may('realitydata_manage') ?? false;
      },
      refusal: async (db, { item_id }, path, { userId }) => codeOf(await trees().refusal(db, item_id, path, userId)),
      async put(tx, { item_id }, path, { userId }, blobId) {
        const [file] = await trees().put(tx, item_id, [{ path, blobId }], userId);
        if (file === undefined) throw new Error(`${path} was not written.`);
        return blobOf(file);
      },
      async remove(tx, { item_id }, path, { userId }) {
        const file = await trees().resolve(tx, item_id, path);
        if (file !== undefined) await trees().recycle(tx, file.id, userId);
      },
    },
  };
}

const blobOf = ({ path, blobId, size, contentType, modified }: PlacedFile): ContainerBlob => ({
  name: path,
  blobId,
  size,
  contentType,
  modified,
  tag: blobId,
});
