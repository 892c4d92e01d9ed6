import { Readable } from 'node:stream';
import { newId } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import type { SecretBox } from '../../std/secrets.ts';
import type { Transaction } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { type BlobDeps, discard } from './deps.ts';
import { contentDisposition, isShownType } from './disposition.ts';
import { openBlob } from './open-blob.ts';
import { pieces } from './pieces.ts';
import { pins } from './pins.ts';
import type { BlobContent, BlobPlace, Blobs, UploadWatch } from './port.ts';
import { type Writer, writerOf } from './rights.ts';
import { signedPath } from './signed-url.ts';
import type { Range } from './store.ts';
import { type BlobRow, blobById, blocksOf, deleteBlocks, deleteParts, partsOf, q } from './tables.ts';
import { putContent } from './upload.ts';
import { readContent } from './verified.ts';

const hour = 3_600_000;
const uploadUrlLifetime = 12 * hour;
const downloadUrlLifetime = hour;
const pendingLifetime = 24 * hour;
const idsPerUpdate = 500;

/** What the server stores itself is told to nobody. */
const nobody: UploadWatch = { committed: async () => {} };

const insertOpen = prepared((p: Pick<BlobRow, 'id' | 'area' | 'container' | 'due' | 'writer'>) =>
  q.insertInto('blobs').values({
    id: p.id,
    area: p.area,
    container: p.container,
    state: 'open',
    content_type: 'application/octet-stream',
    block_id_length: null,
    size: null,
    sha256: null,
    committed: null,
    due: p.due,
    writer: p.writer,
  }),
);

/** What is committed in a blob that has content. */
export const contentOf = (blob: BlobRow): BlobContent => ({
  size: blob.size ?? 0,
  sha256: blob.sha256 ?? '',
  contentType: blob.content_type,
  committed: blob.committed ?? 0,
});

const wholeOf = ({ size }: BlobRow): Range => ({ start: 0, end: (size ?? 0) - 1 });

async function openUpload(deps: BlobDeps, tx: Transaction, place: BlobPlace, sender: Writer | undefined) {
  const id = newId();
  const writer = sender === undefined ? null : jsonOf(sender);
  await tx.run(insertOpen, { id, ...place, due: deps.now() + pendingLifetime, writer });
  return { id, ...place };
}

async function remove(deps: BlobDeps, tx: Transaction, ids: readonly string[], after: number): Promise<void> {
  const change = { due: deps.now() + after, ...(after > 0 ? {} : { state: 'removed' as const }) };
  for (let first = 0; first < ids.length; first += idsPerUpdate) {
    const some = ids.slice(first, first + idsPerUpdate);
    await tx.run(q.updateTable('blobs').set(change).where('id', 'in', some).where('state', '!=', 'removed'));
  }
}

async function finishUpload(deps: BlobDeps, tx: Transaction, id: string) {
  const blob = await openBlob(deps, tx, id);
  if (blob === undefined || blob.size === null) return undefined;
  await tx.run(q.updateTable('blobs').set({ state: 'kept', due: null }).where('id', '=', id));
  const left = (await tx.all(blocksOf, { blob: id })).map((block) => block.key);
  await tx.run(deleteBlocks, { blob: id });
  tx.afterCommit(() => {
    deps.hashes.forget(id);
    discard(deps, left);
  });
  return { ...contentOf(blob), writer: writerOf(blob) };
}

export function makeBlobs(deps: BlobDeps, secrets: SecretBox, baseUrl: string): Blobs {
  const blobs: Blobs = {
    openUpload: (tx, place, sender) => openUpload(deps, tx, place, sender),
    uploadUrl(address, fileName) {
      const disposition = contentDisposition('attachment', fileName);
      const expires = deps.now() + uploadUrlLifetime;
      return baseUrl + signedPath(secrets, address, { permissions: 'rw', expires, disposition });
    },
    finishUpload: (tx, id) => finishUpload(deps, tx, id),
    async take(tx, ids) {
      for (const id of ids) {
        if ((await blobs.finishUpload(tx, id)) === undefined) throw new Error(`The saved blob ${id} was collected.`);
      }
    },
    remove: (tx, ids, after = 0) => remove(deps, tx, ids, after),
    async save(place, stream, { contentType, length, limit = Number.POSITIVE_INFINITY }) {
      const { id } = await deps.db.write((tx) => blobs.openUpload(tx, place));
      const body = { stream, length, limit, md5: undefined };
      const content = await putContent({ ...deps, watch: nobody }, id, body, contentType).catch(async (error) => {
        await blobs.drop(id).catch(() => {}); // the first error is the one to tell; the rest is collected later
        throw error;
      });
      if (typeof content === 'string') throw new Error(`A new blob was refused: ${content}.`);
      return { ...content, contentType, id };
    },
    async openSaved(id, range) {
      const blob = await deps.db.first(blobById, { id });
      if (blob === undefined) return Readable.from([]);
      return readContent(deps, blob, range ?? wholeOf(blob));
    },
    async drop(id) {
      if ((await deps.db.first(blobById, { id }))?.state !== 'open') return;
      await deps.db.write(async (tx) => {
        const gone = await tx.run(q.deleteFrom('blobs').where('id', '=', id).where('state', '=', 'open'));
        if (gone === 0) return;
        const keys = (await tx.all(partsOf, { blob: id })).map((part) => part.key);
        await tx.run(deleteParts, { blob: id });
        tx.afterCommit(() => discard(deps, keys));
      });
    },
    async find(db, id) {
      const blob = await db.first(blobById, { id });
      return blob?.state === 'kept' ? contentOf(blob) : undefined;
    },
    async findAll(db, ids) {
      const some = q.selectFrom('blobs').selectAll().where('state', '=', 'kept');
      const found: BlobRow[] = [];
      for (let first = 0; first < ids.length; first += idsPerUpdate) {
        found.push(...(await db.all(some.where('id', 'in', ids.slice(first, first + idsPerUpdate)))));
      }
      return found.map((blob) => ({ id: blob.id, ...contentOf(blob) }));
    },
    async read(id, range) {
      const blob = await deps.db.first(blobById, { id });
      if (blob?.state !== 'kept') return undefined;
      return { ...contentOf(blob), stream: await readContent(deps, blob, range ?? wholeOf(blob)) };
    },
    ...pins(deps),
    ...pieces(deps),
    downloadUrl(address, { fileName, contentType, owner, inline = false, lifetime = downloadUrlLifetime }) {
      const shown = inline && isShownType(contentType);
      const disposition = contentDisposition(shown ? 'inline' : 'attachment', fileName);
      const end = deps.now() + lifetime;
      const expires = shown ? Math.ceil(end / hour) * hour : end; // the same address again lets browsers keep pictures
      const grant = { permissions: 'r', expires, disposition, contentType } as const;
      return baseUrl + signedPath(secrets, address, owner === undefined ? grant : { ...grant, owner });
    },
  };
  return blobs;
}
