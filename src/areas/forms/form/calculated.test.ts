import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, requireSuccess } from '../../../../test/support/platform.ts';
import { fixtureOf, peopleOf, withTemplates } from '../testing/fixture.ts';

const chain = Array.from({ length: 40 }, (_, at) => ({
  Calculated: { Binding: `V${at + 1}`, DisplayLabel: `Step ${at + 1}`, Formula: `concat([V${at}], [V${at}])` },
}));
const definition = JSON.stringify({ Form: { Controls: [{ TextBox: { Binding: 'V0' } }, ...chain] } });

eachPlatform(
  'calculated values of forms',
  (platform) => {
    it('that double forty times are left out, and the form says which and why', async () => {
      const { p, full, creator, twinId, draft } = await fixtureOf(await peopleOf(await platform()));
      const address = `/forms/form-definitions/${draft}`;
      requireSuccess(await p.call(full, `PUT ${address}/definition`, { body: { definition } }));
      requireSuccess(await p.call(full, `PATCH ${address}`, { body: { status: 'Approved' } }));
      const body = { formId: draft, properties: { V0: 'x'.repeat(4000) } };
      const { formData } = requireSuccess(await p.call(creator, 'POST /forms/', { body }));
      assert.deepEqual([formData.properties.V4.length, formData.properties.V5], [64_000, undefined]);
      const [fault] = formData.calculationFaults;
      assert.deepEqual(fault, {
        code: 'ValueTooLong',
        message: 'Step 5 has no value: it would have more than 65,536 characters.',
        target: 'properties.V5',
      });

      const shown = requireSuccess(await p.call(creator, `GET /forms/${formData.id}`)).formData;
      assert.deepEqual(shown.calculationFaults, formData.calculationFaults);
      const shorter = { body: { properties: { V0: '' } } };
      const changed = requireSuccess(await p.call(creator, `PATCH /forms/${formData.id}`, shorter)).formData;
      assert.deepEqual([changed.properties.V40, changed.calculationFaults], ['', undefined]);
      assert.equal((await p.call(creator, `GET /forms/?twinId=${twinId}`)).status, 200);
    });
  },
  withTemplates,
);
