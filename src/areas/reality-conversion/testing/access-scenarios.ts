import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const newOne = { type: 'Conversion', name: 'New', twinId: '{twinId}', inputs: [{ id: '{scan}' }], outputs: ['LAZ'] };
const ofTwin = `GET ${api}?$filter=twinId eq `;

const refused = (name: string, call: string, status: number, code: string, more: Partial<Scenario> = {}): Scenario => ({
  name: `${call} ${name}`,
  call,
  as: 'surveyor',
  status,
  code,
  ...(call.startsWith('PATCH') ? { body: { name: 'x' } } : {}),
  ...(call.startsWith('POST') ? { body: newOne } : {}),
  ...more,
});

const reading = (id: string) => [`GET ${api}/${id}`, `GET ${api}/${id}/progress`];
const changing = (id: string) => [`PATCH ${api}/${id}`, `DELETE ${api}/${id}`];
const every = (id: string) => [...reading(id), ...changing(id)];

const codeOf = (call: string): string => (call.endsWith('/progress') ? 'ProgressNotFound' : 'JobNotFound');

/** Who may not, and what is not there. */
export const accessScenarios: readonly Scenario[] = [
  ...[...every('{job}'), `${ofTwin}{twinId}`, `POST ${api}`].map((call) => {
    const { as: _, ...one } = refused('without a token', call, 401, 'HeaderNotFound');
    return one;
  }),
  ...every('{job}').map((call) => refused('by a stranger', call, 404, codeOf(call), { as: 'stranger' })),
  ...every(unknown).map((call) => refused('that is unknown', call, 404, codeOf(call))),
  ...every('none').map((call) => refused('with no id', call, 404, codeOf(call))),
  ...reading('{job}').map((call) => refused('by a visitor', call, 403, 'InsufficientPermissions', { as: 'visitor' })),
  ...changing('{job}').map((call) => refused('by a viewer', call, 403, 'InsufficientPermissions', { as: 'viewer' })),
  refused('in a twin that is not seen', `${ofTwin}{strangerTwin}`, 404, 'twinNotFound'),
  refused('in one of two that is not seen', `GET ${api}?$filter=twinId in ({twinId}, ${unknown})`, 404, 'twinNotFound'),
  refused('in a twin without the right', `${ofTwin}{visitedTwin}`, 403, 'InsufficientPermissions'),
  refused('in a twin that is not seen', `POST ${api}`, 404, 'twinNotFound', {
    body: { ...newOne, twinId: '{strangerTwin}' },
  }),
  refused('by a viewer', `POST ${api}`, 403, 'InsufficientPermissions', { as: 'viewer' }),
  ...[`POST ${api}`, `PATCH ${api}/{job}`].map((call) =>
    refused('of another type', call, 415, 'UnsupportedMediaType', {
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
    }),
  ),
  ...changing('{job}').map((call) =>
    refused('that has changed', call, 412, 'PreconditionFailed', { headers: { 'If-Match': '"7"' } }),
  ),
];
