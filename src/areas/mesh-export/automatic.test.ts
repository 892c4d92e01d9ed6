import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { houseFile, imported, newModel, putContent, truncatedFile } from '../models/testing/files.ts';
import { removeGone } from '../storage/maintenance.ts';
import { rootOf } from '../storage/testing/fixture.ts';
import { fileLink } from './export/link.ts';
import { blobsKept } from './testing/blobs.ts';
import { finished, startedBy } from './testing/exports.ts';

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly error?: string;
  readonly request: { readonly exportType: string; readonly changesetId: string };
  readonly _links?: { readonly mesh: { readonly href: string } };
}

async function fixture(p: Platform) {
  const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const { id: twinId } = await p.twin(owner);
  return { owner, twinId, root: await rootOf(p, owner, twinId) };
}

const exportsOf = async (p: Platform, who: Person, modelId: string, more = ''): Promise<Listed[]> => {
  const headers = { Prefer: 'return=representation' };
  return requireSuccess(await p.call(who, `GET /mesh-export/?modelId=${modelId}${more}`, { headers })).exports;
};

async function allFinished(p: Platform, who: Person, modelId: string): Promise<Listed[]> {
  for (const { id } of await exportsOf(p, who, modelId)) await finished(p, who, id);
  return exportsOf(p, who, modelId);
}

const jobsOf = async (p: Platform, who: Person, twinId: string) =>
  requireSuccess(await p.call(who, `GET /jobs?kind=meshExport.tiles&twinId=${twinId}`)).jobs;

