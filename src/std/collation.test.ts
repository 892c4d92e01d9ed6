import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fc, holds } from '../../test/support/chance.ts';
import { sortKey } from './collation.ts';

const compare = new Intl.Collator('und').compare;
const byKey = (a: string, b: string) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0);
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-,;:!?.()[]{}@*/&#%+<=>|~$äéÖñ';

it('orders Latin letters, digits and ASCII punctuation like the root collation', async ({ name }) => {
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
  await holds(
    'collation',
    name,
    fc.tuple(text, text),
    ([a, b]) => assert.equal(byKey(a, b), Math.sign(compare(a, b)), `${JSON.stringify(a)} and ${JSON.stringify(b)}`),
    { numRuns: 5000 },
  );
});
