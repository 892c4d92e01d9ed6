import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const newOne = { twinId: '{twinId}', displayName: 'New', type: 'LAS' };
const plain = { 'Content-Type': 'text/xml' };

const refused = (name: string, call: string, status: number, code: string, more: Partial<Scenario> = {}): Scenario => ({
  name: `${call} ${name}`,
  call,
  as: 'surveyor',
  status,
  code,
  ...more,
});

/** Calls with `{id}` to be replaced, the permission of each, and who lacks it. */
const calls = (id: string) => ({
  reading: [
    `GET ${api}/${id}`,
    `GET ${api}/${id}/readaccess`,
    `GET ${api}/${id}/twins`,
    `GET ${api}/${id}/picture?name=a.tif`,
  ],
  managing: [`GET ${api}/${id}/writeaccess`, `DELETE ${api}/${id}`],
  pairs: [`POST ${api}/${id}/twins/{secondTwin}`, `DELETE ${api}/${id}/twins/{secondTwin}`],
});
const every = (id: string) => Object.values(calls(id)).flat();

const withBodies = (id: string, name: string, status: number, code: string, more: Partial<Scenario> = {}) => [
  ...every(id).map((call) => refused(name, call, status, code, more)),
  refused(name, `PATCH ${api}/${id}`, status, code, { body: { displayName: 'x' }, ...more }),
  refused(name, `PATCH ${api}/${id}/move`, status, code, { body: { twinId: '{secondTwin}' }, ...more }),
];

/** Who may not, what is not there, and what is no request at all. */
export const accessScenarios: readonly Scenario[] = [
  ...withBodies('{scan}', 'without a token', 401, 'HeaderNotFound').map(({ as: _, ...one }) => one),
  { name: 'a list without a token', call: `GET ${api}`, status: 401, code: 'HeaderNotFound' },
  { name: 'a creation without a token', call: `POST ${api}`, body: newOne, status: 401, code: 'HeaderNotFound' },
  ...withBodies('{scan}', 'by a stranger', 404, 'RealityDataNotFound', { as: 'stranger' }),
  ...withBodies(unknown, 'that is unknown', 404, 'RealityDataNotFound'),
  ...withBodies('{gone}', 'that is in the recycle bin', 404, 'RealityDataNotFound'),
  ...withBodies('none', 'with no id', 422, 'InvalidRealityDataRequest', { targets: ['id'] }),
  ...calls('{scan}').reading.map((call) =>
    refused('by a visitor', call, 403, 'InsufficientPermissions', { as: 'visitor' }),
  ),
  ...[...calls('{scan}').managing, ...calls('{scan}').pairs].map((call) =>
    refused('by a maker', call, 403, 'InsufficientPermissions', { as: 'maker' }),
  ),
  refused('by a maker', `PATCH ${api}/{scan}`, 403, 'InsufficientPermissions', { as: 'maker', body: {} }),
  refused('by its owner without the permission', `PATCH ${api}/{made}/move`, 403, 'InsufficientPermissions', {
    as: 'maker',
    body: { twinId: '{secondTwin}' },
  }),
  refused('into a twin that is not seen', `PATCH ${api}/{scan}/move`, 404, 'twinNotFound', {
    body: { twinId: '{strangerTwin}' },
  }),
  refused('into a twin without the right', `PATCH ${api}/{scan}/move`, 403, 'InsufficientPermissions', {
    body: { twinId: '{visitedTwin}' },
  }),
  refused('into no twin', `PATCH ${api}/{scan}/move`, 422, 'InvalidRealityDataRequest', {
    body: { twinId: 'x' },
    targets: ['twinId'],
  }),
  refused('by a reader of an associated twin', `PATCH ${api}/{shared}`, 403, 'InsufficientPermissions', {
    as: 'visitor',
    body: {},
  }),
  refused('through a twin that is not its own', `GET ${api}/{scan}?twinId={secondTwin}`, 404, 'RealityDataNotFound'),
  refused('through a twin that is none', `GET ${api}/{scan}?twinId=x`, 422, 'InvalidRealityDataRequest', {
    targets: ['twinId'],
  }),
  refused('through a twin that is none', `GET ${api}/{scan}/readaccess?twinId=x`, 422, 'InvalidRealityDataRequest'),
  refused('through a twin that is none', `GET ${api}/{scan}/writeaccess?twinId=x`, 422, 'InvalidRealityDataRequest'),
  refused('in a twin that is not seen', `GET ${api}?twinId={strangerTwin}`, 404, 'twinNotFound'),
  refused('in a twin that is unknown', `GET ${api}?twinId=${unknown}`, 404, 'twinNotFound'),
  refused('in a twin that is only visited', `GET ${api}?twinId={visitedTwin}`, 403, 'InsufficientPermissions'),
  refused('in a twin that is not seen', `POST ${api}`, 404, 'twinNotFound', {
    body: { ...newOne, twinId: '{strangerTwin}' },
  }),
  refused('by a viewer', `POST ${api}`, 403, 'InsufficientPermissions', { as: 'viewer', body: newOne }),
  refused('of a file that is not readable', `POST ${api}`, 403, 'InsufficientPermissions', {
    as: 'maker',
    body: { ...newOne, storageItemId: '{file}' },
  }),
  refused('with a twin that is not seen', `POST ${api}/{scan}/twins/{strangerTwin}`, 404, 'twinNotFound'),
  refused('with a twin without the right', `POST ${api}/{scan}/twins/{visitedTwin}`, 403, 'InsufficientPermissions'),
  refused('with a twin that is none', `POST ${api}/{scan}/twins/x`, 422, 'InvalidRealityDataRequest', {
    targets: ['twinId'],
  }),
  refused('from a twin that is not seen', `DELETE ${api}/{scan}/twins/{strangerTwin}`, 404, 'AssociationNotFound'),
  refused('of another type', `POST ${api}`, 415, 'UnsupportedMediaType', { body: 'x', headers: plain }),
  refused('of another type', `PATCH ${api}/{scan}`, 415, 'UnsupportedMediaType', { body: 'x', headers: plain }),
  refused('of another type', `PATCH ${api}/{scan}/move`, 415, 'UnsupportedMediaType', { body: 'x', headers: plain }),
];
