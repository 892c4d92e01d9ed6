import type { Scenario } from './run-scenarios.ts';

type Guarded = readonly [call: string, notFound: string];

const reading: readonly Guarded[] = [
  ['GET /savedviews/{view}', 'SavedViewNotFound'],
  ['GET /savedviews/{picturedView}/image', 'SavedViewNotFound'],
  ['GET /savedviews/{view}/extensions', 'SavedViewNotFound'],
  ['GET /savedviews/{view}/extensions/EmphasizeElements', 'SavedViewNotFound'],
  ['GET /savedviews/groups/{group}', 'GroupNotFound'],
  ['GET /savedviews/tags/{tag}', 'TagNotFound'],
];

const changing: readonly Guarded[] = [
  ['PATCH /savedviews/{view}', 'SavedViewNotFound'],
  ['DELETE /savedviews/{view}', 'SavedViewNotFound'],
  ['PUT /savedviews/{view}/image', 'SavedViewNotFound'],
  ['PUT /savedviews/{view}/extensions', 'SavedViewNotFound'],
  ['DELETE /savedviews/{view}/extensions/EmphasizeElements', 'ExtensionNotFound'],
  ['PATCH /savedviews/groups/{group}', 'GroupNotFound'],
  ['DELETE /savedviews/groups/{group}', 'GroupNotFound'],
  ['PATCH /savedviews/tags/{tag}', 'TagNotFound'],
  ['DELETE /savedviews/tags/{tag}', 'TagNotFound'],
];

const lists: readonly Guarded[] = [
  ['GET /savedviews/?twinId={twinId}', 'SavedViewNotFound'],
  ['GET /savedviews/?groupId={group}', 'GroupNotFound'],
  ['GET /savedviews/groups?twinId={twinId}', 'GroupNotFound'],
  ['GET /savedviews/tags?twinId={twinId}', 'TagNotFound'],
];

const creating = ['POST /savedviews/', 'POST /savedviews/groups', 'POST /savedviews/tags'];

/** Another id of the same form, a text that is none, and the id of something else. */
const strangeIds = ['ACZbDmWhULVChRcDRkoPdLaNv7DGPQORQpkxmyDyE1ERZS7bsqUkWEmr9ZGmC5TopQ', 'nothing'];
const withoutTwin = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

/** Who may not: told apart before the request's body is looked at, so none is sent. */
const guarded = [...reading, ...changing, ...lists].flatMap(([call, code]): Scenario[] => [
  { name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' },
  { name: `${call} by a stranger`, call, as: 'stranger', status: 404, code },
  ...(call.includes('?')
    ? [call.replace('{twinId}', withoutTwin).replace('{group}', 'nothing')]
    : strangeIds.map((id) => call.replace(/\{\w+\}/, id))
  ).map((unknown): Scenario => ({ name: unknown, call: unknown, as: 'owner', status: 404, code })),
]);

const unchangeable = changing.flatMap(([call]): Scenario[] =>
  (['visitor', 'reader'] as const).map((as) => ({
    name: `${call} of another by a ${as}`,
    call,
    as,
    status: 403,
    code: 'InsufficientPermissions',
  })),
);

/** What is private is not there for anybody else, whatever they may do. */
const hidden = [...reading, ...changing]
  .filter(([call]) => !call.includes('/tags/'))
  .map(([call, code]) => [
    call.replace(/\{(view|picturedView)\}/, '{privateView}').replace('{group}', '{privateGroup}'),
    code,
  ])
  .flatMap(([call = '', code = '']): Scenario[] =>
    (['owner', 'manager', 'reader'] as const).map((as) => ({
      name: `${call}, which is private, by the ${as}`,
      call,
      as,
      status: 404,
      code,
    })),
  );

/** Of a model: for those who may look into models. */
const ofModel: readonly Scenario[] = [
  { name: 'a view of a model', call: 'GET /savedviews/{modelView}', as: 'reader', status: 200 },
  { name: 'a group of a model', call: 'GET /savedviews/groups/{modelGroup}', as: 'reader', status: 200 },
  { name: 'a tag of a model', call: 'GET /savedviews/tags/{modelTag}', as: 'reader', status: 200 },
  ...(
    [
      ['GET /savedviews/{modelView}', 'SavedViewNotFound'],
      ['GET /savedviews/groups/{modelGroup}', 'GroupNotFound'],
      ['GET /savedviews/tags/{modelTag}', 'TagNotFound'],
      ['GET /savedviews?modelId={model}', 'SavedViewNotFound'],
      ['GET /savedviews/groups?modelId={model}', 'GroupNotFound'],
      ['GET /savedviews/tags?modelId={model}', 'TagNotFound'],
      ['GET /savedviews?groupId={modelGroup}', 'GroupNotFound'],
    ] as const
  ).map(([call, code]): Scenario => ({ name: `${call} by who may not`, call, as: 'visitor', status: 404, code })),
];

const closed: readonly Scenario[] = [
  ['PATCH /savedviews/groups/{closedGroup}', { displayName: 'Open' }],
  ['DELETE /savedviews/groups/{closedGroup}', undefined],
  ['PATCH /savedviews/{plainView}', { groupId: '{closedGroup}' }],
  ['PATCH /savedviews/{closedView}', { groupId: null }],
  ['PATCH /savedviews/{closedView}', { groupId: '{group}' }],
  ['DELETE /savedviews/{closedView}', undefined],
  [
    'POST /savedviews',
    {
      twinId: '{twinId}',
      displayName: 'x',
      savedViewData: { twin3dView: { origin: [0, 0, 0], extents: [1, 1, 1] } },
      groupId: '{closedGroup}',
    },
  ],
].map(
  ([call, body]): Scenario => ({
    name: `${call} ${JSON.stringify(body ?? '')} in a read-only group by its maker`,
    call: String(call),
    as: 'maker',
    ...(body === undefined ? {} : { body }),
    status: 403,
    code: 'InsufficientPermissions',
  }),
);

const data = { twin3dView: { origin: [0, 0, 0], extents: [1, 1, 1] } };
const places: readonly [name: string, place: object, status: number][] = [
  ['an unknown twin', { twinId: withoutTwin }, 403],
  ["somebody else's twin", { twinId: '{strangerTwin}' }, 403],
  ['an unknown model', { twinId: '{twinId}', modelId: withoutTwin }, 403],
  ["a model of somebody else's twin", { twinId: '{twinId}', modelId: '{strangerModel}' }, 403],
  ['a model of another twin', { twinId: '{twinId}', modelId: '{elsewhereModel}' }, 422],
];

const placed = creating.flatMap((call): Scenario[] => [
  { name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' },
  ...places.map(
    ([name, place, status]): Scenario => ({
      name: `${call} in ${name}`,
      call,
      as: 'maker',
      body: { ...place, displayName: 'x', savedViewData: data },
      status,
      ...(status === 422 ? { targets: ['modelId'] } : { code: 'InsufficientPermissions' }),
    }),
  ),
  {
    name: `${call} of a model by who may not look into models`,
    call,
    as: 'visitor',
    body: { twinId: '{twinId}', modelId: '{model}', displayName: 'x', savedViewData: data },
    status: 403,
  },
]);

export const accessScenarios: readonly Scenario[] = [
  ...guarded,
  ...unchangeable,
  ...hidden,
  ...ofModel,
  ...closed,
  ...placed,
];
