import assert from 'node:assert/strict';
import { smallPicture } from '../../../../test/support/world-things.ts';
import type { Scenario } from './run-scenarios.ts';

const all = '/forms/form-definitions';
const layout = { Form: { Controls: [{ TextBox: { Binding: 'Answer' } }] } };
const twice = { Form: { Controls: [{ TextBox: { Binding: 'A' } }, { TextBox: { Binding: 'A' } }] } };
const create = `POST ${all}`;
const replace = `PUT ${all}/{draft}/definition`;
const image = `PUT ${all}/{draft}/static-images/3`;
const workflow = '/forms/workflows/Inspection?twinId={twinId}';
const logPlace = '/forms/workflows/Daily%20Log?twinId={twinId}';
const logWorkflow = `DELETE ${logPlace}`;
const stale = { 'If-Match': 'W/"99"' };
const xml = { 'Content-Type': 'text/xml' };
const png = { 'Content-Type': 'image/png' };
const picture = new Uint8Array(await smallPicture());
const named = { twinId: '{twinId}', displayName: 'Survey', type: 'Survey' };
const state = (name: string, stateCategory = 'Open') => ({
  name,
  color: '#00ff00',
  editableProperties: ['subject'],
  stateCategory,
});
const steps = {
  startStates: ['New'],
  states: [state('New'), state('Passed', 'Closed')],
  transitions: [{ displayName: 'Pass', start: 'New', end: 'Passed', notes: 'None' }],
};

