import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform } from '../../../test/support/platform.ts';
import { guidOf } from '../../kernel/std/guid.ts';
import { newItemId } from './item-id.ts';
import { q } from './tables.ts';
import { fixtureOf, peopleOf } from './testing/fixture.ts';

const twinId = '01234567-89ab-4def-8123-456789abcdef';
const guidIn = (id: string) => guidOf(Buffer.from(id, 'base64url').subarray(16, 32));

it('ids of items, and so of models, have version digit 4, and follow the time', () => {
  const ids = Array.from({ length: 500 }, (_, at) => newItemId(twinId, 1_800_000_000_000 + at * 1000));
  for (const id of ids) {
    assert.match(id, /^[A-Za-z0-9_-]{43}$/);
    assert.match(guidIn(id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(guidOf(Buffer.from(id, 'base64url').subarray(0, 16)), twinId);
  }
  const bytes = ids.map((id) => Buffer.from(id, 'base64url').toString('hex'));
  assert.deepEqual(bytes, [...bytes].sort());
  assert.equal(new Set(ids).size, ids.length);
});

eachPlatform('ids of items', (platform) => {
  it('that were given with another version digit stay as valid as they were', async () => {
    const { p, worker, readme } = await fixtureOf(await peopleOf(await platform()));
    const bytes = Buffer.from(readme, 'base64url');
    bytes[23] = ((bytes[23] ?? 0) & 0x0f) | 0x80;
    const id = bytes.toString('base64url');
    assert.equal(guidIn(id)[14], '8');
    await p.app.db.write((tx) => tx.run(q.updateTable('storage_items').set({ id }).where('id', '=', readme)));
    const found = await p.call(worker, `GET /storage/files/${id}`);
    assert.deepEqual([found.status, found.body.file.displayName], [200, 'readme.txt']);
    assert.equal((await p.call(worker, `DELETE /storage/files/${id}`)).status, 204);
  });
});
