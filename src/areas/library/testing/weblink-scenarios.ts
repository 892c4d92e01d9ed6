import assert from 'node:assert/strict';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const body = { displayName: 'Data sheet', uri: 'ftp://files.example.com/sheet' };
const wrongAddress = 'Uri must be a valid web url, supported schemes are https, http and ftp.';

interface Kind {
  readonly place: string;
  readonly name: 'Component' | 'Catalog';
  readonly one: 'component' | 'catalog';
  readonly own: 'webLink' | 'catalogWebLink';
}

const kinds: readonly Kind[] = [
  { place: 'components', name: 'Component', one: 'component', own: 'webLink' },
  { place: 'catalogs', name: 'Catalog', one: 'catalog', own: 'catalogWebLink' },
];

const scenariosOf = ({ place, name, one, own }: Kind): readonly Scenario[] => {
  const links = `/library/${place}/{${one}}/weblinks`;
  const item = (method: string) => `${method} ${links}/{${own}}`;
  const create = `POST ${links}`;
  const absent = `${name}WebLinkNotFound`;
  return [
    {
      name: `a new web link of a ${one}`,
      call: create,
      as: 'editor',
      body: { ...body, displayName: ' Data sheet ' },
      status: 201,
      async proves({ body: answer }, { p, reader, [one]: parent }) {
        const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = answer.webLink;
        assert.deepEqual(rest, body);
        assert.deepEqual(await made(p, reader, `GET /library/${place}/${parent}/weblinks/${id}`), answer);
      },
    },
    {
      name: `a web link of a ${one} whose name is taken`,
      call: create,
      as: 'editor',
      body: { ...body, displayName: 'GUIDE' },
      status: 409,
      code: 'WebLinkExists',
    },
    ...['javascript:alert(1)', 'https://ada:secret@example.com/', 'www.example.com', 'https://'].map(
      (uri): Scenario => ({
        name: `a web link of a ${one} to ${uri}`,
        call: create,
        as: 'editor',
        body: { displayName: 'x'.repeat(51), uri },
        status: 422,
        code: 'InvalidWebLinkRequest',
        targets: ['displayName', 'uri'],
        proves: ({ body: answer }) => assert.equal(answer.error.details[1].message, wrongAddress),
      }),
    ),
    { name: `a web link of a ${one} by a reader`, call: create, as: 'reader', body, status: 403 },
    {
      name: `a web link of no ${one}`,
      call: `POST /library/${place}/{unknown}/weblinks`,
      as: 'editor',
      body,
      status: 404,
      code: `${name}NotFound`,
    },
    {
      name: `a web link of a ${one} of another type`,
      call: create,
      as: 'editor',
      body: 'x',
      headers: plain,
      status: 415,
    },
    { name: `a web link of a ${one} of nobody`, call: create, body, status: 401 },
    {
      name: `web links of a ${one}`,
      call: `GET ${links}`,
      as: 'reader',
      status: 200,
      proves: ({ body: answer }, { [own]: id }) => {
        assert.deepEqual(Object.keys(answer), ['webLinks']);
        assert.deepEqual(
          answer.webLinks.map((link: { id: string; uri: string }) => [link.id, link.uri]),
          [[id, 'https://www.example.com/guide']],
        );
      },
    },
    {
      name: `web links of a ${one} for who may not read`,
      call: `GET ${links}`,
      as: 'nobody',
      status: 404,
      code: `${name}WebLinksNotFound`,
    },
    {
      name: `web links of no ${one}`,
      call: `GET /library/${place}/{unknown}/weblinks`,
      as: 'reader',
      status: 404,
      code: `${name}WebLinksNotFound`,
    },
    { name: `a web link of a ${one}`, call: item('GET'), as: 'reader', status: 200 },
    { name: `a web link of a ${one} for who may not read`, call: item('GET'), as: 'nobody', status: 404, code: absent },
    {
      name: `an unknown web link of a ${one}`,
      call: `GET ${links}/{unknown}`,
      as: 'reader',
      status: 404,
      code: absent,
    },
    {
      name: `another web link of a ${one} in its place`,
      call: item('PUT'),
      as: 'editor',
      body,
      status: 200,
      async proves({ body: answer }, { p, reader, [one]: parent }) {
        const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = answer.webLink;
        assert.deepEqual(rest, body);
        const { webLinks } = await made(p, reader, `GET /library/${place}/${parent}/weblinks`);
        assert.deepEqual(webLinks, [answer.webLink]);
        assert.equal(webLinks[0].id, id);
      },
    },
    {
      name: `a web link of a ${one} with the name of another`,
      call: create,
      as: 'editor',
      body,
      status: 201,
      async proves({ body: answer }, { p, editor, [one]: parent }) {
        const call = `PUT /library/${place}/${parent}/weblinks/${answer.webLink.id}`;
        const again = await p.call(editor, call, { body: { ...body, displayName: 'guide' } });
        assert.deepEqual([again.status, again.body.error.code], [409, `${name}WebLinkExists`]);
      },
    },
    {
      name: `a web link of a ${one} without anything`,
      call: item('PUT'),
      as: 'editor',
      body: {},
      status: 422,
      targets: ['displayName', 'uri'],
    },
    { name: `a change of a web link of a ${one} by a reader`, call: item('PUT'), as: 'reader', body, status: 403 },
    {
      name: `a change of no web link of a ${one}`,
      call: `PUT ${links}/{unknown}`,
      as: 'editor',
      body,
      status: 404,
      code: absent,
    },
    {
      name: `a change of a web link of a ${one} that changed`,
      call: item('PUT'),
      as: 'editor',
      body,
      headers: stale,
      status: 412,
    },
    {
      name: `a change of a web link of a ${one} of another type`,
      call: item('PUT'),
      as: 'editor',
      body: 'x',
      headers: plain,
      status: 415,
    },
    {
      name: `a web link of a ${one} goes`,
      call: item('DELETE'),
      as: 'editor',
      status: 204,
      async proves(_answer, { p, reader, [one]: parent }) {
        assert.deepEqual((await made(p, reader, `GET /library/${place}/${parent}/weblinks`)).webLinks, []);
      },
    },
    { name: `a web link of a ${one} to delete, by a reader`, call: item('DELETE'), as: 'reader', status: 403 },
    {
      name: `no web link of a ${one} to delete`,
      call: `DELETE ${links}/{unknown}`,
      as: 'editor',
      status: 404,
      code: absent,
    },
    {
      name: `a web link of a ${one} to delete that changed`,
      call: item('DELETE'),
      as: 'editor',
      headers: stale,
      status: 412,
    },
  ];
};

