import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesOf } from '../../src/api/names/names.ts';
import { wiredApp } from '../../src/start/served-apis.ts';
import { largestTable } from '../support/foreign-names.ts';

describe('a table with 2,000 names', () => {
  it('that gives every member, value and code another name is compiled without a fault, and all of it is used', async () => {
    const { apis, compileNames } = await wiredApp();
    const table = largestTable(apis.filter(({ at }) => at !== 'auth'));
    const count = Object.values(table).reduce((sum, names) => sum + Object.keys(names).length, 0);
    assert.ok(count >= 2000, `${count} names`);
    const { compiled, faults } = compileNames(JSON.stringify(table, undefined, 1));
    assert.deepEqual(faults, []);
    assert.ok(compiled);
    const { event } = namesOf(compiled, 'http://localhost');
    const content = { parentId: null, twinClass: 'Endeavor' };
    const told = event({ eventType: 'twins.twinUpdated.v1', content });
    assert.deepEqual(JSON.parse(JSON.stringify(told)), {
      q_eventType: 'zwillings.zwillingUpdated.v1',
      q_content: { q_parentId: null, q_twinClass: 'Endeavor' },
    });
  });
});
