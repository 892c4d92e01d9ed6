import type { Scenario } from './run-scenarios.ts';

const reads = [
  'GET /models/{house}',
  'GET /models/{house}/changesets',
  'GET /models/{house}/changesets/{first}',
  'GET /models/{house}/elements',
  'GET /models/{house}/elements/0x1000',
  'GET /models/{house}/tree',
];
const changes = ['POST /models/{house}/changesets/{third}/retry', 'POST /models/{waiting}/changesets/1/cancel'];
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const notFound = (call: string, more: string): Scenario => ({
  name: `${call} ${more}`,
  call,
  as: 'owner',
  status: 404,
  code: 'modelNotFound',
});

/** Who may not. */
export const accessScenarios: readonly Scenario[] = [
  ...[...reads, ...changes].flatMap((call): Scenario[] => [
    { name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' },
    { name: `${call} by a stranger`, call, as: 'stranger', status: 404, code: 'modelNotFound' },
    { name: `${call} by a visitor`, call, as: 'visitor', status: 403, code: 'InsufficientPermissions' },
    notFound(call.replace(/\{(house|waiting)\}/, unknown), 'of an unknown model'),
    notFound(call.replace(/\{(house|waiting)\}/, 'none'), 'of no model at all'),
    notFound(call.replace(/\{(house|waiting)\}/, '{gone}'), 'of a recycled model'),
  ]),
  ...changes.map(
    (call): Scenario => ({
      name: `${call} by a reader`,
      call,
      as: 'reader',
      status: 403,
      code: 'InsufficientPermissions',
    }),
  ),
  ...['GET /models/?twinId={twinId}', `GET /models/?twinId=${unknown}`, 'GET /models/?twinId=x'].map(
    (call): Scenario => ({ name: `${call} by a stranger`, call, as: 'stranger', status: 404, code: 'twinNotFound' }),
  ),
  {
    name: 'a list by a visitor',
    call: 'GET /models/?twinId={twinId}',
    as: 'visitor',
    status: 403,
    code: 'InsufficientPermissions',
  },
  { name: 'a list without a token', call: 'GET /models/?twinId={twinId}', status: 401, code: 'HeaderNotFound' },
  ...[
    'GET /models/{house}/changesets/9',
    'GET /models/{house}/changesets/0000000000000000000000000000000000000000',
    'POST /models/{house}/changesets/none/retry',
    'POST /models/{house}/changesets/0/cancel',
    'GET /models/{house}/elements?changesetId=9',
    'GET /models/{house}/elements/0x1000?changesetId=none',
    'GET /models/{house}/tree?changesetId={waitingFirst}',
  ].map((call): Scenario => ({ name: call, call, as: 'owner', status: 404, code: 'changesetNotFound' })),
  ...['0x1', '0xffff', 'nobody', '0', '0xzz'].map(
    (id): Scenario => ({
      name: `element ${id}`,
      call: `GET /models/{house}/elements/${id}`,
      as: 'reader',
      status: 404,
      code: 'elementNotFound',
    }),
  ),
];
