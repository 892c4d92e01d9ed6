import assert from 'node:assert/strict';
import { workbookType } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';
import { letters, workbook } from './workbook.ts';

const groups = '/forms/twins/{twinId}/list-groups';
const put = `PUT ${groups}/{group}`;
const importOne = 'POST /forms/templates/import';
const workflow = 'GET /forms/workflows/Daily%20Log?twinId={twinId}';
const typed = { 'Content-Type': workbookType };
const stale = { 'If-Match': 'W/"99"', ...typed };
const xml = { 'Content-Type': 'text/xml' };
const tree = { A: { '1': {}, '2': {} }, B: { '3': {} } };
const gaps = await workbook([
  ['Letter', 'Number'],
  [null, 1],
]);

/** Templates, list groups and workflows. */
export const listScenarios: readonly Scenario[] = [
  {
    name: 'templates by name',
    call: 'GET /forms/templates?type=Other',
    as: 'stranger',
    status: 200,
    async proves({ body }, { p, stranger }) {
      assert.deepEqual(
        body.templates.map(({ name }: { name: string }) => name),
        ['Pictured', 'Safety Checklist'],
      );
      const every = (await p.call(stranger, 'GET /forms/templates')).body.templates;
      const names = every.map(({ name }: { name: string }) => name);
      assert.deepEqual(names, [...names].sort());
      assert.ok(names.includes('Daily Log') && names.includes('Pictured'));
    },
  },
  { name: 'templates of no type', call: 'GET /forms/templates?type=%01', as: 'stranger', status: 422 },
  {
    name: 'a template',
    call: importOne,
    as: 'full',
    body: { templateName: 'Daily Log', destinationTwinId: '{twinId}', displayName: 'Mine' },
    status: 200,
    proves({ body }) {
      const { id, status, displayName, errorStatus } = body.formDefinition;
      assert.deepEqual([id.length, status, displayName, errorStatus], [43, 'Approved', 'Mine', 'None']);
    },
  },
  {
    name: 'a template that is not there',
    call: importOne,
    as: 'full',
    body: { templateName: 'Nope', destinationTwinId: '{twinId}' },
    status: 404,
    code: 'TemplateNotFound',
    proves: ({ body }) => assert.equal(body.error.target, 'templateName'),
  },
  {
    name: 'a template for a twin that nobody sees',
    call: importOne,
    as: 'full',
    body: { templateName: 'Issue', destinationTwinId: '{strangerTwin}' },
    status: 404,
    code: 'RepositoryNotFound',
  },
  {
    name: 'a template by who may not',
    call: importOne,
    as: 'creator',
    body: { templateName: 'Issue', destinationTwinId: '{twinId}' },
    status: 403,
  },
  {
    name: 'a template without name',
    call: importOne,
    as: 'full',
    body: { destinationTwinId: 'x' },
    status: 422,
    code: 'InvalidFormDefinitionRequest',
    targets: ['templateName', 'destinationTwinId'],
  },
  { name: 'a template of another type', call: importOne, as: 'full', body: 'x', headers: xml, status: 415 },
  {
    name: 'list groups by name',
    call: `GET ${groups}?search=LETT`,
    as: 'viewer',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves({ body }, { group }) {
      const [{ createdDateTime: _, version = 1, ...one }] = body.listGroups;
      assert.deepEqual(one, { id: group, displayName: 'Letters', lists: ['Letter', 'Number'], optionsTree: tree });
      assert.equal(version, 1);
    },
  },
  { name: 'a page of list groups that is none', call: `GET ${groups}?$top=0`, as: 'viewer', status: 422 },
  { name: 'list groups for a member without permission', call: `GET ${groups}`, as: 'visitor', status: 403 },
  {
    name: 'list groups of a stranger',
    call: 'GET /forms/twins/{strangerTwin}/list-groups',
    as: 'full',
    status: 404,
    code: 'RepositoryNotFound',
  },
  {
    name: 'a list group of a definition',
    call: 'GET /forms/form-definitions/{log}/list-groups/{group}',
    as: 'viewer',
    status: 200,
    proves({ body, headers }) {
      const { optionsTree, version = 1 } = body.listGroup;
      assert.deepEqual([optionsTree, headers.get('etag')], [tree, `W/"${version}"`]);
    },
  },
  {
    name: 'a list group of another twin',
    call: 'GET /forms/form-definitions/{log}/list-groups/{strangerGroup}',
    as: 'viewer',
    status: 404,
    code: 'ListGroupNotFound',
  },
  {
    name: 'a list group of a definition of a stranger',
    call: 'GET /forms/form-definitions/{log}/list-groups/{group}',
    as: 'stranger',
    status: 404,
    code: 'FormDefNotFound',
  },
  {
    name: 'other lists',
    call: put,
    as: 'full',
    body: await workbook([['Colour'], ['Red'], ['Blue']]),
    headers: typed,
    status: 200,
    proves({ body }) {
      const { displayName, lists, optionsTree } = body.listGroup;
      assert.deepEqual([displayName, lists, optionsTree], ['Letters', ['Colour'], { Red: {}, Blue: {} }]);
    },
  },
  {
    name: 'a new list group',
    call: `PUT ${groups}/{newGuid}`,
    as: 'full',
    body: letters,
    headers: typed,
    status: 200,
    proves({ body }, { newGuid }) {
      assert.deepEqual([body.listGroup.displayName, body.listGroup.optionsTree], [newGuid, tree]);
    },
  },
  {
    name: 'lists with a gap',
    call: put,
    as: 'full',
    body: gaps,
    headers: typed,
    status: 422,
    code: 'InvalidListGroupRequest',
    targets: ['file'],
    proves: ({ body }) => assert.match(body.error.details[0].message, /^Row 2:/),
  },
  {
    name: 'lists that are no workbook',
    call: put,
    as: 'full',
    body: 'text',
    headers: typed,
    status: 422,
    targets: ['file'],
  },
  { name: 'lists that changed', call: put, as: 'full', body: letters, headers: stale, status: 412 },
  { name: 'lists of another type', call: put, as: 'full', body: 'x', headers: xml, status: 415 },
  { name: 'lists by who may not', call: put, as: 'creator', body: letters, headers: typed, status: 403 },
  {
    name: 'lists that are too large',
    call: put,
    as: 'full',
    body: new Uint8Array(5 * 2 ** 20 + 1),
    headers: typed,
    status: 413,
  },
  {
    name: 'a list group with no GUID',
    call: `PUT ${groups}/x`,
    as: 'full',
    body: letters,
    headers: typed,
    status: 404,
    code: 'ListGroupNotFound',
  },
  {
    name: 'lists of a stranger',
    call: 'PUT /forms/twins/{strangerTwin}/list-groups/{group}',
    as: 'full',
    body: letters,
    headers: typed,
    status: 404,
    code: 'RepositoryNotFound',
  },
  {
    name: 'a workflow',
    call: workflow,
    as: 'viewer',
    status: 200,
    proves({ body }) {
      const { startStates, states, transitions } = body.workflow;
      assert.deepEqual([startStates, states.length, transitions[1].notes], [['Open'], 2, 'Required']);
    },
  },
  {
    name: 'no workflow',
    call: 'GET /forms/workflows/a%2Fb?twinId={twinId}',
    as: 'viewer',
    status: 404,
    code: 'WorkflowNotFound',
  },
  { name: 'a workflow of no twin', call: 'GET /forms/workflows/Issue', as: 'viewer', status: 422, targets: ['twinId'] },
  { name: 'a workflow for a member without permission', call: workflow, as: 'visitor', status: 403 },
  { name: 'a workflow for a stranger', call: workflow, as: 'stranger', status: 404, code: 'RepositoryNotFound' },
];
