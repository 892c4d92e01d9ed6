import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameInWords } from './result-names.ts';

it('results of jobs are named in words, whatever people have called their data', () => {
  assert.equal(nameInWords('Yard - GLBC'), 'Yard, 3D Tiles');
  assert.equal(nameInWords('North - south - changesInModelB'), 'North - south, Added points');
  for (const name of ['Yard', 'Yard - May', 'Yard - constructor', ' - GLBC', 'GLBC'])
    assert.equal(nameInWords(name), name);
});
