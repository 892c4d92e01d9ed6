import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../../test/support/platform.ts';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const create = 'POST /library/components';
const list = 'GET /library/components';
const item = (method: string) => `${method} /library/components/{component}`;
const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const whole = { Prefer: 'return=representation' };
const namesIn = ({ body }: Answer) => body.components.map(({ displayName }: { displayName: string }) => displayName);
const messagesOf = ({ body }: Answer) => body.error.details.map(({ message }: { message: string }) => message);
const notThere = 'Provided Referenced entities not valid.';

const changes: readonly Scenario[] = [
  {
    name: 'a new component',
    call: create,
    as: 'uploader',
    body: {
      ...{ displayName: 'Revolving door', state: 'Checked', description: 'Of glass', hashtags: ['glass'] },
      ...{ application: '{application}', category: '{category}', manufacturer: '{manufacturer}' },
      catalogs: ['{catalog}', '{catalog}'],
      supportedFileTypes: ['X'],
    },
    status: 201,
    async proves({ body }, { p, reader, application, category, manufacturer, catalog }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.component;
      const link = (place: string, to: string) => ({ href: `${p.baseUrl}/library/${place}/${to}` });
      assert.deepEqual(rest, {
        ...{ displayName: 'Revolving door', description: 'Of glass', state: 'Checked' },
        ...{ supportedFileTypes: [], hashtags: ['glass'] },
        _links: {
          catalogs: [link('catalogs', catalog)],
          application: link('applications', application),
          category: link('categories', category),
          manufacturer: link('manufacturers', manufacturer),
        },
      });
      assert.deepEqual(await made(p, reader, `GET /library/components/${id}`), body);
    },
  },
  {
    name: 'a component of the same name',
    call: create,
    as: 'uploader',
    body: { displayName: 'Door', state: 'Draft' },
    status: 201,
  },
  {
    name: 'a component of a state that is none',
    call: create,
    as: 'uploader',
    body: { displayName: 'Door', state: 'draft' },
    status: 422,
    code: 'InvalidCreateComponentRequest',
    targets: ['state'],
    proves: (answer) => {
      assert.deepEqual(messagesOf(answer), ['State must be one of:  Draft, Published, Checked, Approved, Archived.']);
      assert.equal(answer.body.error.message, 'Cannot create component.');
    },
  },
  {
    name: 'everything that is wrong with a component',
    call: create,
    as: 'uploader',
    body: {
      ...{ displayName: 'x'.repeat(151), description: 'x'.repeat(251), hashtags: ['a$'] },
      ...{ category: 'x', application: 7, manufacturer: randomUUID(), catalogs: ['y'] },
    },
    status: 422,
    proves: (answer) =>
      assert.deepEqual(messagesOf(answer), [
        "DisplayName is over '150' length limit.",
        'Required property is missing.',
        "Description is over '250' length limit.",
        "Catalog 'y' must be string value of a valid GUID.",
        'Application must be string value of a valid GUID.',
        'Category must be string value of a valid GUID.',
        'Hashtag must not include these special characters. >, <, ^, $, ?, ||.',
        notThere,
      ]),
  },
  ...(['category', 'application', 'manufacturer'] as const).map(
    (what): Scenario => ({
      name: `a component of an unknown ${what}`,
      call: create,
      as: 'uploader',
      body: { displayName: 'Door', state: 'Draft', [what]: what === 'category' ? '{strangerCategory}' : '{category}' },
      status: what === 'category' ? 422 : 422,
      proves: ({ body }) => assert.deepEqual(body.error.details, [{ code: 'InvalidValue', message: notThere }]),
    }),
  ),
  {
    name: "a component of somebody else's catalog",
    call: create,
    as: 'uploader',
    body: { displayName: 'Door', state: 'Draft', catalogs: ['{catalog}', '{strangerCatalog}'] },
    status: 422,
    proves: (answer) => assert.deepEqual(messagesOf(answer), [notThere]),
  },
  { name: 'a component by who may only write', call: create, as: 'editor', body: {}, status: 403 },
  { name: 'a component of another type', call: create, as: 'uploader', body: 'x', headers: plain, status: 415 },
  { name: 'a component of nobody', call: create, body: {}, status: 401 },
  {
    name: 'another component in its place',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'Gate', state: 'Archived', catalogs: ['{otherCatalog}'] },
    status: 200,
    async proves({ body }, { p, reader, otherCatalog, component, catalog }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.component;
      assert.equal(id, component);
      assert.deepEqual(rest, {
        ...{ displayName: 'Gate', state: 'Archived', supportedFileTypes: ['RFA'], hashtags: [] },
        _links: { catalogs: [{ href: `${p.baseUrl}/library/catalogs/${otherCatalog}` }] },
      });
      assert.deepEqual(await made(p, reader, `GET /library/components/${id}`), body);
      const found = async (query: string) => namesIn(await p.call(reader, `${list}?${query}`));
      assert.deepEqual(await found('$search=gat'), ['Gate']);
      assert.deepEqual(await found('$search=door%20wooden'), []);
      assert.deepEqual(await found(`catalogs=${catalog}`), []);
      assert.deepEqual(await found(`catalogs=${catalog},${otherCatalog}`), ['Gate']);
    },
  },
  {
    name: 'a change to what is not there',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'Gate', state: 'Draft', manufacturer: '{unknown}' },
    status: 422,
    code: 'InvalidUpdateComponentRequest',
    proves: (answer) => assert.deepEqual(messagesOf(answer), [notThere]),
  },
  { name: 'a change by who may only add', call: item('PUT'), as: 'uploader', body: {}, status: 403 },
  {
    name: 'a change of nothing',
    call: 'PUT /library/components/{strangerComponent}',
    as: 'editor',
    body: {},
    status: 404,
    code: 'ComponentNotFound',
  },
  { name: 'a change of what changed', call: item('PUT'), as: 'editor', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: item('PUT'), as: 'editor', body: 'x', headers: plain, status: 415 },
  {
    name: 'a component goes with all that it has',
    call: item('DELETE'),
    as: 'editor',
    status: 204,
    async proves(_answer, { p, reader, component, design, variation, webLink }) {
      const below = `GET /library/components/${component}`;
      const rest = [`/documents/${design}`, `/variations/${variation}`, `/weblinks/${webLink}`, ''];
      for (const path of rest) assert.equal((await p.call(reader, below + path)).status, 404);
      assert.deepEqual(namesIn(await p.call(reader, `${list}?$search=wood`)), []);
    },
  },
  { name: 'a component to delete, by who may only add', call: item('DELETE'), as: 'uploader', status: 403 },
  { name: 'nothing to delete', call: 'DELETE /library/components/x', as: 'editor', status: 404 },
  { name: 'a component to delete that changed', call: item('DELETE'), as: 'editor', headers: stale, status: 412 },
];

