import assert from 'node:assert/strict';
import { camera, emphasis } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const representation = { Prefer: 'return=representation' };
const patch = 'PATCH /savedviews/{view}';
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const reading: readonly Scenario[] = [
  {
    name: 'a view',
    call: 'GET /savedviews/{view}',
    as: 'visitor',
    status: 200,
    proves: ({ body, headers }, { p, view, group, tag, twinId, makerId }) => {
      const { creationTime, lastModified, ...rest } = body.savedView;
      const address = `${p.baseUrl}/savedviews/${view}`;
      assert.deepEqual(rest, {
        id: view,
        displayName: 'North facade',
        shared: true,
        tags: [{ id: tag, displayName: 'review' }],
        extensions: [{ extensionName: 'EmphasizeElements', href: `${address}/extensions/EmphasizeElements` }],
        savedViewData: camera,
        _links: {
          twin: { href: `${p.baseUrl}/twins/${twinId}` },
          creator: { href: `${p.baseUrl}/accesscontrol/twins/${twinId}/members/${makerId}` },
          group: { href: `${p.baseUrl}/savedviews/groups/${group}` },
          image: { href: `${address}/image?size=full` },
          thumbnail: { href: `${address}/image` },
        },
      });
      assert.match(view, /^A[A-Za-z0-9_-]{65}$/);
      assert.match(creationTime, time);
      assert.equal(lastModified, creationTime);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'a view with the data of its extensions',
    call: 'GET /SavedViews/{view}/',
    as: 'reader',
    headers: representation,
    status: 200,
    proves: ({ body, headers }, { p, view, twinId }) => {
      assert.equal(headers.get('preference-applied'), 'return=representation');
      const address = `${p.baseUrl}/savedviews`;
      assert.deepEqual(body.savedView.extensions, [
        {
          extensionName: 'EmphasizeElements',
          markdownUrl: address,
          schemaUrl: address,
          data: emphasis,
          _links: {
            savedView: { href: `${address}/${view}` },
            twin: { href: `${p.baseUrl}/twins/${twinId}` },
            self: { href: `${address}/${view}/extensions/EmphasizeElements` },
          },
        },
      ]);
    },
  },
  {
    name: 'a view of a model links to it',
    call: 'GET /savedviews/{modelView}',
    as: 'maker',
    status: 200,
    proves: ({ body }, { p, model }) =>
      assert.deepEqual(body.savedView._links.model, { href: `${p.baseUrl}/models/${model}` }),
  },
  { name: 'a private view, by its creator', call: 'GET /savedviews/{privateView}', as: 'maker', status: 200 },
  {
    name: 'an unchanged view is not sent again, until a tag of it has another name',
    call: 'PATCH /savedviews/tags/{tag}',
    as: 'maker',
    body: { displayName: 'reviewed' },
    status: 200,
    async proves(_answer, { p, view, tag, maker }) {
      const read = (etag?: string) =>
        p.call(maker, `GET /savedviews/${view}`, etag ? { headers: { 'If-None-Match': etag } } : {});
      const first = await read();
      assert.deepEqual(first.body.savedView.tags, [{ id: tag, displayName: 'reviewed' }]);
      const etag = first.headers.get('etag') ?? '';
      assert.equal((await read(etag)).status, 304);
      await p.call(maker, `PATCH /savedviews/tags/${tag}`, { body: { displayName: 'done' } });
      assert.equal((await read(etag)).status, 200);
    },
  },
];

const updating: readonly Scenario[] = [
  {
    name: 'another view altogether',
    call: patch,
    as: 'maker',
    body: {
      displayName: 'South',
      shared: false,
      savedViewData: { twinSheetView: { baseModelId: '0x1c', origin: [0, 0], delta: [1, 1], angle: 90 } },
      groupId: '{privateGroup}',
      tagIds: ['{freeTag}'],
      twinId: 'ignored',
      extensions: 'ignored',
    },
    status: 200,
    async proves({ body }, { p, maker, view, freeTag, privateGroup }) {
      const { savedView } = body;
      assert.deepEqual([savedView.displayName, savedView.shared], ['South', false]);
      assert.deepEqual(Object.keys(savedView.savedViewData), ['twinSheetView']);
      assert.deepEqual(savedView.tags, [{ id: freeTag, displayName: 'Alpha' }]);
      assert.ok(savedView._links.group.href.endsWith(privateGroup));
      assert.equal(savedView.extensions[0].data, emphasis, 'extensions stay');
      assert.ok(savedView.lastModified > savedView.creationTime);
      const read = await p.call(maker, `GET /savedviews/${view}`, { headers: representation });
      assert.deepEqual(read.body, body);
    },
  },
  {
    name: 'an empty change changes nothing',
    call: patch,
    as: 'maker',
    body: {},
    status: 200,
    proves: ({ body }) => assert.equal(body.savedView.lastModified, body.savedView.creationTime),
  },
  {
    name: 'out of the group, and without tags',
    call: patch,
    as: 'maker',
    body: { groupId: null, tagIds: [] },
    status: 200,
    proves: ({ body }) => {
      assert.equal(body.savedView._links.group, undefined);
      assert.deepEqual(body.savedView.tags, []);
    },
  },
  {
    name: "another's shared view, by who manages",
    call: patch,
    as: 'manager',
    body: { shared: false },
    status: 200,
    async proves(_answer, { p, manager, maker, view }) {
      assert.equal((await p.call(manager, `GET /savedviews/${view}`)).status, 404);
      assert.equal((await p.call(maker, `GET /savedviews/${view}`)).status, 200);
    },
  },
  {
    name: 'into a read-only group, by who manages',
    call: patch,
    as: 'manager',
    body: { groupId: '{closedGroup}' },
    status: 200,
    proves: ({ body }, { closedGroup }) => assert.ok(body.savedView._links.group.href.endsWith(closedGroup)),
  },
  {
    name: 'a view in a read-only group keeps its maker',
    call: 'PATCH /savedviews/{closedView}',
    as: 'maker',
    body: { displayName: 'Exit', groupId: '{closedGroup}' },
    status: 200,
  },
  {
    name: 'a group that others do not see is not shown to them',
    call: patch,
    as: 'maker',
    body: { groupId: '{privateGroup}' },
    status: 200,
    async proves(_answer, { p, view, reader, twinId }) {
      assert.equal((await p.call(reader, `GET /savedviews/${view}`)).body.savedView._links.group, undefined);
      const { savedViews } = (await p.call(reader, `GET /savedviews?twinId=${twinId}`)).body;
      const [shown] = savedViews.filter((one: { id: string }) => one.id === view);
      assert.equal(shown._links.group, undefined);
    },
  },
  {
    name: 'what does not fit',
    call: patch,
    as: 'maker',
    body: { displayName: '', savedViewData: {}, shared: null, tagIds: null, groupId: 4 },
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['savedViewData', 'groupId', 'displayName', 'shared', 'tagIds'],
    proves: ({ body }) => assert.equal(body.error.message, 'Cannot update savedview.'),
  },
  {
    name: 'a forbidden sign',
    call: patch,
    as: 'maker',
    body: { displayName: 'a>b' },
    status: 422,
    targets: ['displayName'],
  },
  {
    name: 'an unknown group',
    call: patch,
    as: 'maker',
    body: { groupId: 'nothing' },
    status: 422,
    targets: ['groupId'],
  },
  { name: 'an unknown tag', call: patch, as: 'maker', body: { tagIds: ['nothing'] }, status: 422, targets: ['tagIds'] },
  {
    name: 'a view that changed since it was read',
    call: patch,
    as: 'maker',
    body: { displayName: 'x' },
    headers: { 'If-Match': 'W/"9"' },
    status: 412,
  },
  {
    name: 'a body of another type',
    call: patch,
    as: 'maker',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];

const deleting: readonly Scenario[] = [
  {
    name: 'a view, by its maker',
    call: 'DELETE /savedviews/{view}',
    as: 'maker',
    status: 204,
    async proves(_answer, { p, maker, view, tag, group }) {
      assert.equal((await p.call(maker, `GET /savedviews/${view}`)).status, 404);
      assert.equal((await p.call(maker, `GET /savedviews/groups/${group}`)).status, 200);
      assert.equal((await p.call(maker, `DELETE /savedviews/tags/${tag}`)).status, 204, 'no view carries it any more');
    },
  },
  { name: "another's shared view, by who manages", call: 'DELETE /savedviews/{view}', as: 'manager', status: 204 },
  {
    name: 'a view in a read-only group, by who manages',
    call: 'DELETE /savedviews/{closedView}',
    as: 'manager',
    status: 204,
  },
  {
    name: 'a view that changed since it was read',
    call: 'DELETE /savedviews/{view}',
    as: 'maker',
    headers: { 'If-Match': 'W/"9"' },
    status: 412,
  },
];

export const viewScenarios: readonly Scenario[] = [...reading, ...updating, ...deleting];
