import { carbon, extractionLabel, unknown } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

/** A call, its 404, and its body. */
export type Guarded = readonly [call: string, notFound: string, body?: object];

const body = { displayName: 'x', twinId: '{twinId}', modelId: unknown, labels: [extractionLabel] };
const calls: readonly Guarded[] = (['a', 'b'] as const).flatMap((letter): Guarded[] => {
  const at = `${carbon}/carbontool-${letter}/configurations`;
  const id = letter === 'a' ? '{configurationA}' : '{configuration}';
  return [
    [`POST ${at}`, 'twinNotFound', body],
    [`GET ${at}?twinId={twinId}`, 'twinNotFound'],
    [`GET ${at}/${id}`, 'ConfigurationNotFound'],
    [`PUT ${at}/${id}`, 'ConfigurationNotFound', { displayName: 'x', labels: [extractionLabel] }],
    [`DELETE ${at}/${id}`, 'ConfigurationNotFound'],
  ];
});

/** Who may not: without a token, without access to the twin, without the permission. */
export const guardedScenarios = (guarded: readonly Guarded[]): readonly Scenario[] =>
  guarded.flatMap(([call, code, content]): Scenario[] => {
    const sent = content === undefined ? {} : { body: content };
    return [
      { name: `${call} without a token`, call, ...sent, status: 401, code: 'HeaderNotFound' },
      { name: `${call} by a stranger`, call, ...sent, as: 'stranger', status: 404, code },
      { name: `${call} by a viewer`, call, ...sent, as: 'viewer', status: 403, code: 'InsufficientPermissions' },
    ];
  });

const ofB = `${carbon}/carbontool-b/configurations`;
const notThere = ['{configurationA}', unknown, 'none'].flatMap((id) =>
  ['GET', 'PUT', 'DELETE'].map(
    (method): Scenario => ({
      name: `${method} of configuration ${id}, which is not one of tool b`,
      call: `${method} ${ofB}/${id}`,
      as: 'engineer',
      status: 404,
      code: 'ConfigurationNotFound',
      proves: ({ body: { error } }) => error.target === 'configurationId' || Promise.reject(new Error(error.target)),
    }),
  ),
);

export const accessScenarios: readonly Scenario[] = [
  ...guardedScenarios(calls),
  ...notThere,
  {
    name: 'configurations of an unknown twin',
    call: `GET ${ofB}?twinId=${unknown}`,
    as: 'engineer',
    status: 404,
    code: 'twinNotFound',
  },
  {
    name: 'a configuration in an unknown twin',
    call: `POST ${ofB}`,
    as: 'engineer',
    body: { ...body, twinId: unknown },
    status: 404,
    code: 'twinNotFound',
  },
  {
    name: 'a tool that there is not',
    call: `GET ${carbon}/carbontool-c/configurations?twinId={twinId}`,
    as: 'engineer',
    status: 404,
    code: 'ResourceNotFound',
  },
];