const reads: readonly Scenario[] = [
  {
    name: 'components by name',
    call: `${list}?$skip=1&$top=1`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { p, draft }) => {
      assert.deepEqual(body.components, [{ id: draft, displayName: 'Window sill' }]);
      const href = (skip: number) => ({ href: `${p.baseUrl}/library/components?$skip=${skip}&$top=1` });
      assert.deepEqual(body._links, { self: href(1), prev: href(0) });
    },
  },
  {
    name: 'whole components',
    call: `${list}?$top=1&$search=OODE`,
    as: 'reader',
    headers: whole,
    status: 200,
    async proves({ body, headers }, { p, reader, component }) {
      const { component: same } = await made(p, reader, `GET /library/components/${component}`);
      assert.deepEqual(body.components, [same]);
      assert.deepEqual(same.supportedFileTypes, ['RFA']);
      assert.equal(headers.get('preference-applied'), 'return=representation');
      assert.equal(body._links.self.href, `${p.baseUrl}/library/components?$search=OODE&$skip=0&$top=1`);
    },
  },
  {
    name: 'components with any of the words',
    call: `${list}?$search=nothing%20sill%20door`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), ['Door', 'Window sill']),
  },
  {
    name: 'components with words that reach over two',
    call: `${list}?$search=wsi`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), []),
  },
  {
    name: 'components of a catalog and a word',
    call: `${list}?catalogs={catalog},{unknown}&$search=sill`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), []),
  },
  {
    name: "components of somebody else's catalog",
    call: `${list}?catalogs={strangerCatalog}`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), []),
  },
  {
    name: 'components of a list that is wrong',
    call: `${list}?$top=0&$skip=x&catalogs=a,b`,
    as: 'reader',
    status: 422,
    code: 'InvalidComponentsRequest',
    targets: ['$skip', '$top', 'catalogs'],
    proves: (answer) => assert.equal(answer.body.error.message, 'Cannot perform operation.'),
  },
  {
    name: 'components of a page that is too large',
    call: `${list}?$top=1001`,
    as: 'reader',
    status: 422,
    proves: (answer) => assert.deepEqual(messagesOf(answer), ["Page size is over '1000' items limit."]),
  },
  { name: 'components for who may not read', call: list, as: 'nobody', status: 404, code: 'ComponentsNotFound' },
  {
    name: 'what is published, for a member of the project',
    call: `${list}?projectId={project}`,
    as: 'member',
    status: 200,
    proves: (answer, { p, project }) => {
      assert.deepEqual(namesIn(answer), ['Door']);
      const href = `${p.baseUrl}/library/components?projectId=${project}&$skip=0&$top=100`;
      assert.equal(answer.body._links.self.href, href);
    },
  },
  {
    name: 'what is published, by a word of what is not',
    call: `${list}?projectId={project}&$search=sill`,
    as: 'member',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), []),
  },
  {
    name: 'what is published, for who reads the library but does not see the project',
    call: `${list}?projectId={project}`,
    as: 'reader',
    status: 404,
    code: 'ComponentsNotFound',
  },
  {
    name: 'what is published, in the Account itself',
    call: `${list}?projectId={accountId}`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), ['Door']),
  },
  {
    name: 'what is published, for a member without permission',
    call: `${list}?projectId={project}`,
    as: 'visitor',
    status: 404,
  },
  { name: 'what is published, for a stranger', call: `${list}?projectId={project}`, as: 'stranger', status: 404 },
  { name: 'what is published in no twin', call: `${list}?projectId=x`, as: 'admin', status: 404 },
  {
    name: 'a component',
    call: item('GET'),
    as: 'reader',
    status: 200,
    async proves({ body, headers }, { p, reader, component, category }) {
      assert.equal(body.component._links.catalogs.length, 2);
      assert.ok(body.component._links.category.href.endsWith(`/${category}`));
      const tag = headers.get('etag') ?? '';
      const again = await p.call(reader, `GET /library/components/${component}`, { headers: { 'If-None-Match': tag } });
      assert.equal(again.status, 304);
    },
  },
  { name: 'a component for who may not read', call: item('GET'), as: 'nobody', status: 404, code: 'ComponentNotFound' },
  { name: 'a component of others', call: 'GET /library/components/{strangerComponent}', as: 'reader', status: 404 },
  { name: 'a component in a project', call: `${item('GET')}?projectId={project}`, as: 'member', status: 200 },
  {
    name: 'a draft in a project',
    call: 'GET /library/components/{draft}?projectId={project}',
    as: 'admin',
    status: 404,
    code: 'ComponentNotFound',
  },
  {
    name: 'a component of another library than that of the project',
    call: 'GET /library/components/{strangerComponent}?projectId={project}',
    as: 'member',
    status: 404,
  },
];

export const componentScenarios: readonly Scenario[] = [...changes, ...reads];
