import { smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { headersFor, pnid, unknown } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const at = `${pnid}/inferences`;
const file = { body: smallSheet(), headers: headersFor('new.svg') };

interface Guarded {
  readonly call: string;
  readonly notFound: string;
  readonly sent?: Pick<Scenario, 'body' | 'headers'>;
  /** Members may not. */
  readonly writes?: true;
}

const guarded: readonly Guarded[] = [
  {
    call: `POST ${at}`,
    notFound: 'twinNotFound',
    writes: true,
    sent: { body: { modelVersion: '1.3', twinId: '{twinId}' } },
  },
  { call: `GET ${at}?twinId={twinId}`, notFound: 'twinNotFound' },
  { call: `GET ${pnid}/tags?twinId={twinId}&tag=P-1`, notFound: 'twinNotFound' },
  { call: `GET ${at}/{inference}`, notFound: 'PnIDModelNotFound' },
  { call: `DELETE ${at}/{inference}`, notFound: 'PnIDInferenceNotFound', writes: true },
  { call: `GET ${at}/{inference}/corrections?sheet=plant_svg_p0001`, notFound: 'PnIDInferenceNotFound' },
  { call: `POST ${at}/{inference}/inputs/`, notFound: 'PnIDInferenceNotFound', writes: true, sent: file },
  { call: `GET ${at}/{inference}/inputs`, notFound: 'PnIDInferenceRunNotFound' },
  { call: `GET ${at}/{inference}/inputs/{input}/content`, notFound: 'PnIDInferenceInputFileNotFound' },
  { call: `DELETE ${at}/{inference}/inputs/{input}`, notFound: 'PnIDInferenceNotFound', writes: true },
  { call: `POST ${at}/{inference}/run`, notFound: 'PnIDInferenceNotFound', writes: true },
];

const named = { displayName: 'Refinery' };
const asked = { inferenceId: '{inference}', sheet: 'plant_svg_p0001' };
const guardedSets: readonly Guarded[] = [
  { call: `GET ${pnid}/symbolsets?twinId={twinId}`, notFound: 'twinNotFound' },
  {
    call: `POST ${pnid}/symbolsets`,
    notFound: 'twinNotFound',
    writes: true,
    sent: { body: { ...named, twinId: '{twinId}' } },
  },
  { call: `GET ${pnid}/symbolsets/{set}`, notFound: 'PnIDSymbolSetNotFound' },
  { call: `GET ${pnid}/symbolsets/{set}/versions`, notFound: 'PnIDSymbolSetNotFound' },
  ...(
    [
      ['PUT', '', { body: named }],
      ['DELETE', '', {}],
      ['POST', '/learn', { body: { ...asked, regionIds: ['a'] } }],
      ['POST', '/trial', { body: asked }],
    ] as const
  ).map(
    ([method, path, sent]): Guarded => ({
      call: `${method} ${pnid}/symbolsets/{set}${path}`,
      notFound: 'PnIDSymbolSetNotFound',
      writes: true,
      sent,
    }),
  ),
];

const notThere: readonly (readonly [call: string, code: string])[] = [
  [`GET ${at}?twinId=${unknown}`, 'twinNotFound'],
  [`GET ${pnid}/symbolsets?twinId=${unknown}`, 'twinNotFound'],
  [`GET ${pnid}/tags?twinId=${unknown}&tag=P-1`, 'twinNotFound'],
  ...['GET', 'PUT', 'DELETE'].map(
    (method) => [`${method} ${pnid}/symbolsets/${unknown}`, 'PnIDSymbolSetNotFound'] as const,
  ),
  [`GET ${pnid}/symbolsets/${unknown}/versions`, 'PnIDSymbolSetNotFound'],
  ...['learn', 'trial'].map((way) => [`POST ${pnid}/symbolsets/${unknown}/${way}`, 'PnIDSymbolSetNotFound'] as const),
  ...[unknown, 'none'].flatMap((id) => [
    [`GET ${at}/${id}`, 'PnIDModelNotFound'] as const,
    [`DELETE ${at}/${id}`, 'PnIDInferenceNotFound'] as const,
    [`GET ${at}/${id}/inputs`, 'PnIDInferenceRunNotFound'] as const,
    [`POST ${at}/${id}/run`, 'PnIDInferenceNotFound'] as const,
  ]),
  [`GET ${at}/{inference}/inputs/bm9uZS5wZGY-/content`, 'PnIDInferenceInputFileNotFound'],
  [`GET ${at}/{bare}/inputs/{input}/content`, 'PnIDInferenceInputFileNotFound'],
  [`DELETE ${at}/{bare}/inputs/{input}`, 'PnIDInferenceNotFound'],
  [`GET ${at}/{inference}/run`, 'PnIDInferenceNotFound'],
  [`DELETE ${at}/{inference}/run`, 'PnIDInferenceRunNotFound'],
  [`GET ${at}/{inference}/run/results`, 'PnIDInferenceNotFound'],
  [`GET ${at}/{inference}/run/table`, 'PnIDInferenceRunNotFound'],
  [`GET ${at}/{inference}/run/results/bWV0YWRhdGEuanNvbg--/content`, 'PnIDInferenceRunNotFound'],
];

export const accessScenarios: readonly Scenario[] = [
  ...[...guarded, ...guardedSets].flatMap(({ call, notFound, sent, writes }): Scenario[] => [
    { name: `${call} without a token`, call, ...sent, status: 401, code: 'HeaderNotFound' },
    { name: `${call} by a stranger`, call, ...sent, as: 'stranger', status: 404, code: notFound },
    ...(writes
      ? [
          {
            name: `${call} by a viewer`,
            call,
            ...sent,
            as: 'viewer',
            status: 403,
            code: 'InsufficientPermissions',
          } as const,
        ]
      : []),
  ]),
  {
    name: 'inferences of a twin that one sees without being a member',
    call: `GET ${at}?twinId={accountId}`,
    as: 'viewer',
    status: 404,
    code: 'twinNotFound',
  },
  ...notThere.map(
    ([call, code]): Scenario => ({ name: `${call}, which is not there`, call, as: 'engineer', status: 404, code }),
  ),
];