/** Additions: definitions and workflows that people make. */
export const changeScenarios: readonly Scenario[] = [
  {
    name: 'a new definition',
    call: create,
    as: 'full',
    body: { ...named, definition: layout },
    status: 201,
    async proves({ body, headers }, { p, full }) {
      const { id, status, errorStatus, discipline } = body.formDefinition;
      assert.deepEqual([status, errorStatus, discipline], ['Draft', 'None', 'General Purpose']);
      assert.ok(headers.get('location')?.endsWith(`/forms/form-definitions/${id}`));
      const got = await p.call(full, `GET /forms/form-definitions/${id}`);
      assert.deepEqual(JSON.parse(got.body.formDefinition.definition), layout);
    },
  },
  {
    name: 'a new definition with errors',
    call: create,
    as: 'full',
    body: { ...named, definition: JSON.stringify(twice) },
    status: 201,
    async proves({ body }, { p, full }) {
      const { id, errorStatus } = body.formDefinition;
      assert.equal(errorStatus, 'Error');
      const approved = await p.call(full, `PATCH /forms/form-definitions/${id}`, { body: { status: 'Approved' } });
      assert.deepEqual([approved.status, approved.body.error.details[0].target], [422, 'status']);
    },
  },
  {
    name: 'a definition without layout',
    call: create,
    as: 'full',
    body: { twinId: 'x' },
    status: 422,
    targets: ['twinId', 'displayName', 'type', 'definition'],
  },
  {
    name: 'a definition by who may not',
    call: create,
    as: 'creator',
    body: { ...named, definition: layout },
    status: 403,
  },
  {
    name: 'a definition in a twin of a stranger',
    call: create,
    as: 'stranger',
    body: { ...named, definition: layout },
    status: 404,
  },
  { name: 'a new definition of another type', call: create, as: 'full', body: 'x', headers: xml, status: 415 },
  {
    name: 'another layout',
    call: replace,
    as: 'full',
    body: { definition: layout },
    status: 200,
    async proves(_answer, { p, viewer, draft }) {
      const { body } = await p.call(viewer, `GET /forms/form-definitions/${draft}/versions`);
      assert.deepEqual(
        body.versions.map(({ version }: { version: number }) => version),
        [2],
      );
    },
  },
  {
    name: 'a layout of an approved definition',
    call: `PUT ${all}/{log}/definition`,
    as: 'full',
    body: { definition: layout },
    status: 409,
    code: 'FormDefinitionNotEditable',
  },
  { name: 'no layout', call: replace, as: 'full', body: {}, status: 422, targets: ['definition'] },
  {
    name: 'a layout that changed',
    call: replace,
    as: 'full',
    body: { definition: layout },
    headers: stale,
    status: 412,
  },
  { name: 'a layout of another type', call: replace, as: 'full', body: 'x', headers: xml, status: 415 },
  { name: 'a layout by who may not', call: replace, as: 'creator', body: { definition: layout }, status: 403 },
  { name: 'a layout of a stranger', call: replace, as: 'stranger', body: { definition: layout }, status: 404 },
  {
    name: 'the layout that a form was made with, whatever became of it',
    call: 'GET /forms/{open}/form-definition',
    as: 'viewer',
    status: 200,
    async proves({ body }, { p, full, viewer, open, log }) {
      const former = body.formDefinition.definition;
      assert.deepEqual([body.formDefinition.id, former.includes('Weather')], [log, true]);
      await p.call(full, `PATCH ${all}/${log}`, { body: { status: 'Maintenance' } });
      await p.call(full, `PUT ${all}/${log}/definition`, { body: { definition: layout } });
      const again = await p.call(viewer, `GET /forms/${open}/form-definition`);
      assert.deepEqual(
        [again.body.formDefinition.definition, again.body.formDefinition.status],
        [former, 'Maintenance'],
      );
    },
  },
  {
    name: 'the layout of a form for a member without permission',
    call: 'GET /forms/{open}/form-definition',
    as: 'visitor',
    status: 404,
    code: 'FormDataNotFound',
  },
  {
    name: 'versions of a layout',
    call: `GET ${all}/{log}/versions`,
    as: 'viewer',
    status: 200,
    proves: ({ body }) => assert.equal(body.versions[0].createdBy, 'Ada Larsen'),
  },
  { name: 'versions for a member without permission', call: `GET ${all}/{log}/versions`, as: 'visitor', status: 404 },
  { name: 'a picture', call: image, as: 'full', body: picture, headers: png, status: 201 },
  { name: 'a picture that is none', call: image, as: 'full', body: 'x', headers: png, status: 422, targets: ['file'] },
  { name: 'a picture of another type', call: image, as: 'full', body: 'x', headers: xml, status: 415 },
  {
    name: 'a picture without number',
    call: `PUT ${all}/{draft}/static-images/x`,
    as: 'full',
    body: picture,
    headers: png,
    status: 404,
    code: 'ImageNotFound',
  },
  { name: 'a picture by who may not', call: image, as: 'creator', body: picture, headers: png, status: 403 },
  {
    name: 'a picture of a stranger',
    call: image,
    as: 'stranger',
    body: picture,
    headers: png,
    status: 404,
    code: 'FormDefNotFound',
  },
  {
    name: 'a workflow, which forms of before enter at its beginning',
    call: `PUT ${workflow}`,
    as: 'full',
    body: steps,
    status: 200,
    async proves(_answer, { p, full, inspected }) {
      const step = (status: string) => p.call(full, `PATCH /forms/${inspected}`, { body: { status } });
      assert.deepEqual([(await step('Passed')).status, (await step('New')).status], [422, 200]);
      assert.equal((await step('Passed')).body.formData.state, 'Closed');
      p.takeEvents();
    },
  },
  {
    name: 'a workflow with states that are none',
    call: `PUT ${workflow}`,
    as: 'full',
    body: { ...steps, startStates: ['Old'], states: [state('New'), state('New')] },
    status: 422,
    code: 'InvalidWorkflowRequest',
    targets: ['states[1].name', 'startStates[0]', 'transitions[0].end'],
  },
  {
    name: 'a workflow that somebody else has changed since',
    call: `PUT ${logPlace}`,
    as: 'full',
    body: steps,
    headers: stale,
    status: 412,
    onBoth: true,
    async proves(_answer, { p, full, creator, twinId }) {
      const path = logPlace.replace('{twinId}', twinId);
      const tag = async () => (await p.call(creator, `GET ${path}`)).headers.get('etag') ?? 'nothing';
      const put = async (displayName: string, given: string) => {
        const transitions = steps.transitions.map((one) => ({ ...one, displayName }));
        const headers = { 'If-Match': given };
        return (await p.call(full, `PUT ${path}`, { body: { ...steps, transitions }, headers })).status;
      };
      const first = await tag();
      const atOnce = await Promise.all(['Pass', 'Let pass', 'Accept'].map((name) => put(name, first)));
      assert.deepEqual(atOnce.toSorted(), [200, 412, 412]);
      const second = await tag();
      assert.deepEqual([await put('Pass', second), await put('None', 'none')], [200, 412]);
      const remove = async (given: string) =>
        (await p.call(full, `DELETE ${path}`, { headers: { 'If-Match': given } })).status;
      const third = await tag();
      assert.deepEqual([await remove(second), await remove(third), await remove(third)], [412, 204, 404]);
      // one made anew is another, however often it was changed
      assert.deepEqual(
        [await put('Pass', third), await put('Pass', '"none"'), await put('Pass', first)],
        [412, 200, 412],
      );
    },
  },
  {
    name: 'a workflow goes that somebody else has changed since',
    call: logWorkflow,
    as: 'full',
    headers: stale,
    status: 412,
  },
  { name: 'a workflow of another type', call: `PUT ${workflow}`, as: 'full', body: 'x', headers: xml, status: 415 },
  { name: 'a workflow by who may not', call: `PUT ${workflow}`, as: 'creator', body: steps, status: 403 },
  { name: 'a workflow in a twin of a stranger', call: `PUT ${workflow}`, as: 'stranger', body: steps, status: 404 },
  { name: 'a workflow goes', call: logWorkflow, as: 'full', status: 204 },
  {
    name: 'a workflow that is not there',
    call: `DELETE ${workflow}`,
    as: 'full',
    status: 404,
    code: 'WorkflowNotFound',
  },
  { name: 'a workflow to delete without twin', call: 'DELETE /forms/workflows/Issue', as: 'full', status: 422 },
  { name: 'a workflow to delete by who may not', call: logWorkflow, as: 'creator', status: 403 },
  {
    name: 'a workflow to delete for a stranger',
    call: logWorkflow,
    as: 'stranger',
    status: 404,
    code: 'RepositoryNotFound',
  },
];
