import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { partsOfItemId } from '../../std/item-id.ts';
import { q } from './tables.ts';
import { fixtureOf, peopleOf } from './testing/fixture.ts';

eachPlatform('ids of items', (platform) => {
  it('that were given with another version digit stay as valid as they were', async () => {
    const { p, worker, readme } = await fixtureOf(await peopleOf(await platform()));
    const bytes = Buffer.from(readme, 'base64url');
    bytes[23] = ((bytes[23] ?? 0) & 0x0f) | 0x80;
    const id = bytes.toString('base64url');
    assert.equal(partsOfItemId(id)?.guid[14], '8');
    await p.app.db.write((tx) => tx.run(q.updateTable('storage_items').set({ id }).where('id', '=', readme)));
    const found = await p.call(worker, `GET /storage/files/${id}`);
    assert.deepEqual([found.status, found.body.file.displayName], [200, 'readme.txt']);
    assert.equal((await p.call(worker, `DELETE /storage/files/${id}`)).status, 204);
  });
});
