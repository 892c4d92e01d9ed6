import type { Kit } from '../../api/area.ts';
import type { PlacedFile, WriteFault } from '../../api/ports/files.ts';
import type { ContainerBlob, ContainerKind } from '../../kernel/blobs/container-port.ts';
import { isJson } from '../../kernel/blobs/containers/read.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { mayStillManage } from './access.ts';
import { findData, findRow, updateData } from './store.ts';
import type { DataRow } from './tables.ts';

export const containerPath = '/files/reality';

const faults = { name: 'InvalidResourceName', locked: 'LeaseIdMissing', otherName: 'AuthorizationFailure' } as const;
const codeOf = (fault: WriteFault | undefined) => fault && faults[fault];

/** The files of reality data by signed addresses (capture.md section 0.6): writing is an upload to Storage in one. */
export function dataContainers({ ports, now }: Pick<Kit, 'ports' | 'now'>): ContainerKind<DataRow> {
  const trees = () => ports.files.trees;
  return {
    path: containerPath,
    find: (db: Reader, id: string) => findData(db, id, ports),
    async blob(db, { item_id }, name) {
      const file = await trees().resolve(db, item_id, name);
      return file && blobOf(file);
    },
    list: async (db, { item_id }) => (await trees().walk(db, item_id)).map(blobOf),
    cachingOf: ({ contentType }) => (isJson(contentType) ? 'no-cache' : 'private, max-age=3600'),
    listing: 'full',
    writing: {
      place: { area: 'reality-data', container: 'contents' },
      mayWrite: (db, row, holder) => mayStillManage(db, row, holder, ports),
      refusal: async (db, { item_id }, name, { userId }) => codeOf(await trees().refusal(db, item_id, name, userId)),
      async put(tx, row, path, { userId }, blobId) {
        const [file] = await trees().put(tx, row.item_id, [{ path, blobId }], userId);
        if (file === undefined) throw new Error(`${path} was not written.`);
        await contentChanged(tx, row.id, now());
        return blobOf(file);
      },
      async remove(tx, row, name, { userId }) {
        const file = await trees().resolve(tx, row.item_id, name);
        if (file !== undefined) await trees().recycle(tx, file.id, userId);
        await contentChanged(tx, row.id, now());
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

/** Its size and type are looked for anew when somebody next asks. */
async function contentChanged(tx: Transaction, id: string, now: number): Promise<void> {
  const row = await findRow(tx, id);
  if (row === undefined) return;
  await updateData(tx, id, { content: null, modified: now, accessed: now, version: row.version + 1 });
}
