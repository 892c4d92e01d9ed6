import assert from 'node:assert/strict';
import { emphasis } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const put = 'PUT /savedviews/{view}/extensions';
const one = 'GET /savedviews/{view}/extensions/EmphasizeElements';
const plain = { 'Content-Type': 'text/xml' };

export const extensionScenarios: readonly Scenario[] = [
  {
    name: 'all extensions of a view',
    call: 'GET /savedviews/{view}/extensions',
    as: 'visitor',
    status: 200,
    proves: ({ body }, { p, view }) => {
      const href = `${p.baseUrl}/savedviews/${view}/extensions/EmphasizeElements`;
      assert.deepEqual(body, { extensions: [{ extensionName: 'EmphasizeElements', href }] });
    },
  },
  {
    name: 'an extension',
    call: one,
    as: 'visitor',
    status: 200,
    proves: ({ body, headers }) => {
      assert.equal(body.extension.data, emphasis);
      assert.match(headers.get('etag') ?? '', /^W\/"/);
    },
  },
  {
    name: 'an extension that is not there, in other case',
    call: 'GET /savedviews/{view}/extensions/emphasizeelements',
    as: 'maker',
    status: 404,
    code: 'ExtensionNotFound',
  },
  {
    name: 'a new extension with a name of letters',
    call: put,
    as: 'maker',
    body: { extensionName: 'Überblick-1', data: ' {"a" : 1.0} ', markdownUrl: 'https://x.example.com/a?b=c' },
    status: 201,
    async proves({ body }, { p, maker, view }) {
      const { extensionName, data, markdownUrl, _links } = body.extension;
      assert.deepEqual([extensionName, data], ['Überblick-1', ' {"a" : 1.0} ']);
      assert.equal(markdownUrl, 'https://x.example.com/a?b=c');
      assert.deepEqual((await p.call(maker, `GET ${_links.self.href}`)).body, body);
      const { savedView } = (await p.call(maker, `GET /savedviews/${view}`)).body;
      assert.equal(savedView.extensions.length, 2);
      assert.ok(savedView.lastModified > savedView.creationTime);
    },
  },
  {
    name: 'another extension of the same name',
    call: put,
    as: 'manager',
    body: { extensionName: 'EmphasizeElements', data: '{"emphasizeElementsProps":{}}' },
    status: 200,
    async proves({ body, headers }, { p, maker, view }) {
      assert.equal(body.extension.data, '{"emphasizeElementsProps":{}}');
      const read = await p.call(maker, `GET /savedviews/${view}/extensions/EmphasizeElements`);
      assert.deepEqual(read.body, body);
      assert.equal(read.headers.get('etag'), headers.get('etag'));
    },
  },
  ...(
    [
      ['PerModelCategoryVisibility', '{"perModelCategoryVisibilityProps":[]}', 201],
      ['PerModelCategoryVisibility', '{"emphasizeElementsProps":[]}', 422],
      ['EmphasizeElements', '"emphasizeElementsProps"', 422],
      ['VisibilityOverride', '{"visibilityOverrideProps":{}}', 201],
      ['VisibilityOverride', 'null', 422],
      ['__proto__', '{}', 201],
      ['constructor', '{}', 201],
      ['Other', 'null', 201],
      ['Other', '', 422],
      ['Other', "{'a':1}", 422],
    ] as const
  ).map(
    ([extensionName, data, status]): Scenario => ({
      name: `${extensionName} with ${data || 'no data'}`,
      call: put,
      as: 'maker',
      body: { extensionName, data },
      status,
      ...(status === 422 ? { targets: ['data'] } : {}),
    }),
  ),
  {
    name: 'an extension of nothing',
    call: put,
    as: 'maker',
    body: { extensionName: 'a/b', markdownUrl: 'x', schemaUrl: 'javascript:alert(1)' },
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: ['extensionName', 'data', 'markdownUrl', 'schemaUrl'],
  },
  {
    name: 'data that is not an object of text',
    call: put,
    as: 'maker',
    body: { extensionName: 'x', data: { a: 1 } },
    status: 422,
    targets: ['data'],
  },
  {
    name: 'data of more than 5 MiB',
    call: put,
    as: 'maker',
    body: { extensionName: 'x', data: `"${'x'.repeat(5 * 2 ** 20)}"` },
    status: 422,
    targets: ['data'],
  },
  {
    name: 'the last extension that fits, by number',
    call: put,
    as: 'maker',
    body: { extensionName: 'x1', data: '1' },
    status: 201,
    async proves(_answer, { p, maker, view }) {
      const add = (number: number) =>
        p.call(maker, `PUT /savedviews/${view}/extensions`, { body: { extensionName: `x${number}`, data: '2' } });
      for (let number = 2; number <= 49; number++) assert.equal((await add(number)).status, 201);
      const refused = await add(50);
      assert.equal(refused.status, 422);
      assert.equal(refused.body.error.details[0].code, 'InvalidChange');
      assert.equal((await add(49)).status, 200, 'one that is there can be replaced');
      await p.call(maker, `DELETE /savedviews/${view}/extensions/x3`);
      assert.equal((await add(50)).status, 201);
    },
  },
  {
    name: 'as much data as fits into a view',
    call: put,
    as: 'maker',
    body: { extensionName: 'a', data: `"${'x'.repeat(5 * 2 ** 20 - 2)}"` },
    status: 201,
    async proves(_answer, { p, maker, view }) {
      const add = (extensionName: string) => {
        const data = `"${'x'.repeat(5 * 2 ** 20 - 1000)}"`;
        return p.call(maker, `PUT /savedviews/${view}/extensions`, { body: { extensionName, data } });
      };
      for (const name of ['b', 'c', 'b']) assert.ok((await add(name)).status < 300);
      assert.equal((await add('d')).status, 201);
      const refused = await add('e');
      assert.deepEqual([refused.status, refused.body.error.details[0].target], [422, 'data']);
      await p.call(maker, `DELETE /savedviews/${view}/extensions/a`);
      assert.equal((await add('e')).status, 201);
    },
  },
  { name: 'an extension of another type', call: put, as: 'maker', body: 'x', headers: plain, status: 415 },
  {
    name: 'an extension goes',
    call: 'DELETE /savedviews/{view}/extensions/EmphasizeElements',
    as: 'maker',
    status: 204,
    async proves(_answer, { p, maker, view }) {
      const { savedView } = (await p.call(maker, `GET /savedviews/${view}`)).body;
      assert.deepEqual(savedView.extensions, []);
      assert.ok(savedView.lastModified > savedView.creationTime);
    },
  },
  {
    name: 'an extension that is not there',
    call: 'DELETE /savedviews/{plainView}/extensions/EmphasizeElements',
    as: 'maker',
    status: 404,
    code: 'ExtensionNotFound',
  },
  {
    name: 'an extension that changed since it was read',
    call: 'DELETE /savedviews/{view}/extensions/EmphasizeElements',
    as: 'maker',
    headers: { 'If-Match': 'W/"9"' },
    status: 412,
  },
];