export const webLinkScenarios: readonly Scenario[] = [
  ...kinds.flatMap(scenariosOf),
  {
    name: 'web links of what is no id of a component',
    call: 'GET /library/components/x/weblinks',
    as: 'nobody',
    status: 422,
    code: 'InvalidComponentWeblinksRequest',
    targets: ['componentId'],
    proves: ({ body: answer }) => {
      const message = 'Provided componentId value is not valid.';
      assert.deepEqual(answer.error.details, [{ code: 'InvalidValue', message, target: 'componentId' }]);
    },
  },
  {
    name: 'web links of what is no id of a catalog',
    call: 'GET /library/catalogs/x/weblinks',
    as: 'reader',
    status: 404,
  },
  {
    name: 'web links in a project',
    call: 'GET /library/components/{component}/weblinks?projectId={project}',
    as: 'member',
    status: 200,
  },
  {
    name: 'web links of a draft in a project',
    call: 'GET /library/components/{draft}/weblinks?projectId={project}',
    as: 'member',
    status: 404,
    code: 'ComponentWebLinksNotFound',
  },
  {
    name: 'a web link in a project',
    call: 'GET /library/components/{component}/weblinks/{webLink}?projectId={project}',
    as: 'member',
    status: 200,
  },
  {
    name: 'a web link below another component',
    call: 'GET /library/components/{draft}/weblinks/{webLink}',
    as: 'reader',
    status: 404,
    code: 'ComponentWebLinkNotFound',
  },
];
