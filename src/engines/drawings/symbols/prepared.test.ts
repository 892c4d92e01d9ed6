import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicSet } from './basic.ts';
import { keptOf, preparedTemplates, templatesIn } from './prepared.ts';
import { type Template, templatesOf } from './template.ts';

/** With what they are asked for. */
const whole = (templates: readonly Template[] | undefined) =>
  templates?.map((template) => ({ ...template, hull: template.hull(), mask: Buffer.from(template.mask()) }));
const few = { ...basicSet, symbols: basicSet.symbols.filter((_, n) => n % 20 === 0) };

describe('templates that are kept', () => {
  it('are those that are made of the set', () => {
    assert.deepEqual(whole(templatesIn(keptOf(few), few)), whole(templatesOf(few)));
    assert.deepEqual(whole(preparedTemplates(few)), whole(templatesOf(few)));
  });

  it('are of every set with these symbols, and of no other', () => {
    const kept = keptOf(few);
    const [first, ...others] = few.symbols;
    assert.ok(first);
    assert.deepEqual(whole(templatesIn(kept, { ...few, id: 'own', version: 2 })), whole(templatesOf(few)));
    assert.equal(templatesIn(kept, { ...few, symbols: others }), undefined);
    assert.equal(templatesIn(kept, { ...few, symbols: [{ ...first, width: first.width + 1 }, ...others] }), undefined);
  });
});
