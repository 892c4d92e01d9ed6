import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOf, seedOf } from '../../../../test/support/chance.ts';
import { cameraIn, cameraText, modelIds, sectionIn, sectionText, shownIn, shownTexts } from './look-address.ts';

const ids = (numbers: readonly number[]) => new Set(numbers.map((number) => `0x${number.toString(16)}`));

describe('what an address keeps of a picture', () => {
  it('is the camera and the section box, to the millimetre', () => {
    const pose = { eye: [1.23456, -20, 3], target: [0.5, 0, 1e-9], fov: 50 } as const;
    assert.equal(cameraText(pose), '1.235,-20,3,0.5,0,0,50');
    assert.deepEqual(cameraIn(cameraText(pose)), { eye: [1.235, -20, 3], target: [0.5, 0, 0], fov: 50 });
    const box = { low: [0, -1.5, 2], high: [4, 5, 6] } as const;
    assert.deepEqual(sectionIn(sectionText(box)), box);
    assert.equal(sectionText(undefined), undefined);
  });

  it('is nothing where the text is none', () => {
    for (const text of [undefined, '', '1,2,3', 'a,b,c,d,e,f,50', '1,2,3,4,5,6,', '1,2,3,4,5,6,900', '1,2,3,4,5,6,7,8'])
      assert.equal(cameraIn(text), undefined);
    for (const text of ['1,2,3,4,5', '1,2,3,4,5,x']) assert.equal(sectionIn(text), undefined);
  });

  it('is what is hidden and shown alone, in runs', () => {
    const hidden = ids([4096, 4097, 4098, 5000, 4200]);
    assert.equal(modelIds.textOf(hidden), '35s.3_2t_m7');
    assert.deepEqual(new Set(modelIds.idsIn('35s.3_2t_m7')), hidden);
    assert.deepEqual(modelIds.idsIn('1.zzzzzzzzz'), []);
    assert.deepEqual(shownIn({}, modelIds), { hidden: new Set() });
    const texts = shownTexts({ hidden, only: new Set() }, modelIds);
    assert.deepEqual(texts, { hidden: '35s.3_2t_m7', only: 'none', isWhole: true });
    assert.deepEqual(shownIn({ hidden: '35s.3_2t_m7', only: 'none' }, modelIds), { hidden, only: new Set() });
  });

  it('comes back for any set, and says when it is too long for an address', () => {
    const { whole } = chanceOf(seedOf('look addresses'));
    for (let round = 0; round < 50; round++) {
      const numbers = Array.from({ length: round * 3 }, () => whole(4096, 6095));
      assert.deepEqual(new Set(modelIds.idsIn(modelIds.textOf(ids(numbers)))), ids(numbers));
    }
    const many = ids(Array.from({ length: 5000 }, (_, n) => 4096 + 2 * n));
    const texts = shownTexts({ hidden: many }, modelIds);
    assert.deepEqual(texts, { hidden: undefined, only: undefined, isWhole: false });
  });
});
