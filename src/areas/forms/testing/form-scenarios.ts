import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const list = 'GET /forms/?twinId={twinId}';
const create = 'POST /forms/';
const get = 'GET /forms/{open}';
const patch = 'PATCH /forms/{open}';
const patchClosed = 'PATCH /forms/{closed}';
const stale = { 'If-Match': 'W/"99"' };
const xml = { 'Content-Type': 'text/xml' };
const created = ['forms.formCreated.v1'];
const updated = ['forms.formUpdated.v1'];
const invalidForm = 'InvalidFormDataRequest';

export const formScenarios: readonly Scenario[] = [
  {
    name: 'forms of a twin, the newest first, page by page',
    call: `${list}&$top=2`,
    as: 'viewer',
    status: 200,
    async proves({ body }, { p, viewer, inspected, closed, open }) {
      const ids = ({ formDataInstances }: typeof body) => formDataInstances.map(({ id }: { id: string }) => id);
      const next = await p.call(viewer, `GET ${body._links.next.href}`);
      const all = [...ids(body), ...ids(next.body)];
      assert.deepEqual([...all].sort(), [inspected, closed, open].sort());
      assert.deepEqual([ids(body).length, next.body._links.next], [2, undefined]);
      const again = await p.call(viewer, `GET ${body._links.next.href}&$top=2`);
      assert.equal(again.status, 200);
      const other = await p.call(viewer, `GET ${body._links.next.href}&type=Issue`);
      assert.deepEqual([other.status, other.body.error.details[0].target], [422, 'continuationToken']);
    },
  },
  {
    name: 'forms of a type and a state',
    call: `${list}&type=Daily%20Log&state=closed`,
    as: 'viewer',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves({ body }, { closed, log }) {
      assert.deepEqual(
        body.formDataInstances.map((one: { id: string; formId: string; number: string; state: string }) => [
          one.id,
          one.formId,
          one.number,
          one.state,
        ]),
        [[closed, log, 'DL-00002', 'Closed']],
      );
    },
  },
  {
    name: 'a query without twin and with wrong values',
    call: 'GET /forms/?$top=51&state=Shut',
    as: 'viewer',
    status: 422,
    code: 'InvalidFormsRequest',
    targets: ['$top', 'twinId', 'state'],
  },
  { name: 'forms of a twin that nobody sees', call: list, as: 'stranger', status: 404, code: 'RepositoryNotFound' },
  { name: 'forms for a member without permission', call: list, as: 'visitor', status: 403 },
  {
    name: 'a new form, the body without Content-Type',
    call: create,
    as: 'creator',
    body: { formId: '{log}', subject: 'Pour', properties: { Weather: 'Dry' } },
    status: 201,
    raises: created,
    proves({ body, headers }, { creatorId }) {
      const { id, number, assignee, assignees, state, formId, subject, properties } = body.formData;
      assert.deepEqual(
        [number, state, formId, subject, properties],
        ['DL-00003', 'Open', undefined, 'Pour', { Weather: 'Dry' }],
      );
      assert.deepEqual([assignee.id, assignees], [creatorId, [{ ...assignee, isRole: false }]]);
      assert.ok(id.length === 43 && headers.get('location')?.endsWith(`/forms/${id}`));
    },
  },
  {
    name: 'a form of a definition that is shared into the twin',
    call: create,
    as: 'full',
    body: { formId: '{shared}', twinId: '{twinId}', assignee: null },
    status: 404,
    code: 'FormDefNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'formId'),
  },
  { name: 'a form of a foreign definition', call: create, as: 'stranger', body: { formId: '{log}' }, status: 404 },
  { name: 'a form by who may view only', call: create, as: 'viewer', body: { formId: '{log}' }, status: 403 },
  {
    name: 'a form of a definition that is a draft, with a wrong status',
    call: create,
    as: 'creator',
    body: { formId: '{draft}', status: 'Shut' },
    status: 422,
    code: invalidForm,
    targets: ['formId', 'status'],
  },
  {
    name: 'a form with wrong members',
    call: create,
    as: 'creator',
    body: {
      formId: '{log}',
      number: 'X',
      subject: 7,
      location: { latitude: 99, longitude: 0 },
      assignees: [{ id: 'x' }],
      properties: { 'a b': 1 },
    },
    status: 422,
    targets: ['subject', 'assignees[0].id', 'location.latitude', 'number', 'properties.a b'],
  },
  {
    name: 'a form with values that its controls do not take',
    call: create,
    as: 'creator',
    body: {
      formId: '{log}',
      assignee: { id: '{newGuid}' },
      properties: { Air__x0020__temperature: 'cold', Deliveries: [{ Volume: -1 }], Weather: null },
    },
    status: 422,
    code: invalidForm,
    targets: ['assignee.displayName', 'properties.Air__x0020__temperature', 'properties.Deliveries[0].Volume'],
  },
  {
    name: 'a form with values that its subject could not hold either',
    call: create,
    as: 'creator',
    body: {
      formId: '{log}',
      subject: 'a\0b',
      properties: {
        Weather: 'a\0b',
        Deliveries: [{ Note: 'half \ud83d' }],
        Unbound: { 'a\u0001': 1, fine: 'two\nlines\t' },
      },
    },
    status: 422,
    targets: ['subject', 'properties.Weather', 'properties.Deliveries[0].Note', 'properties.Unbound'],
  },
  {
    name: 'a form of another type',
    call: create,
    as: 'creator',
    body: 'x',
    headers: xml,
    status: 415,
  },
  {
    name: 'a form',
    call: get,
    as: 'viewer',
    status: 200,
    async proves({ body, headers }, { p, viewer, open, openGuid, log }) {
      const { formData } = body;
      assert.deepEqual(
        [formData.id, formData.formId, formData.displayName, formData.status, formData.properties],
        [open, log, 'DL-00001', 'Open', { Weather: 'Rain' }],
      );
      assert.match(headers.get('etag') ?? '', /^W\/"/);
      const bare = await p.call(viewer, `GET /forms/${openGuid}`);
      assert.equal(bare.body.formData.id, open);
      const first = { Accept: 'application/vnd.vendor.twin-platform.v1+json' };
      assert.equal(
        (await p.call(viewer, `GET /forms/${open}`, { headers: first })).body.formData.discipline,
        undefined,
      );
      assert.equal((await p.call(viewer, `GET /forms/${open}`)).body.formData.discipline, 'General Purpose');
    },
  },
  {
    name: 'a form for a member without permission',
    call: get,
    as: 'visitor',
    status: 404,
    code: 'FormDataNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'id'),
  },
  { name: 'a form of a stranger', call: 'GET /forms/{strangerForm}', as: 'full', status: 404 },
  {
    name: 'another subject',
    call: patch,
    as: 'creator',
    body: { subject: 'Deck pour, span 3', dueDate: '2025-03-05', location: { latitude: 1, longitude: 2 } },
    status: 200,
    raises: updated,
    async proves({ body }, { p, viewer, open }) {
      assert.equal(body.formData.dueDate, '2025-03-05T00:00:00.000Z');
      const trail = await p.call(viewer, `GET /forms/${open}/audit-trail-entries`);
      const [first] = trail.body.auditTrailEntries;
      assert.deepEqual(
        [first.action, first.changes.map(({ property }: { property: string }) => property)],
        ['Modified', ['Subject', 'DueDate', 'Location']],
      );
    },
  },
  {
    name: 'what changes nothing',
    call: patch,
    as: 'commenter',
    body: {},
    status: 403,
  },
  {
    name: 'the same once more',
    call: patch,
    as: 'assigner',
    body: { subject: 'Deck pour', properties: { Weather: 'Rain' }, number: 'DL-00001', status: 'Open' },
    status: 200,
    async proves({ body }, { p, viewer, open }) {
      const { createdDateTime, lastModifiedDateTime } = body.formData;
      assert.equal(lastModifiedDateTime, createdDateTime);
      const trail = await p.call(viewer, `GET /forms/${open}/audit-trail-entries`);
      assert.equal(trail.body.auditTrailEntries[0].action, 'File Attached');
    },
  },
  { name: 'a status by who may only fill in', call: patch, as: 'creator', body: { status: 'Closed' }, status: 403 },
  { name: 'an assignee by who may only fill in', call: patch, as: 'creator', body: { assignee: null }, status: 403 },
  { name: 'a subject by who may only assign', call: patch, as: 'assigner', body: { subject: 'x' }, status: 403 },
  {
    name: 'another assignee',
    call: patch,
    as: 'assigner',
    body: { assignee: null, assignees: [{ id: '{newGuid}', displayName: 'Somebody' }] },
    status: 200,
    raises: updated,
    proves({ body }, { newGuid }) {
      assert.equal(body.formData.assignee, undefined);
      assert.deepEqual(body.formData.assignees, [{ id: newGuid, displayName: 'Somebody', isRole: false }]);
    },
  },
  {
    name: 'closed with a note',
    call: patch,
    as: 'approver',
    body: { status: 'Closed', workflowNote: 'done' },
    status: 200,
    raises: updated,
    async proves({ body }, { p, full, open }) {
      assert.equal(body.formData.state, 'Closed');
      const [note] = (await p.call(full, `GET /forms/${open}/comments`)).body.comments;
      assert.deepEqual([note.text, note.workflowNoteFrom, note.workflowNoteTo], ['done', 'Open', 'Closed']);
      const trail = (await p.call(full, `GET /forms/${open}/audit-trail-entries`)).body.auditTrailEntries;
      assert.deepEqual([trail[0].action, trail[1].action], ['Closed', 'Status']);
      const reopened = await p.call(full, `PATCH /forms/${open}`, { body: { status: 'Open' } });
      assert.deepEqual(
        reopened.body.error.details.map(({ code, target }: { code: string; target: string }) => [code, target]),
        [['MissingRequiredProperty', 'workflowNote']],
      );
    },
  },
  {
    name: 'a note without another status, and a step that is none',
    call: patch,
    as: 'full',
    body: { workflowNote: 'x' },
    status: 422,
    code: invalidForm,
    targets: ['workflowNote'],
  },
  { name: 'a step that is none', call: patch, as: 'full', body: { status: 'Draft' }, status: 422, targets: ['status'] },
  {
    name: 'values of a closed form',
    call: patchClosed,
    as: 'full',
    body: { properties: { Weather: 'Dry' }, modelPin: { location: { x: 1, y: 2, z: 3 } } },
    status: 422,
    targets: ['properties.Weather'],
  },
  {
    name: 'the pin of a closed form',
    call: patchClosed,
    as: 'full',
    body: { modelPin: { location: { x: 1, y: 2, z: 3 } } },
    status: 200,
    raises: updated,
  },
  {
    name: 'values set back',
    call: patch,
    as: 'full',
    body: { properties: { Weather: null }, subject: null },
    status: 200,
    raises: updated,
    proves({ body }) {
      assert.deepEqual([body.formData.subject, 'Weather' in body.formData.properties], [undefined, false]);
    },
  },
  {
    name: 'what is read only, and two kinds of camera',
    call: patch,
    as: 'full',
    body: {
      number: 'X',
      formId: 'y',
      modelView: {
        cameraView: {
          viewPoint: { x: 0, y: 0, z: 0 },
          direction: { x: 1, y: 0, z: 0 },
          up: { x: 0, y: 0, z: 1 },
          fieldOfView: 60,
          viewToWorldScale: 2,
        },
      },
    },
    status: 422,
    code: invalidForm,
    targets: ['number', 'formId', 'modelView.cameraView'],
  },
  { name: 'a form that changed', call: patch, as: 'full', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: patch, as: 'full', body: 'x', headers: xml, status: 415 },
  { name: 'a form to change that is not there', call: 'PATCH /forms/{newGuid}', as: 'full', body: {}, status: 404 },
];
