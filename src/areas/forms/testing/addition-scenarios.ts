import assert from 'node:assert/strict';
import { readSheet } from 'read-excel-file/node';
import type { Scenario } from './run-scenarios.ts';

const table = 'GET /forms/table?twinId={twinId}';
const bulk = 'POST /forms/bulk';
const saved = 'POST /savedviews/';
const binary = { 'Content-Type': 'application/octet-stream' };
const bcfIn = 'POST /forms/bcf?twinId={twinId}&formDefinitionId={log}';
const view3d = { origin: [0, 0, 0], extents: [1, 1, 1] };

/** Additions: tables, several forms at once, saved views of forms, and what steps do besides. */
export const additionScenarios: readonly Scenario[] = [
  {
    name: 'forms as a table, the newest first',
    call: `${table}&type=Daily%20Log`,
    as: 'viewer',
    status: 200,
    proves({ body: text, headers }) {
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.ok(text.replace('\uFEFF', '').startsWith('Number,Type,Subject,Status,State,Assignee,'));
      const lines = text.replace('\uFEFF', '').trim().split('\r\n');
      assert.deepEqual(
        lines.slice(1).map((line: string) => line.split(',').slice(0, 5)),
        [
          ['DL-00002', 'Daily Log', 'Done', 'Closed', 'Closed'],
          ['DL-00001', 'Daily Log', 'Deck pour', 'Open', 'Open'],
        ],
      );
    },
  },
  {
    name: 'the forms of a definition with a column for each value',
    call: `${table}&formDefinitionId={log}&state=open`,
    as: 'viewer',
    status: 200,
    proves({ body: text }) {
      const [heads = '', line = ''] = text.split('\r\n');
      assert.ok(heads.endsWith(',ElementId,Weather,Air temperature,Checked,Deliveries'));
      assert.ok(line.endsWith(',Rain,,,'));
    },
  },
  {
    name: 'forms as a workbook',
    call: `${table}&format=xlsx`,
    as: 'viewer',
    status: 200,
    async proves(_answer, { p, viewer, twinId }) {
      const headers = { Authorization: `Bearer ${viewer.token}` };
      const answer = await fetch(`${p.baseUrl}/forms/table?twinId=${twinId}&format=xlsx`, { headers });
      const rows = await readSheet(Buffer.from(await answer.arrayBuffer()));
      assert.equal(rows.length, 4);
      assert.deepEqual(rows[0]?.slice(0, 3), ['Number', 'Type', 'Subject']);
      assert.ok(rows.some((row) => row[0] === 'DL-00001' && row[2] === 'Deck pour' && row[9] instanceof Date));
    },
  },
  { name: 'a table of another kind', call: `${table}&format=pdf`, as: 'viewer', status: 422, targets: ['format'] },
  {
    name: 'a table of no twin',
    call: 'GET /forms/table?state=Shut',
    as: 'viewer',
    status: 422,
    targets: ['twinId', 'state'],
  },
  { name: 'a table for a member without permission', call: table, as: 'visitor', status: 403 },
  { name: 'a table for a stranger', call: table, as: 'stranger', status: 404, code: 'RepositoryNotFound' },
  {
    name: 'several forms at once, each like its single request',
    call: bulk,
    as: 'creator',
    body: {
      operations: [
        { op: 'update', id: '{open}', body: { subject: 'Poured' } },
        { op: 'update', id: '{closed}', body: { status: 'Open', workflowNote: 'again' } },
        { op: 'update', id: '{open}', body: { number: 'X', subject: 7 } },
        { op: 'update', id: '{open}', body: { subject: 'Late' }, ifMatch: 'W/"1"' },
        { op: 'delete', id: '{open}' },
        { op: 'delete', id: '{newGuid}' },
        { op: 'update', id: '{strangerForm}', body: {} },
      ],
    },
    status: 200,
    raises: ['forms.formUpdated.v1'],
    async proves({ body }, { p, viewer, open }) {
      assert.deepEqual(
        body.results.map((one: { status: number; error?: { code: string } }) => [one.status, one.error?.code]),
        [
          [200, undefined],
          [403, 'InsufficientPermissions'],
          [422, 'InvalidFormDataRequest'],
          [412, 'PreconditionFailed'],
          [403, 'InsufficientPermissions'],
          [404, 'FormDataNotFound'],
          [404, 'FormDataNotFound'],
        ],
      );
      assert.deepEqual(
        body.results[2].error.details.map(({ target }: { target: string }) => target),
        ['subject', 'number'],
      );
      assert.equal((await p.call(viewer, `GET /forms/${open}`)).body.formData.subject, 'Poured');
    },
  },
  {
    name: 'several forms at once with many faults, of which a hundred are told in all, and one of each further refusal',
    call: bulk,
    as: 'creator',
    body: {
      operations: Array(100).fill({
        op: 'update',
        id: '{open}',
        body: { assignees: Array(20).fill({ id: 1 }) },
      }),
    },
    status: 200,
    proves({ body }) {
      const results: { status: number; error: { details: unknown[] } }[] = body.results;
      assert.ok(results.every(({ status }) => status === 422));
      const counts = results.map(({ error }) => error.details.length);
      const [first = 0] = counts;
      assert.ok(first >= 20);
      assert.equal(
        counts.slice(0, Math.floor(100 / first)).every((count) => count === first),
        true,
      );
      assert.deepEqual(counts.slice(Math.ceil(100 / first)), Array(100 - Math.ceil(100 / first)).fill(1));
    },
  },
  {
    name: 'several forms go at once',
    call: bulk,
    as: 'remover',
    body: {
      operations: [
        { op: 'delete', id: '{open}' },
        { op: 'delete', id: '{open}' },
      ],
    },
    status: 200,
    raises: ['forms.formDeleted.v1'],
    proves: ({ body }) =>
      assert.deepEqual(
        body.results.map(({ status }: { status: number }) => status),
        [204, 404],
      ),
  },
  {
    name: 'nothing at once',
    call: bulk,
    as: 'full',
    body: { operations: [] },
    status: 422,
    code: 'InvalidFormsRequest',
    targets: ['operations'],
  },
  {
    name: 'several forms of another type',
    call: bulk,
    as: 'full',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  {
    name: 'a form names a saved view that it may',
    call: 'PATCH /forms/{open}',
    as: 'full',
    body: { modelView: { savedViewId: 'nothing' } },
    status: 422,
    targets: ['modelView.savedViewId'],
    async proves(_answer, { p, full, viewer, creator, twinId, otherTwin, open, log }) {
      const made = async (twin: string, shared: boolean) => {
        const body = { twinId: twin, displayName: 'Place', shared, savedViewData: { twin3dView: view3d } };
        return (await p.call(full, saved, { body })).body.savedView.id;
      };
      const [shared, own, elsewhere] = [
        await made(twinId, true),
        await made(twinId, false),
        await made(otherTwin, true),
      ];
      const status = async (who: typeof full, savedViewId: string) =>
        (await p.call(who, `PATCH /forms/${open}`, { body: { modelView: { savedViewId } } })).status;
      assert.deepEqual(
        [
          await status(creator, shared),
          await status(creator, own),
          await status(full, own),
          await status(full, elsewhere),
        ],
        [200, 422, 200, 422],
      );
      assert.equal(
        (await p.call(creator, `PATCH /forms/${open}`, { body: { subject: 'The view stays' } })).status,
        200,
      );
      const body = { formId: log, modelView: { savedViewId: own } };
      assert.equal((await p.call(creator, 'POST /forms/', { body })).status, 422);
      assert.equal((await p.call(viewer, `GET /forms/${open}`)).body.formData.modelView.savedViewId, own);
    },
  },
  {
    name: 'a step that others may take, assigns and sets a date',
    call: 'PUT /forms/workflows/Daily%20Log?twinId={twinId}',
    as: 'full',
    body: {
      startStates: ['Open'],
      states: [
        { name: 'Open', color: null, editableProperties: [], stateCategory: 'Open' },
        { name: 'Check', color: null, editableProperties: [], stateCategory: 'Open' },
      ],
      transitions: [
        {
          displayName: 'Hand over',
          start: 'Open',
          end: 'Check',
          notes: 'None',
          permission: 'Forms_CreateAccess',
          dueInDays: 3,
          assign: [{ id: '{creatorId}', displayName: 'Whoever', isRole: false }],
        },
        { displayName: 'Back', start: 'Check', end: 'Open', notes: 'None' },
      ],
    },
    status: 200,
    async proves({ body }, { p, creator, creatorId, open }) {
      assert.equal(body.workflow.transitions[0].dueInDays, 3);
      const stepped = await p.call(creator, `PATCH /forms/${open}`, { body: { status: 'Check' } });
      assert.equal(stepped.status, 200);
      const { assignees, assignee, dueDate } = stepped.body.formData;
      assert.deepEqual([assignee.id, assignees.length, assignees[0].id], [creatorId, 1, creatorId]);
      assert.notEqual(assignees[0].displayName, 'Whoever');
      const days = (Date.parse(dueDate) - Date.now()) / 86_400_000;
      assert.ok(days > 2.9 && days < 3.1);
      const back = await p.call(creator, `PATCH /forms/${open}`, { body: { status: 'Open' } });
      assert.equal(back.status, 403);
    },
  },
  { name: 'forms as BCF', call: 'GET /forms/bcf?twinId={twinId}', as: 'viewer', status: 200 },
  {
    name: 'forms as BCF of version 2.1',
    call: 'GET /forms/bcf?twinId={twinId}&version=2.1',
    as: 'viewer',
    status: 200,
  },
  {
    name: 'BCF of another version',
    call: 'GET /forms/bcf?twinId={twinId}&version=1.0',
    as: 'viewer',
    status: 422,
    targets: ['version'],
  },
  { name: 'BCF of no twin', call: 'GET /forms/bcf', as: 'viewer', status: 422, targets: ['twinId'] },
  { name: 'BCF for a member without permission', call: 'GET /forms/bcf?twinId={twinId}', as: 'visitor', status: 403 },
  { name: 'BCF for a stranger', call: 'GET /forms/bcf?twinId={twinId}', as: 'stranger', status: 404 },
  { name: 'BCF comes', call: bcfIn, as: 'creator', body: 'x', headers: binary, status: 202 },
  {
    name: 'BCF for nothing',
    call: 'POST /forms/bcf?twinId={twinId}',
    as: 'creator',
    body: 'x',
    headers: binary,
    status: 422,
    code: 'InvalidFormsRequest',
    targets: ['formDefinitionId'],
  },
  {
    name: 'BCF for a foreign definition',
    call: `${bcfIn}x`,
    as: 'creator',
    body: 'x',
    headers: binary,
    status: 404,
    code: 'FormDefNotFound',
  },
  { name: 'BCF by who may view only', call: bcfIn, as: 'viewer', body: 'x', headers: binary, status: 403 },
  {
    name: 'BCF into a foreign twin',
    call: bcfIn,
    as: 'stranger',
    body: 'x',
    headers: binary,
    status: 404,
    code: 'RepositoryNotFound',
  },
];
