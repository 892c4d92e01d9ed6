import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newItemId } from '../../std/item-id.ts';
import { newTwinId } from './twin-id.ts';

it('a twin has no id with which ids of its files would begin with a hyphen', () => {
  const firsts = ['f8', 'f9', 'fa', 'fb', 'fc', '00'].map((byte) => `012345${byte}-89ab-4def-8123-456789abcdef`);
  assert.ok(firsts.slice(0, 4).every((id) => newItemId(id, 0).startsWith('-')));
  const drawn: string[] = [];
  const id = newTwinId(() => {
    drawn.push(firsts[drawn.length] ?? '');
    return drawn.at(-1) ?? '';
  });
  assert.deepEqual([drawn.length, id], [5, firsts[4]]);
  for (let at = 0; at < 2000; at++) assert.ok(!newItemId(newTwinId(), at).startsWith('-'));
});
