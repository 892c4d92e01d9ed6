import assert from 'node:assert/strict';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const create = 'POST /library/catalogs';
const list = 'GET /library/catalogs';
const item = (method: string) => `${method} /library/catalogs/{catalog}`;
const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const whole = { Prefer: 'return=representation' };

export const catalogScenarios: readonly Scenario[] = [
  {
    name: 'a new catalog',
    call: create,
    as: 'editor',
    body: {
      displayName: ' Lamps ',
      description: 'Two\nlines',
      region: 'US East',
      hashtags: ['Light', 'post', ' LIGHT '],
    },
    status: 201,
    async proves({ body }, { p, reader }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.catalog;
      const hashtags = ['Light', 'post'];
      assert.deepEqual(rest, { displayName: 'Lamps', description: 'Two\nlines', region: 'US East', hashtags });
      assert.deepEqual(await made(p, reader, `GET /library/catalogs/${id}`), body);
    },
  },
  {
    name: 'a catalog without anything but its name',
    call: create,
    as: 'editor',
    body: { displayName: 'Bare', description: null, region: '', hashtags: null, _links: {} },
    status: 201,
    proves: ({ body }) => {
      const { id: _id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.catalog;
      assert.deepEqual(rest, { displayName: 'Bare', hashtags: [] });
    },
  },
  {
    name: 'a catalog whose name is taken',
    call: create,
    as: 'editor',
    body: { displayName: 'DOORS' },
    status: 409,
    code: 'CatalogExists',
  },
  {
    name: 'a catalog of wrong texts, all told',
    call: create,
    as: 'editor',
    body: {
      displayName: 'a || b',
      description: 'x'.repeat(251),
      region: 'x'.repeat(151),
      hashtags: ['x'.repeat(51), 'y'.repeat(51), 'a?', 7, ''],
    },
    status: 422,
    code: 'InvalidCreateCatalogRequest',
    targets: ['displayName', 'description', 'region', 'hashtag', 'hashtag', 'hashtag', 'hashtag'],
    proves: ({ body }) =>
      assert.deepEqual(
        body.error.details.slice(2).map(({ message }: { message: string }) => message),
        [
          "Region is over '150' length limit.",
          "Hashtag is over '50' length limit.",
          'Hashtag must not include these special characters. >, <, ^, $, ?, ||.',
          'Hashtag is not of the right type.',
          'Hashtag must not be empty.',
        ],
      ),
  },
  {
    name: 'a catalog with a single bar and too many hashtags',
    call: create,
    as: 'editor',
    body: { displayName: 'a | b', hashtags: Array.from({ length: 51 }, (_, at) => `tag ${at}`) },
    status: 422,
    targets: ['hashtag'],
  },
  { name: 'a catalog by a reader', call: create, as: 'reader', body: { displayName: 'x' }, status: 403 },
  { name: 'a catalog of another type', call: create, as: 'editor', body: 'x', headers: plain, status: 415 },
  { name: 'a catalog of nobody', call: create, body: {}, status: 401 },
  {
    name: 'catalogs by name',
    call: `${list}?$top=1`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { p, catalog }) => {
      assert.deepEqual(body.catalogs, [{ id: catalog, displayName: 'Doors' }]);
      const href = (skip: number) => ({ href: `${p.baseUrl}/library/catalogs?$skip=${skip}&$top=1` });
      assert.deepEqual(body._links, { self: href(0), next: href(1) });
    },
  },
  {
    name: 'whole catalogs',
    call: `${list}?$search=nothing%20WOO`,
    as: 'reader',
    headers: whole,
    status: 200,
    proves: ({ body, headers }, { catalog }) => {
      assert.deepEqual([body.catalogs.length, body.catalogs[0].id], [1, catalog], 'found by its hashtag');
      assert.deepEqual(body.catalogs[0].hashtags, ['wood']);
      assert.equal(headers.get('preference-applied'), 'return=representation');
    },
  },
  {
    name: 'catalogs by a text of signs',
    call: `${list}?$search=%25`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body.catalogs, []),
  },
  {
    name: 'catalogs by no text',
    call: `${list}?$search=%20`,
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.equal(body.catalogs.length, 2),
  },
  {
    name: 'a page of catalogs that is too large',
    call: `${list}?$top=1001&$skip=-1&$search=${'x'.repeat(201)}`,
    as: 'reader',
    status: 422,
    code: 'InvalidCatalogsRequest',
    targets: ['$skip', '$top', '$search'],
    proves: ({ body }) => assert.equal(body.error.details[1].message, "Page size is over '1000' items limit."),
  },
  {
    name: 'a page of catalogs that is none',
    call: `${list}?$top=x`,
    as: 'reader',
    status: 422,
    targets: ['$top'],
    proves: ({ body }) =>
      assert.equal(body.error.details[0].message, 'The $top value must be an integer from 1 to 1000.'),
  },
  { name: 'catalogs for who may not read', call: list, as: 'nobody', status: 404, code: 'CatalogsNotFound' },
  { name: 'a catalog', call: item('GET'), as: 'reader', status: 200 },
  { name: 'a catalog of others', call: item('GET'), as: 'stranger', status: 404, code: 'CatalogNotFound' },
  {
    name: 'another catalog in its place',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'Gates' },
    status: 200,
    async proves({ body }, { p, reader }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.catalog;
      assert.deepEqual(rest, { displayName: 'Gates', hashtags: [] });
      assert.deepEqual((await made(p, reader, `${list}?$search=wood`)).catalogs, []);
      assert.equal((await made(p, reader, `${list}?$search=gate`)).catalogs[0].id, id);
    },
  },
  {
    name: 'a catalog with the name of another',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'windows' },
    status: 409,
    code: 'CatalogExists',
  },
  {
    name: 'a catalog without a name',
    call: item('PUT'),
    as: 'editor',
    body: {},
    status: 422,
    code: 'InvalidUpdateCatalogRequest',
    targets: ['displayName'],
  },
  { name: 'a change by a reader', call: item('PUT'), as: 'reader', body: {}, status: 403 },
  { name: 'a change of nothing', call: 'PUT /library/catalogs/{unknown}', as: 'editor', body: {}, status: 404 },
  { name: 'a change of what changed', call: item('PUT'), as: 'editor', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: item('PUT'), as: 'editor', body: 'x', headers: plain, status: 415 },
  {
    name: 'a catalog goes, its components stay',
    call: item('DELETE'),
    as: 'editor',
    status: 204,
    async proves(_answer, { p, reader, component, otherCatalog, catalog, catalogDocument }) {
      const { component: left } = await made(p, reader, `GET /library/components/${component}`);
      assert.deepEqual(left._links.catalogs, [{ href: `${p.baseUrl}/library/catalogs/${otherCatalog}` }]);
      assert.notEqual(left.lastModifiedDateTime, left.createdDateTime);
      const below = await p.call(reader, `GET /library/catalogs/${catalog}/documents/${catalogDocument}`);
      assert.equal(below.status, 404);
    },
  },
  { name: 'a catalog to delete, by a reader', call: item('DELETE'), as: 'reader', status: 403 },
  { name: 'nothing to delete', call: 'DELETE /library/catalogs/{unknown}', as: 'editor', status: 404 },
  { name: 'a catalog to delete that changed', call: item('DELETE'), as: 'editor', headers: stale, status: 412 },
];
