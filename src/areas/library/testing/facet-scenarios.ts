import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const facets = 'GET /library/components/facets';
const thumbnails = 'GET /library/thumbnails';
const nothing = {
  count: 0,
  isComplete: true,
  states: [],
  catalogs: [],
  applications: [],
  categories: [],
  manufacturers: [],
  hashtags: [],
};

export const facetScenarios: readonly Scenario[] = [
  {
    name: 'what components have in common',
    call: facets,
    as: 'reader',
    status: 200,
    proves: ({ body }, { catalog, otherCatalog, application, category, manufacturer }) =>
      assert.deepEqual(body.facets, {
        count: 2,
        isComplete: true,
        states: [
          { state: 'Draft', count: 1 },
          { state: 'Published', count: 1 },
        ],
        catalogs: [
          { id: catalog, displayName: 'Doors', count: 1 },
          { id: otherCatalog, displayName: 'Windows', count: 1 },
        ].sort((a, b) => (a.id < b.id ? -1 : 1)),
        applications: [{ id: application, displayName: 'Editor', count: 1 }],
        categories: [{ id: category, displayName: 'Doors', count: 1 }],
        manufacturers: [{ id: manufacturer, displayName: 'Acme', count: 1 }],
        hashtags: [
          { hashtag: 'door', count: 1 },
          { hashtag: 'Wooden', count: 1 },
        ],
      }),
  },
  {
    name: 'what components have in common of those that a search finds',
    call: `${facets}?$search=sill%20door&state=Draft`,
    as: 'reader',
    status: 200,
    proves: ({ body }) =>
      assert.deepEqual(body.facets, { ...nothing, count: 1, states: [{ state: 'Draft', count: 1 }] }),
  },
  {
    name: 'nothing to be counted',
    call: `${facets}?category={unknown}`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.facets, nothing),
  },
  {
    name: 'counts in a project',
    call: `${facets}?projectId={project}`,
    as: 'member',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.facets.states, [{ state: 'Published', count: 1 }]),
  },
  { name: 'counts for who may not read', call: facets, as: 'nobody', status: 404, code: 'ComponentsNotFound' },
  { name: 'counts of what is none', call: `${facets}?state=x`, as: 'reader', status: 422, targets: ['state'] },
  { name: 'counts for no one', call: facets, status: 401 },
  {
    name: 'pictures of what there is',
    call: `${thumbnails}?components={component},{unknown},{strangerComponent}&catalogs={catalog},{strangerCatalog}`,
    as: 'reader',
    status: 200,
    proves: ({ body, headers }, { component, catalog }) => {
      const none = { state: 'None', _links: { thumbnail: null } };
      assert.deepEqual(body.thumbnails, [
        { id: component, ...none },
        { id: catalog, ...none },
      ]);
      assert.equal(headers.get('cache-control'), 'no-store');
    },
  },
  {
    name: 'pictures in a project',
    call: `${thumbnails}?components={component},{draft}&catalogs={catalog}&projectId={project}`,
    as: 'member',
    status: 200,
    proves: ({ body }, { component }) => {
      assert.deepEqual(
        body.thumbnails.map(({ id }: { id: string }) => id),
        [component],
      );
    },
  },
  { name: 'pictures of nothing', call: thumbnails, as: 'reader', status: 200 },
  { name: 'pictures for who may not read', call: thumbnails, as: 'nobody', status: 404, code: 'ComponentsNotFound' },
  {
    name: 'pictures of what is no id',
    call: `${thumbnails}?components=x`,
    as: 'reader',
    status: 422,
    code: 'InvalidComponentsRequest',
  },
  { name: 'pictures for no one', call: thumbnails, status: 401 },
];
