import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itemIdOf, newItemId, partsOfItemId } from './item-id.ts';

const twinId = '01234567-89ab-4def-8123-456789abcdef';
const guid = 'fedcba98-7654-4210-bedc-ba9876543210';

describe('ids of 43 characters', () => {
  it('have version digit 4, and follow the time', () => {
    const ids = Array.from({ length: 500 }, (_, at) => newItemId(twinId, 1_800_000_000_000 + at * 1000));
    for (const id of ids) {
      assert.match(id, /^[A-Za-z0-9_-]{43}$/);
      const parts = partsOfItemId(id);
      assert.match(parts?.guid ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(parts?.twinId, twinId);
    }
    const bytes = ids.map((id) => Buffer.from(id, 'base64url').toString('hex'));
    assert.deepEqual(bytes, [...bytes].sort());
    assert.equal(new Set(ids).size, ids.length);
  });

  it('are made of two GUIDs and taken apart into them', () => {
    const id = itemIdOf({ twinId, guid });
    assert.equal(id, 'Z0UjAauJ702BI0VniavN75i63P5UdhBCvty6mHZUMhA');
    assert.deepEqual(partsOfItemId(id), { twinId, guid });
    assert.equal(itemIdOf({ twinId: twinId.toUpperCase(), guid }), id);
  });

  it('have one spelling', () => {
    const id = itemIdOf({ twinId, guid });
    const last = id.slice(0, -1);
    for (const other of ['', guid, `${id}=`, last, `${id}A`, ` ${id}`, `${last}B`, id.replace('Z', '+'), `${last}/`]) {
      assert.equal(partsOfItemId(other), undefined, other);
    }
  });
});
