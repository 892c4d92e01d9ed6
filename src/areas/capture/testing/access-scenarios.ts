import { prefix } from '../api.ts';
import { api, workspaces } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const newOne = {
  type: 'Full',
  name: 'New',
  workspaceId: '{workspace}',
  inputs: [{ id: '{photos}' }],
  settings: { quality: 'Draft', outputs: ['LAS'] },
};
const ofTwin = `GET ${api}?$filter=twinId eq `;
const bodies: Readonly<Record<string, unknown>> = {
  [`POST ${api}`]: newOne,
  [`POST ${workspaces}`]: { name: 'New', twinId: '{twinId}' },
};

const refused = (name: string, call: string, status: number, code: string, more: Partial<Scenario> = {}): Scenario => ({
  name: `${call} ${name}`,
  call,
  as: 'surveyor',
  status,
  code,
  ...(call.startsWith('PATCH') ? { body: { type: 'Full' } } : {}),
  ...(bodies[call] ? { body: bodies[call] } : {}),
  ...more,
});

const reading = (id: string) => [`GET ${api}/${id}`, `GET ${api}/${id}/progress`];
const changing = (id: string) => [`PATCH ${api}/${id}`, `DELETE ${api}/${id}`];
const every = (id: string) => [...reading(id), ...changing(id)];
const onWorkspace = (id: string) => [`GET ${workspaces}/${id}`, `DELETE ${workspaces}/${id}`];
const creating = Object.keys(bodies);
const limits = `GET ${prefix}/limits/engines`;

/** Who may not, and what is not there. */
export const accessScenarios: readonly Scenario[] = [
  ...[...every('{job}'), ...onWorkspace('{workspace}'), `${ofTwin}{twinId}`, ...creating, limits].map((call) => {
    const { as: _, ...one } = refused('without a token', call, 401, 'HeaderNotFound');
    return one;
  }),
  ...every('{job}').map((call) => refused('by a stranger', call, 404, 'JobNotFound', { as: 'stranger' })),
  ...every('{privateJob}').map((call) => refused('by somebody else', call, 404, 'JobNotFound', { as: 'owner' })),
  ...every(unknown).map((call) => refused('that is unknown', call, 404, 'JobNotFound')),
  ...every('none').map((call) => refused('with no id', call, 404, 'JobNotFound')),
  ...onWorkspace('{workspace}').map((call) =>
    refused('by a stranger', call, 404, 'WorkspaceNotFound', { as: 'stranger' }),
  ),
  ...onWorkspace('{private}').map((call) =>
    refused('by somebody else', call, 404, 'WorkspaceNotFound', { as: 'owner' }),
  ),
  ...onWorkspace(unknown).map((call) => refused('that is unknown', call, 404, 'WorkspaceNotFound')),
  ...[...reading('{job}'), `GET ${workspaces}/{workspace}`].map((call) =>
    refused('by a visitor', call, 403, 'InsufficientPermissions', { as: 'visitor' }),
  ),
  ...[...changing('{job}'), `DELETE ${workspaces}/{workspace}`, ...creating].map((call) =>
    refused('by a viewer', call, 403, 'InsufficientPermissions', { as: 'viewer' }),
  ),
  refused('in a twin that is not seen', `${ofTwin}{strangerTwin}`, 404, 'twinNotFound'),
  refused('in a twin without the right', `${ofTwin}{visitedTwin}`, 403, 'InsufficientPermissions'),
  ...[`{strangerTwin}`, unknown, 'none'].map((id) =>
    refused('of a twin that is not seen', `${limits}?twinId=${id}`, 404, 'twinNotFound'),
  ),
  refused('in a twin that is not seen', `POST ${workspaces}`, 404, 'twinNotFound', {
    body: { name: 'New', twinId: '{strangerTwin}' },
  }),
  ...[...creating, `PATCH ${api}/{job}`].map((call) =>
    refused('of another type', call, 415, 'UnsupportedMediaType', {
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
    }),
  ),
  ...changing('{job}').map((call) =>
    refused('that has changed', call, 412, 'PreconditionFailed', { headers: { 'If-Match': '"7"' } }),
  ),
];
