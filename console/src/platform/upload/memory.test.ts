import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Unfinished, uploadMemory } from './memory.ts';

function storeOf(text?: string) {
  const kept = new Map<string, string>();
  const key = 'twin-platform.unfinished-uploads';
  if (text !== undefined) kept.set(key, text);
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

const hour = 3_600_000;
const one = (change: Partial<Unfinished> = {}): Unfinished => ({
  id: 'u1',
  userId: 'ada',
  twinId: 't',
  folderId: 'f',
  place: 'Models',
  name: 'bridge.ifc',
  size: 10,
  begun: 0,
  fileId: 'x',
  uploadUrl: 'http://localhost/blobs/storage/uploads/1',
  ...change,
});

describe('the memory of unfinished uploads', () => {
  it('keeps one over a reload, for who began it', () => {
    const store = storeOf();
    uploadMemory(store, () => 0).keep(one());
    const later = uploadMemory(store, () => hour);
    assert.deepEqual(later.of('ada'), [one()]);
    assert.deepEqual(later.of('ben'), []);
  });

  it('knows the file whose content it becomes', () => {
    const store = storeOf();
    const into = { fileId: 'x', name: 'pier.ifc' };
    uploadMemory(store, () => 0).keep(one({ into }));
    assert.deepEqual(uploadMemory(store, () => hour).of('ada')[0]?.into, into);
    const broken = storeOf(JSON.stringify([{ ...one(), into: { fileId: 1, name: 'pier.ifc' } }]));
    assert.deepEqual(uploadMemory(broken, () => hour).of('ada'), []);
  });

  it('forgets what has ended, and what has expired', () => {
    const store = storeOf();
    const memory = uploadMemory(store, () => 0);
    memory.keep(one());
    memory.keep(one({ id: 'u2' }));
    memory.forget('u1');
    assert.deepEqual(
      memory.of('ada').map(({ id }) => id),
      ['u2'],
    );
    assert.deepEqual(uploadMemory(store, () => 13 * hour).of('ada'), []);
  });

  it('takes what it cannot read for nothing', () => {
    for (const text of ['', '{', '{}', '[1, null, {"id": "u1"}]']) {
      assert.deepEqual(uploadMemory(storeOf(text), () => 0).of('ada'), []);
    }
  });
});
