import assert from 'node:assert/strict';
import { newForm } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const remove = 'DELETE /forms/{open}';
const audit = 'GET /forms/{open}/audit-trail-entries';
const stale = { 'If-Match': 'W/"99"' };

/** The end of a form, and what is known of its past. */
export const formPastScenarios: readonly Scenario[] = [
  {
    name: 'a form goes',
    call: remove,
    as: 'remover',
    status: 204,
    raises: ['forms.formDeleted.v1'],
    async proves(_answer, { p, full, remover, open, log }) {
      assert.equal((await p.call(full, `GET /forms/${open}`)).status, 404);
      assert.equal((await p.call(remover, `DELETE /forms/${open}`)).status, 404);
      const again = await newForm(p, full, log);
      assert.equal((await p.call(full, `GET /forms/${again}`)).body.formData.number, 'DL-00003');
    },
  },
  { name: 'a form to delete that changed', call: remove, as: 'full', headers: stale, status: 412 },
  { name: 'a form to delete by who may not', call: remove, as: 'creator', status: 403 },
  { name: 'a form to delete of a stranger', call: 'DELETE /forms/{strangerForm}', as: 'full', status: 404 },
  {
    name: 'the audit trail, the newest first',
    call: `${audit}?$top=3`,
    as: 'viewer',
    status: 200,
    async proves({ body }, { p, viewer, creatorId }) {
      const rest = await p.call(viewer, `GET ${body._links.next.href}`);
      const all = [...body.auditTrailEntries, ...rest.body.auditTrailEntries];
      assert.deepEqual(
        all.map(({ action }) => action),
        ['File Attached', 'Opened', 'Status', 'Assigned', 'Created'],
      );
      assert.equal(all[0].changeById, creatorId);
      assert.deepEqual(all[1].changes, [{ property: 'Closed', oldValue: null, newValue: 'False' }]);
    },
  },
  { name: 'a page of the trail that is none', call: `${audit}?$top=0`, as: 'viewer', status: 422, targets: ['$top'] },
  { name: 'the trail of a stranger', call: 'GET /forms/{strangerForm}/audit-trail-entries', as: 'full', status: 404 },
];
