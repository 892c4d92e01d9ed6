import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addTextFormat } from './validator.ts';

it('a text format has one meaning: a second one of its name is refused, built-in ones too', () => {
  addTextFormat('only-here', () => true);
  for (const name of ['only-here', 'uuid', 'uri']) {
    assert.throws(() => addTextFormat(name, () => true), new RegExp(`two text formats '${name}'`));
  }
});
