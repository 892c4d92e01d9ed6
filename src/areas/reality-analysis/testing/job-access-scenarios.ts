import { jobs1, jobs2 } from './jobs.ts';
import type { JobScenario as Scenario } from './run-job-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const buckets = ['/reality-analysis/twins', '/reality-modeling/twins'];
const specifications = { inputs: { photos: '{photos}', photoObjectDetector: '{detector}' }, outputs: ['objects2D'] };
const body2 = { type: 'Objects2D', twinId: '{twinId}', specifications };
const inputs = [
  { type: 'photos', id: '{photos}' },
  { type: 'photoObjectDetector', id: '{detector}' },
];
const body1 = { type: 'objects2D', name: 'New', twinId: '{twinId}', inputs, outputs: ['objects2D'] };
const bodyOf = (call: string) =>
  call.startsWith(`POST ${jobs2}`)
    ? body2
    : call.startsWith('POST')
      ? body1
      : call.startsWith('PATCH')
        ? { name: 'x' }
        : undefined;

const refused = (name: string, call: string, status: number, code: string, more: Partial<Scenario> = {}): Scenario => {
  const body = bodyOf(call);
  return { name: `${call} ${name}`, call, as: 'surveyor', status, code, ...(body && { body }), ...more };
};

const reading = (id1: string, id2: string) => [
  `GET ${jobs1}/${id1}`,
  `GET ${jobs1}/${id1}/progress`,
  `GET ${jobs2}/${id2}`,
  `GET ${jobs2}/${id2}/progress`,
  `GET ${jobs2}/${id2}/messages`,
];
const changing = (id1: string, id2: string) => [
  `PATCH ${jobs1}/${id1}`,
  `DELETE ${jobs1}/${id1}`,
  `DELETE ${jobs2}/${id2}`,
];
const every = (id1: string, id2: string) => [...reading(id1, id2), ...changing(id1, id2)];
const lists = (twin: string) => [jobs1, jobs2].map((path) => `GET ${path}?$filter=twinId eq ${twin}`);
const posts = [`POST ${jobs1}`, `POST ${jobs2}`];
const codeOf = (call: string): string =>
  call.startsWith(`GET ${jobs2}`) && call.endsWith('/progress') ? 'JobProgressNotFound' : 'JobNotFound';

/** Who may not, and what is not there. */
export const jobAccessScenarios: readonly Scenario[] = [
  ...[
    ...every('{job}', '{queued}'),
    ...lists('{twinId}'),
    ...posts,
    ...buckets.map((bucket) => `GET ${bucket}/{twinId}/bucket`),
    'GET /reality-analysis/files',
    'GET /reality-modeling/files',
  ].map((call) => {
    const { as: _, ...one } = refused('without a token', call, 401, 'HeaderNotFound');
    return one;
  }),
  ...every('{job}', '{queued}').map((call) => refused('by a stranger', call, 404, codeOf(call), { as: 'stranger' })),
  ...every(unknown, unknown).map((call) => refused('that is unknown', call, 404, codeOf(call))),
  ...every('none', 'none').map((call) => refused('with no id', call, 404, codeOf(call))),
  ...every('{queued}', '{job}').map((call) => refused('of the other version', call, 404, codeOf(call))),
  ...reading('{job}', '{queued}').map((call) =>
    refused('by a visitor', call, 403, 'InsufficientPermissions', { as: 'visitor' }),
  ),
  ...changing('{job}', '{queued}').map((call) =>
    refused('by a viewer', call, 403, 'InsufficientPermissions', { as: 'viewer' }),
  ),
  ...lists('{strangerTwin}').map((call) => refused('in a twin that is not seen', call, 404, 'twinNotFound')),
  ...lists('{visitedTwin}').map((call) => refused('without the right', call, 403, 'InsufficientPermissions')),
  ...posts.flatMap((call) => [
    refused('by a viewer', call, 403, 'InsufficientPermissions', { as: 'viewer' }),
    refused('in a twin that is not seen', call, 404, 'twinNotFound', {
      body: { ...bodyOf(call), twinId: '{strangerTwin}' },
    }),
    refused('of another type', call, 415, 'UnsupportedMediaType', {
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
    }),
  ]),
  refused('of another type', `PATCH ${jobs1}/{job}`, 415, 'UnsupportedMediaType', {
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
  }),
  ...[`PATCH ${jobs1}/{job}`, `DELETE ${jobs1}/{job}`].map((call) =>
    refused('that has changed', call, 412, 'PreconditionFailed', { headers: { 'If-Match': '"7"' } }),
  ),
  ...buckets.flatMap((bucket) => [
    refused('that is not seen', `GET ${bucket}/{strangerTwin}/bucket`, 404, 'twinNotFound'),
    refused('without the right', `GET ${bucket}/{twinId}/bucket`, 403, 'InsufficientPermissions', { as: 'visitor' }),
  ]),
];