eachPlatform(
  'automatic exports',
  (platform) => {
    it('are made in one job that shows how far it is, and share what they have in common', async () => {
      const p = await platform();
      const { owner, twinId, root } = await fixture(p);
      const model = await newModel(p, owner, root, 'house.ifc', houseFile(5));
      const [{ id: changesetId }] = await imported(p, owner, model.id);
      const before = await blobsKept(p);
      const found = await allFinished(p, owner, model.id);
      const states = found.map((one) => `${one.request.exportType} ${one.status}`).sort();
      assert.deepEqual(states, ['3DTiles Complete', 'CESIUM Complete', 'MODEL Complete']);
      assert.equal((await blobsKept(p)) - before, 4, 'a tile and a tileset for two types, and those of the third');
      await eventually(async () => assert.equal((await jobsOf(p, owner, twinId))[0].state, 'Succeeded'));
      const [job, ...others] = await jobsOf(p, owner, twinId);
      assert.deepEqual(others, []);
      assert.equal(job.title, 'Export house.ifc, version 1: 3DTiles, CESIUM, MODEL');
      assert.deepEqual([job.done, job.total, job.unit, job.message], [48, 48, 'triangles', '4 of 4 files']);
      const resource = new URL(job._links.resource.href);
      assert.equal(resource.pathname + resource.search, `/mesh-export/?modelId=${model.id}&changesetId=${changesetId}`);

      const [first, second] = found.filter((one) => one.request.exportType !== 'MODEL');
      await p.call(owner, `DELETE /mesh-export/${first?.id}`);
      assert.equal((await blobsKept(p)) - before, 4, 'the other one still has them');
      assert.equal((await fetch(fileLink(second?._links?.mesh.href ?? '', 'tileset.json'))).status, 200);
      await p.call(owner, `DELETE /mesh-export/${second?.id}`);
      assert.equal((await blobsKept(p)) - before, 2);
      assert.equal((await exportsOf(p, owner, model.id)).length, 1, 'they are not made again');
    });

    it('are what twins show of a model: the newest complete one that shows all of it', async () => {
      const p = await platform();
      const { owner, twinId, root } = await fixture(p);
      const model = await newModel(p, owner, root, 'house.ifc', houseFile(5));
      const graphics = async () => {
        const path = `/twins/${twinId}/repositories/models/resources/${model.id}/graphics`;
        return requireSuccess(await p.call(owner, `GET ${path}`)).graphics;
      };
      assert.deepEqual(await graphics(), []);
      await imported(p, owner, model.id);
      await allFinished(p, owner, model.id);
      const part = await startedBy(p, owner, { modelId: model.id, viewDefinitionFilter: { models: ['0x2'] } });
      await finished(p, owner, part.id);
      const [{ type, uri }, ...more] = await graphics();
      assert.deepEqual([type, more], ['3DTILES', []]);
      const shown = (await exportsOf(p, owner, model.id)).find((one) => uri.includes(one.id));
      assert.ok(shown?.id !== part.id && shown?.request.exportType !== 'MODEL');
      assert.match(await (await fetch(uri)).text(), /^{"asset":{"version":"1.1"}/);
    });

    it('are not made of a version that failed; those that waited for it say why', async () => {
      const p = await platform();
      const { owner, root } = await fixture(p);
      const model = await newModel(p, owner, root, 'house.ifc', truncatedFile());
      const { id } = await startedBy(p, owner, { modelId: model.id });
      const found = await finished(p, owner, id);
      assert.equal(found.status, 'Invalid');
      assert.match(found.error, /^Line \d+: .*ends in the middle/);
      assert.equal((await exportsOf(p, owner, model.id)).length, 1);
    });

    it('go with their model, whatever state they are in', async () => {
      const p = await platform();
      const { owner, twinId, root } = await fixture(p);
      const before = await blobsKept(p);
      const model = await newModel(p, owner, root, 'house.ifc', houseFile(5));
      await imported(p, owner, model.id);
      await allFinished(p, owner, model.id);
      await putContent(p, owner, model.fileId, houseFile(6));
      const { id } = await startedBy(p, owner, { modelId: model.id, exportType: 'GLTF' });
      await p.call(owner, `DELETE /storage/files/${model.fileId}`);
      await p.call(owner, `DELETE /storage/recyclebin/files/${model.fileId}`);
      const { db, ports } = p.app;
      const kit = { db, ports, baseUrl: p.baseUrl, log: silentLog, now: Date.now };
      await removeGone(kit).run(new AbortController().signal);
      assert.equal((await p.call(owner, `GET /mesh-export/${id}`)).status, 404);
      await eventually(async () => {
        const states = (await jobsOf(p, owner, twinId)).map((job: { state: string }) => job.state);
        assert.ok(
          states.every((state: string) => state === 'Succeeded' || state === 'Cancelled'),
          String(states),
        );
        assert.equal(await blobsKept(p), before);
      });
    });
  },
  { environment: { MESH_EXPORTS: '3dtiles, CESIUM,MODEL' } },
);

eachPlatform(
  'the automatic exports that are kept',
  (platform) => {
    it('are the newest five of a model and type; what was asked for stays and does not count', async () => {
      const p = await platform();
      const { owner, root } = await fixture(p);
      const model = await newModel(p, owner, root, 'house.ifc', houseFile(1));
      await imported(p, owner, model.id);
      const [first] = await allFinished(p, owner, model.id);
      const kept = await startedBy(p, owner, { modelId: model.id });
      assert.equal(kept.id, first?.id, 'the automatic one is answered');
      const asked = await startedBy(p, owner, { modelId: model.id, exportType: 'GLTF' });
      for (let length = 2; length <= 7; length++) {
        await putContent(p, owner, model.fileId, houseFile(length));
        await imported(p, owner, model.id);
      }
      const versions: { id: string }[] = await imported(p, owner, model.id);
      const found = await allFinished(p, owner, model.id);
      const tiles = found.filter((one) => one.request.exportType === '3DTiles');
      const newest = versions.map((one) => one.id).slice(-5);
      assert.deepEqual(
        tiles.map((one) => one.request.changesetId),
        [...newest.reverse(), versions[0]?.id],
      );
      assert.deepEqual([tiles.at(-1)?.id, tiles.at(-1)?.status], [kept.id, 'Complete']);
      assert.equal((await finished(p, owner, asked.id)).status, 'Complete');
      assert.ok(tiles.every((one) => one.status === 'Complete'));
    });
  },
  { environment: { MESH_EXPORTS: '3DTiles' } },
);
