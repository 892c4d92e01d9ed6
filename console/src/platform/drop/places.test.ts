import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Place, planOf } from './places.ts';
import type { FileKind } from './recognise.ts';

const all = () => true;
const plan = (kinds: readonly FileKind[], page: string, may: (place: Place) => boolean = all) => {
  const { groups, asks } = planOf(new Map(kinds.map((kind, n) => [new File([], `${n}`), kind])), page, may);
  return [groups.map(({ place, files }) => `${files.length} ${place}`).join(', '), asks];
};

describe('what is dropped on a page of a twin', () => {
  it('goes to Files unasked where nothing else reads it', () => {
    for (const page of ['', '/files', '/jobs']) assert.deepEqual(plan(['model', 'other'], page), ['2 files', false]);
  });

  it('goes unasked where there is one place for it, and together with what belongs to it', () => {
    assert.deepEqual(plan(['cloud', 'mesh'], ''), ['2 reality', false]);
    assert.deepEqual(plan(['cloud', 'other'], '/jobs'), ['1 reality, 1 files', false]);
    assert.deepEqual(plan(['epd'], ''), ['1 epds', false]);
    assert.deepEqual(plan(['bcf'], '/models'), ['1 forms', false]);
  });

  it('is asked about where it may be something else, unless the page says it', () => {
    assert.deepEqual(plan(['photo', 'photo'], ''), ['2 photos', true]);
    assert.deepEqual(plan(['photo'], '/capture'), ['1 photos', false]);
    assert.deepEqual(plan(['drawing'], '/files'), ['1 drawings', true]);
    assert.deepEqual(plan(['drawing'], '/drawings'), ['1 drawings', false]);
    assert.deepEqual(plan(['drawing'], '/capture'), ['1 drawings', true]);
  });

  it('is asked about in Files, and where it would go to several places', () => {
    assert.deepEqual(plan(['cloud'], '/files'), ['1 reality', true]);
    assert.deepEqual(plan(['cloud', 'epd'], ''), ['1 reality, 1 epds', true]);
  });

  it('goes to Files where the person may not bring it elsewhere', () => {
    assert.deepEqual(
      plan(['cloud', 'photo'], '', () => false),
      ['2 files', false],
    );
  });
});
