import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

/** A kind of word, with a body of it, and the name that one of the fixture has. */
interface Kind {
  readonly one: 'application' | 'category' | 'manufacturer';
  readonly many: 'applications' | 'categories' | 'manufacturers';
  readonly name: string;
  readonly names: string;
  readonly body: Readonly<Record<string, string>>;
  readonly taken: Readonly<Record<string, string>>;
}

const kinds: readonly Kind[] = [
  {
    one: 'application',
    many: 'applications',
    name: 'Application',
    names: 'Applications',
    body: { displayName: 'Modeller', version: '2021' },
    taken: { displayName: 'EDITOR', version: '1' },
  },
  {
    one: 'category',
    many: 'categories',
    name: 'Category',
    names: 'Categories',
    body: { displayName: 'Gates' },
    taken: { displayName: 'doors' },
  },
  {
    one: 'manufacturer',
    many: 'manufacturers',
    name: 'Manufacturer',
    names: 'Manufacturers',
    body: { displayName: 'Smith', phone: '1', address: '2 Main St', website: 'www.example.com' },
    taken: { displayName: 'acme' },
  },
];

const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const messageOf = ({ body }: Answer) => body.error.message;

const scenariosOf = ({ one, many, name, names, body, taken }: Kind): readonly Scenario[] => {
  const create = `POST /library/${many}`;
  const item = (method: string) => `${method} /library/${many}/{${one}}`;
  const verbs = { invalidCreate: `InvalidCreate${name}Request`, invalidUpdate: `InvalidUpdate${name}Request` };
  return [
    {
      name: `a new ${one}`,
      call: create,
      as: 'editor',
      body: { ...body, id: 'x', displayName: ` ${body.displayName} ` },
      status: 201,
      async proves({ body: answer }, { p, reader }) {
        const { id, createdDateTime, lastModifiedDateTime, ...rest } = answer[one];
        assert.deepEqual(rest, body);
        assert.match(id, /^[0-9a-f-]{36}$/);
        assert.equal(createdDateTime, lastModifiedDateTime);
        const read = await p.call(reader, `GET /library/${many}/${id.toUpperCase()}`);
        assert.deepEqual(read.body, answer);
        assert.match(read.headers.get('etag') ?? '', /^W\//);
      },
    },
    {
      name: `a ${one} whose name is taken without case`,
      call: create,
      as: 'editor',
      body: taken,
      status: 409,
      code: `${name}Exists`,
      proves: ({ body: answer }) => {
        assert.equal(answer.error.target, 'displayName');
        assert.equal(answer.error.details, undefined);
      },
    },
    {
      name: `a ${one} of wrong texts`,
      call: create,
      as: 'editor',
      body: { ...body, displayName: 'a>b' },
      status: 422,
      code: verbs.invalidCreate,
      targets: ['displayName'],
      proves: (answer) => {
        assert.equal(messageOf(answer), `Cannot create ${one}.`);
        assert.deepEqual(answer.body.error.details, [
          {
            code: 'InvalidValue',
            message: 'DisplayName must not include these special characters. >, <, ^, $, ?, ||.',
            target: 'displayName',
          },
        ]);
      },
    },
    { name: `a ${one} by a reader`, call: create, as: 'reader', body, status: 403, code: 'InsufficientPermissions' },
    { name: `a ${one} by an uploader`, call: create, as: 'uploader', body, status: 403 },
    { name: `a ${one} of another type`, call: create, as: 'editor', body: 'x', headers: plain, status: 415 },
    { name: `a ${one} of nobody`, call: create, body, status: 401 },
    {
      name: `${many} without one`,
      call: `GET /library/${many}`,
      as: 'freelancer',
      status: 200,
      proves: ({ body: answer }) => assert.deepEqual(answer, { [many]: [], _links: {} }),
    },
    {
      name: `${many} for who may not read`,
      call: `GET /library/${many}`,
      as: 'nobody',
      status: 404,
      code: `${names}NotFound`,
      proves: (answer) => assert.equal(messageOf(answer), `Requested ${names} is not available.`),
    },
    { name: `${many} for who may only write`, call: `GET /library/${many}`, as: 'editor', status: 404 },
    {
      name: `${many} from a token that is none`,
      call: `GET /library/${many}?continuationToken=xyz`,
      as: 'reader',
      status: 422,
      code: `Invalid${names}Request`,
      targets: ['continuationToken'],
      proves: ({ body: answer }) => assert.equal(answer.error.details[0].code, 'InvalidParameter'),
    },
    {
      name: `a ${one}`,
      call: item('GET'),
      as: 'reader',
      status: 200,
      proves: ({ body: answer }) => assert.ok(answer[one].id),
    },
    {
      name: `a ${one} for who may not read`,
      call: item('GET'),
      as: 'nobody',
      status: 404,
      code: `${name}NotFound`,
      proves: (answer) => assert.equal(messageOf(answer), `Requested ${name} is not available.`),
    },
    {
      name: `a ${one} that is none`,
      call: `GET /library/${many}/x`,
      as: 'reader',
      status: 404,
      code: `${name}NotFound`,
    },
    { name: `a ${one} of others`, call: item('GET'), as: 'stranger', status: 404, code: `${name}NotFound` },
    {
      name: `another ${one} in its place`,
      call: item('PUT'),
      as: 'editor',
      body,
      status: 200,
      async proves({ body: answer }, { p, reader }) {
        const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = answer[one];
        assert.deepEqual(rest, body);
        assert.deepEqual((await p.call(reader, `GET /library/${many}/${id}`)).body, answer);
      },
    },
    { name: `a ${one} that keeps its name`, call: item('PUT'), as: 'editor', body: taken, status: 200 },
    {
      name: `a ${one} with the name of another`,
      call: item('PUT'),
      as: 'editor',
      body,
      status: 200,
      async proves(_answer, { p, editor, [one]: id }) {
        const other = (await made(p, editor, create, taken))[one];
        const again = await p.call(editor, `PUT /library/${many}/${other.id}`, { body });
        assert.deepEqual([again.status, again.body.error.code], [409, `${name}Exists`]);
        assert.notEqual(other.id, id);
      },
    },
    {
      name: `a change of a ${one} without a name`,
      call: item('PUT'),
      as: 'editor',
      body: { ...body, displayName: null },
      status: 422,
      code: verbs.invalidUpdate,
      targets: ['displayName'],
      proves: (answer) => assert.equal(messageOf(answer), `Cannot update ${one}.`),
    },
    { name: `a change of a ${one} by a reader`, call: item('PUT'), as: 'reader', body, status: 403 },
    { name: `a change of an unknown ${one}`, call: `PUT /library/${many}/{unknown}`, as: 'editor', body, status: 404 },
    { name: `a change of a ${one} that changed`, call: item('PUT'), as: 'editor', body, headers: stale, status: 412 },
    {
      name: `a change of a ${one} of another type`,
      call: item('PUT'),
      as: 'editor',
      body: 'x',
      headers: plain,
      status: 415,
    },
    {
      name: `a ${one} goes, and from components`,
      call: item('DELETE'),
      as: 'editor',
      status: 204,
      async proves(_answer, { p, reader, component, [one]: id }) {
        assert.equal((await p.call(reader, `GET /library/${many}/${id}`)).status, 404);
        const { _links } = (await made(p, reader, `GET /library/components/${component}`)).component;
        assert.equal(_links[one], undefined);
        assert.equal(Object.keys(_links).length, 3);
      },
    },
    { name: `a ${one} to delete, by a reader`, call: item('DELETE'), as: 'reader', status: 403 },
    { name: `an unknown ${one} to delete`, call: `DELETE /library/${many}/{unknown}`, as: 'editor', status: 404 },
    { name: `a ${one} to delete that changed`, call: item('DELETE'), as: 'editor', headers: stale, status: 412 },
  ];
};

export const termScenarios: readonly Scenario[] = [
  ...kinds.flatMap(scenariosOf),
  {
    name: 'an application without a version, with a name that is too long',
    call: 'POST /library/applications',
    as: 'editor',
    body: { displayName: 'x'.repeat(251), version: '' },
    status: 422,
    targets: ['displayName', 'version'],
    proves: ({ body }) =>
      assert.deepEqual(
        body.error.details.map(({ code, message }: { code: string; message: string }) => [code, message]),
        [
          ['InvalidValue', "DisplayName is over '250' length limit."],
          ['MissingRequiredProperty', 'Required property is missing.'],
        ],
      ),
  },
  {
    name: 'an application of the same name and another version',
    call: 'POST /library/applications',
    as: 'editor',
    body: { displayName: 'Editor', version: '2' },
    status: 201,
  },
  {
    name: 'a manufacturer loses what a change leaves out',
    call: 'PUT /library/manufacturers/{manufacturer}',
    as: 'editor',
    body: { displayName: 'Acme', address: '  ' },
    status: 200,
    proves: ({ body }) =>
      assert.deepEqual(Object.keys(body.manufacturer), [
        'id',
        'displayName',
        'createdDateTime',
        'lastModifiedDateTime',
      ]),
  },
  {
    name: 'a category of somebody without an organization makes their library',
    call: 'POST /library/categories',
    as: 'freelancer',
    body: { displayName: 'Mine' },
    status: 201,
    async proves({ body }, { p, freelancer }) {
      const { categories } = await made(p, freelancer, 'GET /library/categories');
      assert.deepEqual(categories, [body.category]);
    },
  },
  {
    name: 'a word of another kind under the id of this one',
    call: 'GET /library/categories/{application}',
    as: 'reader',
    status: 404,
    code: 'CategoryNotFound',
  },
  {
    name: '51 categories are two pages, with quotes and without',
    call: 'POST /library/categories',
    as: 'writer',
    body: { displayName: 'c 00' },
    status: 201,
    async proves(_answer, { p, writer, reader }) {
      for (let at = 1; at < 50; at++) {
        await made(p, writer, 'POST /library/categories', { displayName: `C ${String(at).padStart(2, '0')}` });
      }
      const first = await made(p, reader, 'GET /library/categories');
      assert.equal(first.categories.length, 50);
      const { href } = first._links.next;
      assert.match(href, /\/library\/categories\?continuationToken='[\w.-]+'$/);
      const second = await made(p, reader, `GET ${href}`);
      assert.deepEqual(second._links, {});
      assert.deepEqual(
        second.categories.map(({ displayName }: { displayName: string }) => displayName),
        ['Doors'],
      );
      assert.deepEqual(await made(p, reader, `GET ${href.replaceAll("'", '')}`), second);
      assert.equal((await p.call(writer, `GET ${href}`)).status, 422, "another caller's token");
    },
  },
];
