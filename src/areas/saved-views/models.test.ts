import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../test/support/platform.ts';
import { newFile, rootOf } from '../storage/testing/fixture.ts';
import { camera } from './testing/fixture.ts';

/* With the models that there really are: files of the storage. */

eachPlatform('saved views of a model', (platform) => {
  it('can be made while its file is in use, and stay when it is recycled', async () => {
    const p = await platform();
    const owner = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
    const { id: twinId } = await p.twin(owner);
    const file = await newFile(p, owner, await rootOf(p, owner, twinId), 'bridge.ifc');
    const [model] = requireSuccess(await p.call(owner, `GET /models?twinId=${twinId}`)).models;
    const body = { twinId, modelId: model.id, displayName: 'Pier', savedViewData: camera };
    const { savedView } = requireSuccess(await p.call(owner, 'POST /savedviews', { body }));
    assert.equal((await p.call(owner, `GET ${savedView._links.model.href}`)).status, 200);
    const views = `GET /savedviews?modelId=${model.id.toUpperCase()}`;
    assert.equal((await p.call(owner, views)).body.savedViews.length, 1);

    assert.equal((await p.call(owner, `DELETE /storage/files/${file}`)).status, 204);
    assert.equal((await p.call(owner, views)).status, 404);
    assert.equal((await p.call(owner, 'POST /savedviews', { body })).status, 403);
    const kept = await p.call(owner, `GET /savedviews/${savedView.id}`);
    assert.deepEqual(kept.body.savedView._links, savedView._links);
    assert.equal((await p.call(owner, `GET /savedviews?twinId=${twinId}`)).body.savedViews.length, 1);

    assert.equal((await p.call(owner, `POST /storage/recyclebin/files/${file}/restore`)).status, 204);
    assert.equal((await p.call(owner, views)).body.savedViews.length, 1);
  });
});
