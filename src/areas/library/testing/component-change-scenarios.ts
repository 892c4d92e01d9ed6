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
const namesIn = ({ body }: Answer) => body.components.map(({ displayName }: { displayName: string }) => displayName);
const messagesOf = ({ body }: Answer) => body.error.details.map(({ message }: { message: string }) => message);
const notThere = 'Provided Referenced entities not valid.';

export const componentChangeScenarios: readonly Scenario[] = [
  {
    name: 'a new component',
    call: create,
    as: 'uploader',
    body: {
      displayName: 'Revolving door',
      state: 'Checked',
      description: 'Of glass',
      hashtags: ['glass'],
      application: '{application}',
      category: '{category}',
      manufacturer: '{manufacturer}',
      catalogs: ['{catalog}', '{catalog}'],
      supportedFileTypes: ['X'],
    },
    status: 201,
    async proves({ body }, { p, reader, application, category, manufacturer, catalog }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.component;
      const link = (place: string, to: string) => ({ href: `${p.baseUrl}/library/${place}/${to}` });
      assert.deepEqual(rest, {
        displayName: 'Revolving door',
        description: 'Of glass',
        state: 'Checked',
        supportedFileTypes: [],
        hashtags: ['glass'],
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
      displayName: 'x'.repeat(151),
      description: 'x'.repeat(251),
      hashtags: ['a$'],
      category: 'x',
      application: 7,
      manufacturer: randomUUID(),
      catalogs: ['y'],
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
        displayName: 'Gate',
        state: 'Archived',
        supportedFileTypes: ['RFA'],
        hashtags: [],
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
