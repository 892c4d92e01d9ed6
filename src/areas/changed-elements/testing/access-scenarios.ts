import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const post = 'POST /changedelements/comparisonjob';
const body = { twinId: '{twinId}', modelId: '{house}', startChangesetId: '{first}', endChangesetId: '{second}' };
const tracking = { enable: true, twinId: '{twinId}', modelId: '{house}' };
const about = 'twinId={twinId}&modelId={house}';

/** Every operation, for those who may not. */
const calls: readonly (readonly [call: string, notFound: string, body?: object])[] = [
  ['GET /changedelements/comparisonjob/{completed}/twin/{twinId}/model/{house}', 'ComparisonNotFound'],
  ['DELETE /changedelements/comparisonjob/{completed}/twin/{twinId}/model/{house}', 'ComparisonNotFound'],
  [post, 'modelNotFound', body],
  ['PUT /changedelements/tracking', 'modelNotFound', tracking],
  [`GET /changedelements/tracking?${about}`, 'modelNotFound'],
  [`GET /changedelements/changesets?${about}`, 'modelNotFound'],
  [`GET /changedelements/comparison?${about}&startChangesetId={second}&endChangesetId={second}`, 'modelNotFound'],
];

const changed = (from: string, to: string, [call, code, sent]: (typeof calls)[number]) => ({
  call: call.replace(from, to),
  code,
  ...(sent === undefined ? {} : { body: JSON.parse(JSON.stringify(sent).replace(from, to)) }),
});

const refused = (what: string, from: string, to: string, one: (typeof calls)[number]): Scenario => ({
  name: `${one[0]} ${what}`,
  ...changed(from, to, one),
  as: 'owner',
  status: 404,
});

export const accessScenarios: readonly Scenario[] = [
  ...calls.flatMap((one): Scenario[] => {
    const [call, code, sent] = one;
    const content = sent === undefined ? {} : { body: sent };
    return [
      { name: `${call} without a token`, call, ...content, status: 401, code: 'HeaderNotFound' },
      { name: `${call} by a stranger`, call, ...content, as: 'stranger', status: 404, code },
      { name: `${call} by a visitor`, call, ...content, as: 'visitor', status: 403, code: 'InsufficientPermissions' },
      refused('of an unknown model', '{house}', unknown, one),
      refused('of a recycled model', '{house}', '{gone}', one),
      refused('of a twin that has other models', '{twinId}', '{otherTwinId}', one),
      refused('of an unknown twin', '{twinId}', unknown, one),
    ];
  }),
  ...['reader', 'manager'].map(
    (as): Scenario => ({
      name: `tracking by a ${as}`,
      call: 'PUT /changedelements/tracking',
      body: tracking,
      as: as as 'reader',
      status: 403,
      code: 'InsufficientPermissions',
    }),
  ),
  {
    name: 'a comparison made by another is not deleted by who only reads',
    call: 'DELETE /changedelements/comparisonjob/{completed}/twin/{twinId}/model/{house}',
    as: 'reader',
    status: 403,
    code: 'InsufficientPermissions',
  },
  {
    name: 'who manages models does not read them thereby',
    call: 'GET /changedelements/comparisonjob/{completed}/twin/{twinId}/model/{house}',
    as: 'manager',
    status: 403,
    code: 'InsufficientPermissions',
  },
  ...['{first}-{first}', '{first}', 'none', '{queued}'].flatMap((jobId) =>
    ['GET', 'DELETE'].map(
      (method): Scenario => ({
        name: `${method} of comparison ${jobId}, which is not there`,
        call: `${method} /changedelements/comparisonjob/${jobId}/twin/{twinId}/model/{house}`,
        as: 'owner',
        status: 404,
        code: 'ComparisonNotFound',
      }),
    ),
  ),
  ...[post, 'PUT /changedelements/tracking'].map(
    (call): Scenario => ({
      name: `${call} with a body that is no JSON`,
      call,
      as: 'owner',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
      status: 415,
      code: 'UnsupportedMediaType',
    }),
  ),
];
