import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUuid } from './ids.ts';
import { firstIdOf, newTimeId, timeOfId } from './time-id.ts';

const now = Date.UTC(2026, 10, 27, 12, 0, 0, 1);

describe('ids of a time', () => {
  it('are UUIDs of version 7 that sort by their time and are never the same', () => {
    const ids = Array.from({ length: 2000 }, () => newTimeId(now));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) {
      assert.ok(isUuid(id), id);
      assert.match(id, /^.{14}7.{4}[89ab]/);
      assert.equal(timeOfId(id), now);
      assert.ok(id >= firstIdOf(now) && id < firstIdOf(now + 1), id);
    }
  });
});
