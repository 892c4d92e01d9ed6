import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { bytesOf, clientOf, MiB, place, sha256 } from '../../testing/files.ts';
import {
  downloadFile,
  downloadFromRealityData,
  FileExists,
  Refused,
  realityFiles,
  realityFilesIn,
  uploadFile,
  uploadToRealityData,
  WrongPath,
  waitForJobs,
} from '../node.ts';

eachPlatform('transfers', (platform) => {
  const world = async () => {
    const p = await platform();
    const ada = await p.person();
    return { twinId: (await p.twin(ada)).id, client: clientOf(p.baseUrl, ada) };
  };

  it('bring files of every size up and down again, each byte as it was', async (t) => {
    const { twinId, client } = await world();
    const { folder, write, records } = place(t);
    for (const size of [0, 1, 4 * MiB, 4 * MiB + 1, 13 * MiB + 5]) {
      const bytes = bytesOf('sizes', size);
      const path = write(`${size}.bin`, bytes);
      const told: number[] = [];
      const onProgress = (done: number) => void told.push(done);
      const up = await uploadFile(client, { twinId, folder: '/Structures/2026/', path, records, onProgress });
      assert.deepEqual([up.state, up.sha256, up.sent, up.resumed], ['uploaded', sha256(bytes), size, false]);
      assert.deepEqual([up.file.path, up.file.size], [`Structures/2026/${size}.bin`, size]);
      assert.equal(told.at(-1), size);
      const copy = join(folder, 'deep', 'down', `${size}.copy`);
      const down = await downloadFile(client, { fileId: up.file.id, path: copy });
      assert.deepEqual([down.state, down.received, down.sha256], ['downloaded', size, sha256(bytes)]);
      assert.ok(readFileSync(copy).equals(bytes));
      const again = await downloadFile(client, { fileId: up.file.id, path: copy });
      assert.deepEqual([again.state, again.received], ['unchanged', 0]);
    }
    assert.deepEqual(readdirSync(records), []);
  });

  it('send nothing that is there, and what has changed as the file that it was', async (t) => {
    const { twinId, client } = await world();
    const { write, records } = place(t);
    const first = await uploadFile(client, { twinId, path: write('Pier.txt', 'one'), records });
    const same = await uploadFile(client, { twinId, path: write('pier.txt', 'one'), records });
    assert.deepEqual([same.state, same.sent, same.file.id], ['unchanged', 0, first.file.id]);
    const other = write('pier.txt', 'two');
    const skipped = await uploadFile(client, { twinId, path: other, records, ifExists: 'skip' });
    assert.deepEqual([skipped.state, skipped.sha256], ['skipped', undefined]);
    await assert.rejects(uploadFile(client, { twinId, path: other, records, ifExists: 'fail' }), FileExists);
    const updated = await uploadFile(client, { twinId, path: other, records });
    assert.deepEqual(
      [updated.state, updated.file.id, updated.sha256],
      ['updated', first.file.id, sha256(Buffer.from('two'))],
    );
  });

  it('make each folder once, however many files need it at a time', async (t) => {
    const { twinId, client } = await world();
    const { write, records } = place(t);
    const paths = ['a', 'b', 'c', 'd', 'e'].map((name) => write(name, name));
    const all = await Promise.all(
      paths.map((path) => uploadFile(client, { twinId, folder: 'New/Deep', path, records })),
    );
    assert.equal(new Set(all.map(({ file }) => file.parentFolderId)).size, 1);
  });

  it('hand over what the server refuses, and paths that lead nowhere', async (t) => {
    const { twinId, client } = await world();
    const { write, records } = place(t);
    const path = write('run.exe', 'x');
    const isRefusal = (error: unknown) => error instanceof Refused && error.status === 422;
    await assert.rejects(uploadFile(client, { twinId, path, records }), isRefusal);
    await assert.rejects(uploadFile(client, { twinId, folder: 'a/../../b', path, records }), WrongPath);
    const missing = { fileId: 'ABEiM0RVZneImaq7zN3u_wARIjNEVWZ3iJmqu8zd7v8', path: join(path, 'copy') };
    await assert.rejects(downloadFile(client, missing), (error) => error instanceof Refused && error.status === 404);
  });

  it('of reality data go by its container', async (t) => {
    const { twinId, client } = await world();
    const { folder, write, records } = place(t);
    const body = { displayName: 'Scan', type: 'PNTS', twinId };
    const made = await client.realityData.POST('/reality-management/reality-data/', { body: body as never });
    const id = String((made.data as { realityData?: { id?: string } } | undefined)?.realityData?.id);
    const files = realityFiles(client, id);
    const bytes = bytesOf('reality', 9 * MiB);
    const path = write('scan.bin', bytes);
    const up = await uploadToRealityData(files, { path, name: 'parts & pieces/scan.bin', records });
    assert.deepEqual([up.state, up.sent], ['uploaded', bytes.length]);
    const again = await uploadToRealityData(files, { path, name: 'parts & pieces/scan.bin', records });
    assert.equal(again.state, 'updated');
    assert.deepEqual(await realityFilesIn(files), [{ name: 'parts & pieces/scan.bin', size: bytes.length }]);
    const copy = join(folder, 'copy.bin');
    await downloadFromRealityData(files, { name: 'parts & pieces/scan.bin', path: copy });
    assert.ok(readFileSync(copy).equals(bytes));
  });

  it('begin jobs, which can be waited for', async (t) => {
    const { twinId, client } = await world();
    const { write, records } = place(t);
    const path = write('broken.ifc', 'ISO-10303-21;\nHEADER;\n');
    const { jobs } = await uploadFile(client, { twinId, path, records });
    assert.equal(jobs.length, 1);
    const states: string[] = [];
    const waiting = waitForJobs(client, jobs, { onProgress: ({ state }) => void states.push(state) });
    await assert.rejects(waiting, (error: Error) => error.name === 'JobFailed' && /broken\.ifc/.test(error.message));
    assert.equal(states.at(-1), 'Failed');
  });
});
