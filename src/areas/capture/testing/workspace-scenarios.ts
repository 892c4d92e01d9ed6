import assert from 'node:assert/strict';
import { prefix } from '../api.ts';
import { api, workspaces } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const data = '/reality-management/reality-data';

const invalid = (name: string, body: unknown, targets: readonly string[], message: string): Scenario => ({
  name: `a workspace ${name}`,
  call: `POST ${workspaces}`,
  as: 'surveyor',
  body,
  status: 422,
  targets,
  code: 'InvalidCaptureRequest',
  proves: (answer) => assert.equal(answer.body.error.details[0].message, message),
});

export const workspaceScenarios: readonly Scenario[] = [
  {
    name: 'the limit of engines',
    call: `GET ${prefix}/limits/engines`,
    as: 'stranger',
    status: 200,
    proves: ({ body: { enginesLimit } }) => assert.ok(enginesLimit.maxEngines >= 1),
  },
  {
    name: 'the limit of engines of a twin',
    call: `GET ${prefix}/limits/engines?twinId={twinId}`,
    as: 'visitor',
    status: 200,
  },
  {
    name: 'a workspace, which is reality data, too',
    call: `POST ${workspaces}`,
    as: 'maker',
    body: { name: 'North', twinId: '{twinId}' },
    status: 201,
    async proves({ body: { workspace } }, { p, viewer, twinId }) {
      const { id, createdDateTime, ...facts } = workspace;
      assert.deepEqual(facts, { name: 'North', twinId, captureVersion: '2023.0' });
      assert.ok(createdDateTime);
      const { realityData } = (await p.call(viewer, `GET ${data}/${id}`)).body;
      assert.deepEqual([realityData.displayName, realityData.type], ['North', 'Unstructured']);
      const listed = (await p.call(viewer, `GET ${data}?twinId=${twinId}`)).body.realityData;
      assert.ok(
        listed.every((one: { id: string }) => one.id !== id),
        'lists leave it out',
      );
    },
  },
  {
    name: 'a workspace without a twin',
    call: `POST ${workspaces}`,
    as: 'stranger',
    body: { name: 'x'.repeat(256), captureVersion: '20.1' },
    status: 201,
    proves({ body: { workspace } }) {
      assert.deepEqual([workspace.twinId, workspace.captureVersion], [undefined, '20.1']);
    },
  },
  invalid('without a name', { twinId: '{twinId}' }, ['name'], 'The Name field is required.'),
  invalid('with a long name', { name: 'x'.repeat(257) }, ['name'], "Name is over '256' length limit."),
  invalid('in no twin', { name: 'x', twinId: 'x' }, ['twinId'], "Invalid 'twinId' parameter."),
  {
    name: 'a workspace is read',
    call: `GET ${workspaces}/{workspace}`,
    as: 'viewer',
    status: 200,
    proves: ({ body: { workspace } }) => assert.equal(workspace.name, 'Bridge'),
  },
  { name: 'a workspace of one’s own is read', call: `GET ${workspaces}/{private}`, as: 'maker', status: 200 },
  {
    name: 'a workspace is deleted with the jobs in it that have not ended',
    call: `DELETE ${workspaces}/{workspace}`,
    as: 'maker',
    status: 204,
    raises: ['realityModeling.jobCompleted.v1', 'storage.fileDeleted.v1'],
    async proves(_, { p, viewer, workspace, job, active, ended }) {
      const state = async (id: string) => (await p.call(viewer, `GET ${api}/${id}`)).body.job?.state;
      assert.deepEqual(
        [await state(job), await state(active), await state(ended)],
        [undefined, 'cancelled', 'cancelled'],
      );
      assert.equal((await p.call(viewer, `GET ${workspaces}/${workspace}`)).status, 404);
      assert.equal((await p.call(viewer, `GET ${data}/${workspace}`)).status, 404);
      assert.equal((await p.call(viewer, `GET ${api}/${ended}`)).body.job.workspaceId, workspace);
    },
  },
  { name: 'a workspace of one’s own is deleted', call: `DELETE ${workspaces}/{private}`, as: 'maker', status: 204 },
];
