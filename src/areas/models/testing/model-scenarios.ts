import assert from 'node:assert/strict';
import { eventually } from '../../../../test/support/eventually.ts';
import { houseFile, imported, rounded } from './files.ts';
import type { Scenario } from './run-scenarios.ts';

const names = (answer: { body: { models: { displayName: string }[] } }) =>
  answer.body.models.map((one) => one.displayName);

/** Models and their changesets. */
export const modelScenarios: readonly Scenario[] = [
  {
    name: 'the models of a twin by name, without recycled ones',
    call: 'GET /models/?twinId={twinId}',
    as: 'reader',
    status: 200,
    proves(answer, { twinId }) {
      assert.deepEqual(names(answer), ['house.ifc', 'waiting.ifc']);
      assert.match(answer.body._links.self.href, new RegExp(`/models\\?twinId=${twinId}&\\$skip=0&\\$top=100$`));
    },
  },
  {
    name: 'a page of those whose name has a text',
    call: 'GET /models?twinId={twinId}&$search=.IFC&$top=1',
    as: 'worker',
    status: 200,
    proves(answer) {
      assert.deepEqual(names(answer), ['house.ifc']);
      assert.match(answer.body._links.next.href, /\$search=.IFC&\$skip=1&\$top=1$/);
    },
  },
  {
    name: 'a list of no twin and an impossible page',
    call: 'GET /models/?$top=0',
    as: 'owner',
    status: 422,
    code: 'InvalidModelsRequest',
    targets: ['twinId', '$top'],
  },
  {
    name: 'a model shows its newest import and what the newest good one holds',
    call: 'GET /models/{house}',
    as: 'reader',
    status: 200,
    proves({ body: { model } }, { house, houseFileId, twinId, second }) {
      assert.deepEqual([model.id, model.twinId, model.fileId], [house, twinId, houseFileId]);
      assert.deepEqual([model.state, model.progress, model.changesetCount], ['Failed', null, 3]);
      assert.match(model.error.reason, /ends in the middle/);
      assert.equal(typeof model.error.line, 'number');
      assert.equal(model.latestChangesetId, second);
      assert.equal(model.elementCount, 5);
      assert.deepEqual(model.classes.map((one: { name: string; count: number }) => `${one.name} ${one.count}`).sort(), [
        'IfcBuilding 1',
        'IfcBuildingStorey 1',
        'IfcSite 1',
        'IfcWall 2',
      ]);
      assert.deepEqual(rounded(model.extents), [-3, -0.15, 0, 3, 0.15, 3]);
      assert.deepEqual(
        model.partitions.map((one: { id: string }) => one.id),
        ['0x1', '0x2', '0x3'],
      );
    },
  },
  {
    name: 'a model whose first import waits',
    call: 'GET /models/{waiting}',
    as: 'worker',
    status: 200,
    proves({ body: { model } }) {
      assert.deepEqual([model.state, model.progress, model.elementCount], ['Importing', null, null]);
      assert.deepEqual([model.latestChangesetId, model.extents, model.classes], [undefined, null, []]);
    },
  },
  {
    name: 'the changesets, newest last',
    call: 'GET /models/{house}/changesets',
    as: 'reader',
    status: 200,
    proves({ body: { changesets } }, { first, second, third, worker }) {
      assert.deepEqual(
        changesets.map((one: { id: string; index: number; parentId: string; state: string }) => [
          one.id,
          one.index,
          one.parentId,
          one.state,
        ]),
        [
          [first, 1, '', 'Ready'],
          [second, 2, first, 'Ready'],
          [third, 3, second, 'Failed'],
        ],
      );
      assert.equal(changesets[0].creatorId, worker.userId);
      assert.equal(changesets[1].size, houseFile(6).length);
    },
  },
  {
    name: 'a page of changesets',
    call: 'GET /models/{house}/changesets?$top=1&$skip=1',
    as: 'reader',
    status: 200,
    proves({ body }, { second }) {
      assert.deepEqual([body.changesets.length, body.changesets[0].id], [1, second]);
      assert.ok(body._links.next && body._links.prev);
    },
  },
  {
    name: 'an impossible page of changesets',
    call: 'GET /models/{house}/changesets?$top=x',
    as: 'reader',
    status: 422,
    code: 'InvalidModelsRequest',
    targets: ['$top'],
  },
  {
    name: 'one changeset by its index, with report and the bytes of that version',
    call: 'GET /models/{house}/changesets/1',
    as: 'worker',
    status: 200,
    async proves({ body: { changeset } }, { first }) {
      assert.equal(changeset.id, first);
      assert.deepEqual(changeset.report, {
        schema: 'IFC4',
        meshes: 2,
        triangles: 24,
        issueCount: 0,
        issues: [],
      });
      const content = await fetch(changeset._links.content.href);
      assert.equal(await content.text(), houseFile(5));
    },
  },
  {
    name: 'no address of the bytes for who may not read files',
    call: 'GET /models/{house}/changesets/{third}',
    as: 'reader',
    status: 200,
    proves({ body: { changeset } }) {
      assert.deepEqual([changeset.report, changeset._links.content], [null, undefined]);
    },
  },
  {
    name: 'a failed import is tried again, and fails again',
    call: 'POST /models/{house}/changesets/{third}/retry',
    as: 'manager',
    status: 202,
    async proves({ body: { changeset } }, { p, house, third, manager }) {
      assert.deepEqual([changeset.id, changeset.state, changeset.error], [third, 'Importing', undefined]);
      const changesets = await imported(p, manager, house);
      assert.match(changesets[2].error.reason, /ends in the middle/);
    },
  },
  ...['{first}', '2'].map(
    (which): Scenario => ({
      name: 'an import that did not fail is not tried again',
      call: `POST /models/{house}/changesets/${which}/retry`,
      as: 'worker',
      status: 409,
      code: 'DataConflict',
    }),
  ),
  {
    name: 'a waiting import is cancelled',
    call: 'POST /models/{waiting}/changesets/{waitingFirst}/cancel',
    as: 'worker',
    status: 202,
    async proves({ body: { changeset } }, { p, waiting, worker }) {
      assert.deepEqual([changeset.state, changeset.error], ['Failed', { reason: 'Cancelled.' }]);
      const { model } = (await p.call(worker, `GET /models/${waiting}`)).body;
      assert.deepEqual([model.state, model.error], ['Failed', { reason: 'Cancelled.' }]);
      await eventually(async () => {
        const { jobs } = (await p.call(worker, `GET /jobs?kind=models.import&state=Cancelled`)).body;
        assert.equal(jobs.length, 1);
      });
    },
  },
  {
    name: 'an import that has ended is not cancelled',
    call: 'POST /models/{house}/changesets/3/cancel',
    as: 'owner',
    status: 409,
    code: 'DataConflict',
  },
];
