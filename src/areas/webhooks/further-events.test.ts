import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import type { PlatformEvent } from '../../api/ports/events.ts';
import { houseFile, imported, newModel, putContent, truncatedFile } from '../models/testing/files.ts';
import { newFile, newFolder, rootOf } from '../storage/testing/fixture.ts';

async function fixture(p: Platform) {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  const root = await rootOf(p, owner, twinId);
  const raised: PlatformEvent[] = [];
  /** Those of the areas that are meant here, in order. */
  const events = () => {
    raised.push(
      ...p.takeEvents().filter(({ twin, type }) => twin.id === twinId && /^(storage|models|export)\./.test(type)),
    );
    return raised;
  };
  return { owner, twinId, root, events };
}

eachPlatform(
  'events beside the published ones',
  (platform) => {
    it('of Storage tell of files that are made, changed in content, name or place, and deleted', async () => {
      const p = await platform();
      const { owner, root, events } = await fixture(p);
      const call = async (operation: string, body?: unknown) =>
        requireSuccess(await p.call(owner, operation, body === undefined ? {} : { body }));
      const folder = await newFolder(p, owner, root, 'Plans');
      const fileId = await newFile(p, owner, root, 'a.txt');
      await putContent(p, owner, fileId, 'more');
      await call(`PATCH /storage/files/${fileId}`, { displayName: 'b.txt' });
      await call(`PATCH /storage/files/${fileId}`, { description: 'says nothing new' });
      await call(`POST /storage/files/${fileId}/move`, { parentFolderId: folder });
      await call(`DELETE /storage/files/${fileId}`);
      await call(`POST /storage/recyclebin/files/${fileId}/restore`);
      await call(`DELETE /storage/folders/${folder}`);
      await call(`DELETE /storage/recyclebin/folders/${folder}`);
      const short = ({ type, content }: PlatformEvent) => {
        const { fileId: id, folderId, name, eventCreatedBy } = content as unknown as Record<string, string>;
        assert.equal(eventCreatedBy, owner.userId);
        const what = id === fileId ? 'file' : 'folder';
        return `${type.slice('storage.'.length, -'.v1'.length)} ${what} ${name} in ${folderId === root ? 'root' : 'Plans'}`;
      };
      assert.deepEqual(events().map(short), [
        'fileCreated file a.txt in root',
        'fileUpdated file a.txt in root',
        'fileUpdated file b.txt in root',
        'fileUpdated file b.txt in Plans',
        'fileDeleted file b.txt in Plans',
        'fileUpdated file b.txt in Plans',
        'fileDeleted folder Plans in root',
        'fileDeleted folder Plans in root',
      ]);
    });

    it('of Models and Mesh Export tell how imports and exports of a version have ended', async () => {
      const p = await platform();
      const { owner, root, events } = await fixture(p);
      const model = await newModel(p, owner, root, 'house.ifc', houseFile(5));
      const [{ id: changesetId }] = await imported(p, owner, model.id);
      const version = { modelId: model.id, changesetId };
      const ofType = (type: string) =>
        events()
          .filter((one) => one.type === type)
          .map(({ content }) => content);
      assert.deepEqual(ofType('models.changesReady.v1'), [{ ...version, changesetIndex: 1 }]);
      const exportsNow = await listed(p, owner, model.id);
      await eventually(async () => assert.equal(ofType('export.jobCompleted.v1').length, exportsNow.length));
      const told = exportsNow.map(({ id, request }) => ({
        exportId: id,
        ...version,
        exportType: request.exportType,
        exportSucceeded: true,
      }));
      const byId = (one: { exportId: string }, other: { exportId: string }) => (one.exportId < other.exportId ? -1 : 1);
      assert.deepEqual((ofType('export.jobCompleted.v1') as typeof told).sort(byId), told.sort(byId));

      await putContent(p, owner, model.fileId, truncatedFile());
      const [, failed] = await imported(p, owner, model.id);
      const [content] = ofType('models.importFailed.v1') as unknown as { reason: string }[];
      assert.deepEqual({ ...content, reason: '' }, { modelId: model.id, changesetId: failed.id, reason: '' });
      assert.ok(content?.reason);
    });
  },
  { environment: { MESH_EXPORTS: 'MODEL,CESIUM' } },
);

interface Listed {
  readonly id: string;
  readonly request: { readonly exportType: string };
}

const listed = async (p: Platform, who: Person, modelId: string): Promise<Listed[]> =>
  requireSuccess(
    await p.call(who, `GET /mesh-export/?modelId=${modelId}`, { headers: { Prefer: 'return=representation' } }),
  ).exports;
