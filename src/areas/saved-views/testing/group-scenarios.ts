import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const createGroup = 'POST /savedviews/groups';
const createTag = 'POST /savedviews/tags/';
const patchGroup = 'PATCH /savedviews/groups/{group}';
const patchTag = 'PATCH /savedviews/tags/{tag}';
const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"9"' };

const groups: readonly Scenario[] = [
  {
    name: 'a group',
    call: 'GET /savedviews/groups/{group}',
    as: 'visitor',
    status: 200,
    proves: ({ body, headers }, { p, group, twinId, makerId }) => {
      assert.deepEqual(body.group, {
        id: group,
        displayName: 'Inspection',
        shared: true,
        readOnly: false,
        _links: {
          twin: { href: `${p.baseUrl}/twins/${twinId}` },
          creator: { href: `${p.baseUrl}/accesscontrol/twins/${twinId}/members/${makerId}` },
          savedViews: { href: `${p.baseUrl}/savedviews?groupId=${group}` },
        },
      });
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'a group of little',
    call: createGroup,
    as: 'visitor',
    body: { twinId: '{twinId}', displayName: ' Night ' },
    status: 201,
    async proves({ body }, { p, visitor, owner }) {
      const { id, displayName, shared, readOnly } = body.group;
      assert.deepEqual([displayName, shared, readOnly], ['Night', false, false]);
      assert.deepEqual((await p.call(visitor, `GET /savedviews/groups/${id}`)).body, body);
      assert.equal((await p.call(owner, `GET /savedviews/groups/${id}`)).status, 404);
    },
  },
  {
    name: 'a group of a model, with a name that another has',
    call: createGroup,
    as: 'maker',
    body: { twinId: '{twinId}', modelId: '{model}', displayName: 'Inspection', shared: true, readOnly: true },
    status: 201,
    proves: ({ body }, { p, model }) => {
      assert.equal(body.group.readOnly, true);
      assert.deepEqual(body.group._links.model, { href: `${p.baseUrl}/models/${model}` });
    },
  },
  {
    name: 'a group of nothing',
    call: createGroup,
    as: 'maker',
    body: { shared: 1, readOnly: 'no', displayName: 'a<b' },
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['twinId', 'shared', 'readOnly', 'displayName'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot create group.'),
  },
  { name: 'a group of another type', call: createGroup, as: 'maker', body: 'x', headers: plain, status: 415 },
  {
    name: 'another name of a group',
    call: patchGroup,
    as: 'maker',
    body: { displayName: 'Checked', shared: false, readOnly: true },
    status: 200,
    proves: async ({ body }, { p, group, maker }) => {
      assert.deepEqual([body.group.displayName, body.group.shared, body.group.readOnly], ['Checked', false, true]);
      assert.deepEqual((await p.call(maker, `GET /savedviews/groups/${group}`)).body, body);
      assert.equal((await p.call(maker, `DELETE /savedviews/groups/${group}`)).status, 403, 'it is read-only now');
    },
  },
  { name: 'nothing new for a group', call: patchGroup, as: 'maker', body: {}, status: 200 },
  {
    name: 'a read-only group, by who manages',
    call: 'PATCH /savedviews/groups/{closedGroup}',
    as: 'manager',
    body: { readOnly: false },
    status: 200,
  },
  {
    name: 'what does not fit a group',
    call: patchGroup,
    as: 'maker',
    body: { displayName: 'a"b', shared: null },
    status: 422,
    targets: ['shared', 'displayName'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot update group.'),
  },
  { name: 'a group that changed', call: patchGroup, as: 'maker', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: patchGroup, as: 'maker', body: 'x', headers: plain, status: 415 },
  {
    name: 'a group with views, which stay',
    call: 'DELETE /savedviews/groups/{group}',
    as: 'maker',
    status: 204,
    async proves(_answer, { p, maker, group, view }) {
      assert.equal((await p.call(maker, `GET /savedviews/groups/${group}`)).status, 404);
      const { body } = await p.call(maker, `GET /savedviews/${view}`);
      assert.equal(body.savedView._links.group, undefined);
      assert.equal(body.savedView.lastModified, body.savedView.creationTime);
    },
  },
  { name: "another's group, by who manages", call: 'DELETE /savedviews/groups/{group}', as: 'manager', status: 204 },
  {
    name: 'a group to delete that changed',
    call: 'DELETE /savedviews/groups/{group}',
    as: 'maker',
    headers: stale,
    status: 412,
  },
];

const tags: readonly Scenario[] = [
  {
    name: 'a tag',
    call: 'GET /savedviews/tags/{tag}',
    as: 'visitor',
    status: 200,
    proves: ({ body }, { p, tag, twinId, makerId }) =>
      assert.deepEqual(body.tag, {
        id: tag,
        displayName: 'review',
        _links: {
          twin: { href: `${p.baseUrl}/twins/${twinId}` },
          creator: { href: `${p.baseUrl}/accesscontrol/twins/${twinId}/members/${makerId}` },
        },
      }),
  },
  {
    name: 'a new tag',
    call: createTag,
    as: 'visitor',
    body: { twinId: '{twinId}', displayName: 'hidden' },
    status: 201,
    async proves({ body }, { p, reader }) {
      assert.deepEqual((await p.call(reader, `GET /savedviews/tags/${body.tag.id}`)).body, body);
    },
  },
  {
    name: 'a tag of a model',
    call: createTag,
    as: 'maker',
    body: { twinId: '{twinId}', modelId: '{model}', displayName: 'x' },
    status: 201,
    proves: ({ body }, { p, model }) =>
      assert.deepEqual(body.tag._links.model, { href: `${p.baseUrl}/models/${model}` }),
  },
  {
    name: 'a tag of nothing',
    call: createTag,
    as: 'maker',
    body: { twinId: 'x' },
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['twinId', 'displayName'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot create tag.'),
  },
  { name: 'a tag of another type', call: createTag, as: 'maker', body: 'x', headers: plain, status: 415 },
  {
    name: "another name of another's tag, by who manages",
    call: patchTag,
    as: 'manager',
    body: { displayName: 'new' },
    status: 200,
  },
  { name: 'nothing new for a tag', call: patchTag, as: 'maker', body: {}, status: 200 },
  {
    name: 'a name that a tag may not have',
    call: patchTag,
    as: 'maker',
    body: { displayName: 'v1.0' },
    status: 422,
    targets: ['displayName'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot update tag.'),
  },
  { name: 'a tag that changed', call: patchTag, as: 'maker', body: {}, headers: stale, status: 412 },
  { name: 'a change of a tag of another type', call: patchTag, as: 'maker', body: 'x', headers: plain, status: 415 },
  { name: 'a tag that no view carries', call: 'DELETE /savedviews/tags/{freeTag}', as: 'maker', status: 204 },
  {
    name: 'a tag that a view carries',
    call: 'DELETE /savedviews/tags/{tag}',
    as: 'owner',
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['tagId'],
    proves: ({ body }) => {
      assert.equal(body.error.message, 'Cannot delete tag.');
      assert.equal(body.error.details[0].code, 'InvalidChange');
    },
  },
  {
    name: 'a tag to delete that changed',
    call: 'DELETE /savedviews/tags/{freeTag}',
    as: 'maker',
    headers: stale,
    status: 412,
  },
];

export const groupScenarios: readonly Scenario[] = [...groups, ...tags];
