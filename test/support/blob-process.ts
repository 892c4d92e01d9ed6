import { openBlobStore } from '../../src/kernel/blobs/open.ts';
import { blobMigrations } from '../../src/kernel/blobs/tables.ts';
import { openDatabase } from '../../src/kernel/db/open.ts';
import { startBlobServer } from './blob-server.ts';

/*
 * The blob endpoint as a process of its own, to be killed or measured: data folder, and optionally BLOB_URL, as
 * arguments. Writes `{ baseUrl, uploads }` and then, for every line it gets, its resident memory in bytes.
 */
const [dataDir = '', blobUrl, count = '1'] = process.argv.slice(2);
const db = await openDatabase(undefined, dataDir);
await db.migrate(blobMigrations);
const server = await startBlobServer(db, await openBlobStore(blobUrl || undefined, dataDir));
const uploads: { id: string; url: string }[] = [];
for (let index = 0; index < Number(count); index++) {
  const address = await db.write((tx) => server.blobs.openUpload(tx, { area: 'storage', container: 'uploads' }));
  uploads.push({ id: address.id, url: server.blobs.uploadUrl(address, 'file.bin') });
}
console.log(JSON.stringify({ baseUrl: server.baseUrl, uploads }));
for await (const _ of process.stdin) console.log(process.memoryUsage.rss());
