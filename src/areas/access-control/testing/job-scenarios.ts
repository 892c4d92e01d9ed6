import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { base } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const jobs = `${base}/{twinId}/jobs`;
const unknown = randomUUID();
const many = (count: number) => Array.from({ length: count }, () => randomUUID());
const someone = { email: 'x@example.org', roleIds: [unknown] };

export const jobScenarios: readonly Scenario[] = [
  {
    name: 'no action at all',
    call: `POST ${jobs}`,
    as: 'manager',
    body: { actions: { options: {} } },
    status: 422,
    code: 'InvalidtwinsJobRequest',
    targets: ['actions'],
    proves: ({ body }) => assert.equal(body.error.message, 'Request body or query is invalid.'),
  },
  { name: 'nothing', call: `POST ${jobs}`, as: 'manager', body: {}, status: 422, targets: ['actions'] },
  { name: 'no object', call: `POST ${jobs}`, as: 'manager', body: '[]', status: 422, targets: [null] },
  {
    name: 'empty lists',
    call: `POST ${jobs}`,
    as: 'manager',
    body: { actions: { assignRoles: [], unassignRoles: [], removeMembers: [] } },
    status: 422,
    targets: ['actions.assignRoles', 'actions.unassignRoles', 'actions.removeMembers'],
  },
  {
    name: 'entries that are none',
    call: `POST ${jobs}`,
    as: 'manager',
    body: {
      actions: {
        assignRoles: [{ roleIds: [] }, { email: 'x', roleIds: ['x'] }],
        unassignRoles: [{ email: '' }],
        removeMembers: [{}],
      },
    },
    status: 422,
    targets: [
      'actions.assignRoles[0].email',
      'actions.assignRoles[0].roleIds',
      'actions.assignRoles[1].email',
      'actions.assignRoles[1].roleIds[0]',
      'actions.unassignRoles[0].email',
      'actions.unassignRoles[0].roleIds',
      'actions.removeMembers[0].email',
    ],
  },
  {
    name: 'more than the limits',
    call: `POST ${jobs}`,
    as: 'manager',
    body: {
      actions: {
        assignRoles: [
          { ...someone, roleIds: many(50) },
          { email: 'y@example.org', roleIds: many(51) },
        ],
        unassignRoles: [{ ...someone, roleIds: many(101) }],
        removeMembers: many(101).map((id) => ({ email: `${id}@example.org` })),
      },
    },
    status: 422,
    targets: ['actions.removeMembers', 'actions.assignRoles', 'actions.unassignRoles'],
    proves: ({ body }) => assert.equal(body.error.details[1].message, 'Collection size exceeds maximum size.'),
  },
  {
    name: 'somebody twice in one action',
    call: `POST ${jobs}`,
    as: 'manager',
    body: { actions: { assignRoles: [someone], unassignRoles: [someone, { ...someone, email: 'X@Example.org' }] } },
    status: 422,
    targets: ['actions.unassignRoles[1].email'],
  },
  { name: 'without any of the permissions', call: `POST ${jobs}`, as: 'reader', body: {}, status: 403 },
  { name: 'by a stranger', call: `POST ${jobs}`, as: 'stranger', body: {}, status: 404, code: 'TwinNotFound' },
  { name: 'without a token', call: `POST ${jobs}`, body: {}, status: 401 },
  {
    name: 'with another media type',
    call: `POST ${jobs}`,
    as: 'manager',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
  { name: 'one that does not exist', call: `GET ${jobs}/${unknown}`, as: 'manager', status: 404, code: 'JobNotFound' },
  { name: 'a malformed id', call: `GET ${jobs}/x`, as: 'manager', status: 404, code: 'JobNotFound' },
  { name: 'one without the permissions', call: `GET ${jobs}/x`, as: 'reader', status: 403 },
  { name: 'one by a stranger', call: `GET ${jobs}/x`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'one without a token', call: `GET ${jobs}/x`, status: 401 },
  {
    name: 'actions of one that does not exist',
    call: `GET ${jobs}/x/actions`,
    as: 'manager',
    status: 404,
    code: 'JobNotFound',
  },
  { name: 'actions without the permissions', call: `GET ${jobs}/x/actions`, as: 'reader', status: 403 },
  { name: 'actions by a stranger', call: `GET ${jobs}/x/actions`, as: 'stranger', status: 404, code: 'TwinNotFound' },
  { name: 'actions without a token', call: `GET ${jobs}/x/actions`, status: 401 },
];
