import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wants } from '../../console/src/analysis/wants.ts';
import { typesOfV1 } from '../../src/areas/reality-analysis/job/types-v1.ts';
import { typesOfV2 } from '../../src/areas/reality-analysis/job/types-v2.ts';

/* What the console offers to find out is what the server can be asked for. */

describe('analyses that the console offers', () => {
  for (const want of wants) {
    it(`${want.title}: its type knows its inputs, outputs and settings`, () => {
      const types = want.version === 1 ? typesOfV1 : typesOfV2;
      const type = types.find(({ name }) => name === want.type);
      assert.ok(type, want.type);
      const inputs = [...want.inputs.map(({ role }) => role), ...(want.detector ? [want.detector.role] : [])];
      const spellings = type.roles.flatMap((role) => role.spellings);
      assert.deepEqual(
        inputs.filter((role) => !spellings.includes(role)),
        [],
      );
      const outputs = [...want.outputs, ...want.inputs.flatMap(({ adds = [] }) => adds)];
      assert.deepEqual(
        outputs.filter((name) => type.outputs[name] === undefined),
        [],
      );
      const options = type.options.flatMap((one) => one.spellings);
      assert.deepEqual(
        want.settings.map(({ option }) => option).filter((option) => !options.includes(option)),
        [],
      );
      const lacking = type.roles.filter(
        ({ required, spellings: of }) => required && !of.some((one) => inputs.includes(one)),
      );
      assert.deepEqual(lacking, []);
      if (want.detector) assert.equal(type.detector, want.detector.type);
    });
  }
});
