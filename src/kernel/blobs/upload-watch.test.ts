import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { BlockBlobClient } from '@azure/storage-blob';
import { eachBackEnd } from '../../../test/support/back-ends.ts';
import { startBlobServer } from '../../../test/support/blob-server.ts';
import type { CommittedUpload, UploadWatch } from './port.ts';
import { blobMigrations, q } from './tables.ts';

const place = { area: 'library', container: 'documents' };
const rights = { mayWrite: async () => true, isInUse: async () => true };

eachBackEnd('the watch of uploads', (open) => {
  async function begin(t: TestContext, committed: UploadWatch['committed']) {
    const { db, store } = await open();
    await db.migrate(blobMigrations);
    const server = await startBlobServer(db, store, rights, { committed });
    t.after(() => server.stop());
    const address = await db.write((tx) => server.blobs.openUpload(tx, place));
    const client = new BlockBlobClient(server.blobs.uploadUrl(address, 'pier.rfa'), undefined, {
      retryOptions: { maxTries: 1 },
    });
    return { db, server, address, client };
  }

  it('is told of what comes whole and in blocks, and not of what the server stores itself', async (t) => {
    const told: CommittedUpload[] = [];
    const { address, client, server } = await begin(t, async (_tx, upload) => void told.push(upload));
    await client.uploadData(Buffer.from('whole'));
    const block = Buffer.from('a').toString('base64');
    await client.stageBlock(block, 'block', 5);
    assert.equal(told.length, 1, 'a block alone is no content');
    await client.commitBlockList([block]);
    await server.blobs.save(place, Readable.from([Buffer.from('own')]), { contentType: 'text/plain' });
    const seen = told.filter((one, at) => JSON.stringify(one) !== JSON.stringify(told[at - 1])); // work may run twice
    assert.deepEqual(
      seen.map(({ area, container, id, size }) => [area, container, id, size]),
      [1, 2].map(() => [place.area, place.container, address.id, 5]),
    );
    assert.notEqual(seen[0]?.sha256, seen[1]?.sha256);
  });

  it('runs in the transaction of the content: what it throws undoes that', async (t) => {
    const { db, address, client } = await begin(t, async (tx) => {
      await tx.run(q.updateTable('blobs').set({ container: 'changed' }).where('id', '=', address.id));
      throw new Error('The owner cannot have it.');
    });
    await assert.rejects(client.uploadData(Buffer.from('content')), { statusCode: 500 });
    const row = await db.first(q.selectFrom('blobs').select(['container', 'size']));
    assert.deepEqual([row?.container, row?.size], [place.container, null]);
  });

  it('may finish the upload there and then', async (t) => {
    const { db, server, address, client } = await begin(t, async (tx, { id }) => {
      await server.blobs.finishUpload(tx, id);
    });
    await client.uploadData(Buffer.from('content'));
    assert.equal((await server.blobs.find(db, address.id))?.size, 7);
    await assert.rejects(client.uploadData(Buffer.from('other')), { code: 'BlobNotFound' });
  });
});
