import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const list = 'GET /library/components';
const one = 'GET /library/components/{component}';
const whole = { Prefer: 'return=representation' };
const namesIn = ({ body }: Answer) => body.components.map(({ displayName }: { displayName: string }) => displayName);
const messagesOf = ({ body }: Answer) => body.error.details.map(({ message }: { message: string }) => message);

export const componentReadScenarios: readonly Scenario[] = [
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
  ...(
    [
      ['category={category}', ['Door']],
      ['manufacturer={manufacturer}&application={application}', ['Door']],
      ['category={category}&$search=sill', []],
      ['category={strangerCategory}', []],
      ['state=Draft', ['Window sill']],
      ['state=Draft&$search=door%20sill', ['Window sill']],
      ['hashtag=WOODEN', ['Door']],
      ['hashtag=wood', []],
      ['hashtag=door&catalogs={catalog}&category={category}&state=Published&$search=doo', ['Door']],
    ] as const
  ).map(
    ([query, names]): Scenario => ({
      name: `components by ${query}`,
      call: `${list}?${query}`,
      as: 'reader',
      status: 200,
      proves: (answer) => assert.deepEqual(namesIn(answer), names),
    }),
  ),
  {
    name: 'drafts in a project',
    call: `${list}?projectId={project}&state=Draft`,
    as: 'member',
    status: 200,
    proves: (answer) => assert.deepEqual(namesIn(answer), []),
  },
  {
    name: 'components of a state that is none',
    call: `${list}?state=draft&hashtag=&category=x`,
    as: 'reader',
    status: 422,
    code: 'InvalidComponentsRequest',
    targets: ['state', 'category', 'hashtag'],
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
    call: one,
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
  { name: 'a component for who may not read', call: one, as: 'nobody', status: 404, code: 'ComponentNotFound' },
  { name: 'a component of others', call: 'GET /library/components/{strangerComponent}', as: 'reader', status: 404 },
  { name: 'a component in a project', call: `${one}?projectId={project}`, as: 'member', status: 200 },
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
