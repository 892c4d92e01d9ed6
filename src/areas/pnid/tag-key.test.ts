import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tagKey } from './tag-key.ts';

it('tags are one, however they are spelled', () => {
  for (const spelled of ['P-101', 'p101', ' P 101 ', 'P_101', 'P–101', 'P - 101', 'Ｐ−101']) {
    assert.equal(tagKey(spelled), 'P101', spelled);
  }
  assert.equal(tagKey('P-101-a'), 'P101A');
  assert.equal(tagKey('HV--7'), 'HV7');
});

it('what parts two numbers counts', () => {
  assert.equal(tagKey('P-10-1'), 'P10-1');
  assert.equal(tagKey('P 10  1'), 'P10-1');
  assert.notEqual(tagKey('P-101'), tagKey('P-10-1'));
});

it('what has no letter or no digit is no tag, and a long text is none', () => {
  for (const text of ['', 'Wall', '345612', '-', `P-1${'0'.repeat(64)}`]) assert.equal(tagKey(text), undefined, text);
});
