import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { camera, emphasis } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const list = 'GET /savedviews/?twinId={twinId}';
const names = ({ body }: Answer): string[] =>
  body.savedViews.map(({ displayName }: { displayName: string }) => displayName);
const shows = (...expected: string[]) => ({ proves: (answer: Answer) => assert.deepEqual(names(answer), expected) });
const links = ({ body }: Answer) =>
  Object.fromEntries(
    Object.entries(body._links as Record<string, { href: string }>).map(([name, { href }]) => [
      name,
      new URL(href).search,
    ]),
  );

const views: readonly Scenario[] = [
  {
    name: 'by name without case; what is private for its creator',
    call: list,
    as: 'maker',
    status: 200,
    proves(answer, { p, twinId }) {
      assert.deepEqual(names(answer), ['Atrium', 'Basement', 'Column', 'Deck', 'entrance', 'North facade']);
      const { savedViews, _links } = answer.body;
      const last = savedViews.at(-1);
      assert.equal(last.savedViewData, undefined);
      assert.deepEqual(Object.keys(last.extensions[0]), ['extensionName', 'href']);
      assert.equal(last.tags[0].displayName, 'review');
      assert.deepEqual(_links, { self: { href: `${p.baseUrl}/savedviews?twinId=${twinId}&$skip=0&$top=100` } });
    },
  },
  {
    name: 'for others',
    call: list,
    as: 'reader',
    status: 200,
    ...shows('Atrium', 'Column', 'Deck', 'entrance', 'North facade'),
  },
  {
    name: 'without those of models',
    call: list,
    as: 'visitor',
    status: 200,
    ...shows('Atrium', 'Deck', 'entrance', 'North facade'),
  },
  {
    name: 'with their data',
    call: list,
    as: 'reader',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves: ({ body }) => {
      const last = body.savedViews.at(-1);
      assert.deepEqual(last.savedViewData, camera);
      assert.equal(last.extensions[0].data, emphasis);
      assert.deepEqual(body.savedViews[0].extensions, []);
    },
  },
  {
    name: 'a page in the middle',
    call: `${list}&$skip=2&$top=2`,
    as: 'reader',
    status: 200,
    proves(answer, { twinId }) {
      assert.deepEqual(names(answer), ['Deck', 'entrance']);
      assert.deepEqual(links(answer), {
        self: `?twinId=${twinId}&$skip=2&$top=2`,
        prev: `?twinId=${twinId}&$skip=0&$top=2`,
        next: `?twinId=${twinId}&$skip=4&$top=2`,
      });
    },
  },
  { name: 'past the end', call: `${list}&$skip=200`, as: 'reader', status: 200, ...shows() },
  { name: 'of a model', call: 'GET /savedviews?modelId={model}', as: 'reader', status: 200, ...shows('Column') },
  { name: 'of a twin and a model', call: `${list}&modelId={model}`, as: 'reader', status: 200, ...shows('Column') },
  { name: 'of a group', call: 'GET /savedviews?groupId={group}', as: 'visitor', status: 200, ...shows('North facade') },
  {
    name: 'of a group and its twin',
    call: `${list}&groupId={group}`,
    as: 'visitor',
    status: 200,
    ...shows('North facade'),
  },
  {
    name: 'of a group and a model',
    call: 'GET /savedviews?groupId={group}&modelId={model}',
    as: 'reader',
    status: 200,
    ...shows(),
  },
  {
    name: 'of an unknown model',
    call: 'GET /savedviews?modelId=d4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11',
    as: 'owner',
    status: 404,
    code: 'SavedViewNotFound',
  },
  {
    name: 'of a model of another twin',
    call: `${list}&modelId={elsewhereModel}`,
    as: 'maker',
    status: 404,
    code: 'SavedViewNotFound',
  },
  { name: 'of an unknown group', call: `${list}&groupId=nothing`, as: 'owner', status: 404, code: 'GroupNotFound' },
  {
    name: "of somebody else's private group",
    call: `${list}&groupId={privateGroup}`,
    as: 'owner',
    status: 404,
    code: 'GroupNotFound',
  },
  {
    name: 'of a group of another twin',
    call: 'GET /savedviews?twinId={elsewhereTwin}&groupId={group}',
    as: 'maker',
    status: 404,
    code: 'GroupNotFound',
  },
  {
    name: 'of nothing',
    call: 'GET /savedviews',
    as: 'reader',
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['twinId'],
  },
  {
    name: 'with parameters that are none',
    call: 'GET /savedviews?twinId=x&modelId=y&$top=1001&$skip=-1',
    as: 'reader',
    status: 422,
    targets: ['twinId', 'modelId', '$skip', '$top'],
    proves: ({ body }) => {
      for (const { code } of body.error.details) assert.equal(code, 'InvalidParameter');
    },
  },
  { name: 'with an empty page', call: `${list}&$top=0`, as: 'reader', status: 422, targets: ['$top'] },
];

const groups: readonly Scenario[] = [
  {
    name: 'groups by name without case, private ones for their creator',
    call: 'GET /savedviews/groups/?twinId={twinId}',
    as: 'maker',
    status: 200,
    proves: ({ body }, { p, twinId }) => {
      const shown = body.groups.map(({ displayName }: { displayName: string }) => displayName);
      assert.deepEqual(shown, ['Inspection', 'Mine', 'Of the model', 'Official']);
      assert.deepEqual(body._links, { self: { href: `${p.baseUrl}/savedviews/groups?twinId=${twinId}` } });
    },
  },
  {
    name: 'groups for others',
    call: 'GET /savedviews/groups?twinId={twinId}',
    as: 'visitor',
    status: 200,
    proves: ({ body }) => assert.equal(body.groups.length, 2),
  },
  {
    name: 'groups of a model',
    call: 'GET /savedviews/groups?twinId={twinId}&modelId={model}',
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.equal(body.groups.length, 1),
  },
  { name: 'groups of nothing', call: 'GET /savedviews/groups', as: 'reader', status: 422, targets: ['twinId'] },
  {
    name: 'groups of no UUID',
    call: 'GET /savedviews/groups?modelId=x',
    as: 'reader',
    status: 422,
    targets: ['modelId'],
  },
];

const tags: readonly Scenario[] = [
  {
    name: 'tags by name without case',
    call: 'GET /savedviews/tags?twinId={twinId}',
    as: 'reader',
    status: 200,
    proves: ({ body }, { p, twinId }) => {
      const shown = body.tags.map(({ displayName }: { displayName: string }) => displayName);
      assert.deepEqual(shown, ['Alpha', 'of the model', 'review']);
      assert.deepEqual(body._links, { self: { href: `${p.baseUrl}/savedviews/tags?twinId=${twinId}` } });
    },
  },
  {
    name: 'tags for who may not look into models',
    call: 'GET /savedviews/tags?twinId={twinId}',
    as: 'visitor',
    status: 200,
    proves: ({ body }) => assert.equal(body.tags.length, 2),
  },
  {
    name: 'tags of a model',
    call: 'GET /savedviews/tags?modelId={model}',
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.equal(body.tags.length, 1),
  },
  { name: 'tags of nothing', call: 'GET /savedviews/tags', as: 'reader', status: 422, targets: ['twinId'] },
];

export const listScenarios: readonly Scenario[] = [...views, ...groups, ...tags];
