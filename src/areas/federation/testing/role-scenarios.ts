import assert from 'node:assert/strict';
import { guarded } from './guarded.ts';

import type { Scenario } from './run-scenarios.ts';

const at = '/federation/twins/{twinId}/packages/TWIN_MODELS/roles';
const pair = { twinRoleId: '{readers}', packageRoleIds: ['{executeRole}'] };
const own = { twinRoleId: '{analysts}', packageRoleIds: ['{executeRole}'] };

const names = (body: { assignments: { twinRoleName: string }[] }) => body.assignments.map((one) => one.twinRoleName);
const has =
  (...expected: readonly string[]) =>
  ({ body }: { body: { assignments: { twinRoleName: string }[] } }) =>
    assert.deepEqual(names(body), expected);

const changes: readonly Scenario[] = [
  {
    name: 'the assignments of a package, by name',
    call: `GET ${at}`,
    as: 'manager',
    status: 200,
    proves({ body }, { analysts, executeRole }) {
      assert.deepEqual(names(body), ['Analysts', 'Blind']);
      assert.deepEqual(body.assignments[0], {
        twinRoleName: 'Analysts',
        twinRoleId: analysts,
        packageRoles: [{ packageRoleName: 'Execute Integration Package', packageRoleId: executeRole }],
      });
    },
  },
  {
    name: 'one more role may execute, and repeating it is harmless',
    call: `POST ${at}`,
    as: 'manager',
    body: { assignments: [pair, pair, own] },
    status: 200,
    async proves({ body }, { p, reader, manager, twinId, readers, executeRole }) {
      assert.deepEqual(names(body), ['Analysts', 'Blind', 'Readers']);
      const again = { assignments: [{ twinRoleId: readers.toUpperCase(), packageRoleIds: [executeRole] }] };
      const call = `POST ${at.replace('{twinId}', twinId)}`;
      assert.deepEqual((await p.call(manager, call, { body: again })).body, body);
      const feed = await p.call(reader, `GET ${at.replace('{twinId}', twinId).replace('/roles', '/odata')}`);
      assert.equal(feed.status, 200);
    },
  },
  {
    name: 'a role that has some gets none',
    call: `PATCH ${at}`,
    as: 'manager',
    body: { assignments: [{ twinRoleId: '{analysts}', packageRoleIds: [] }] },
    status: 200,
    async proves(answer, { p, analyst, twinId }) {
      has('Blind')(answer);
      const feed = await p.call(analyst, `GET ${at.replace('{twinId}', twinId).replace('/roles', '/odata/Models')}`);
      assert.equal(feed.status, 403);
    },
  },
  {
    name: 'pairs are removed, those that are not there as well',
    call: `PUT ${at}/remove-assignments`,
    as: 'manager',
    body: { assignments: [own, pair] },
    status: 200,
    proves: has('Blind'),
  },
  ...(['remove-itwin-roles', 'remove-twin-roles'] as const).map(
    (last): Scenario => ({
      name: `all package roles of twin roles are removed by ${last}`,
      call: `PUT ${at}/${last}`,
      as: 'manager',
      body: { twinRoleIds: ['{analysts}', '{blinds}', '{readers}'] },
      status: 200,
      proves: has(),
    }),
  ),
  {
    name: 'what was replaced of a role that was deleted is not shown',
    call: `PATCH ${at}`,
    as: 'manager',
    body: { assignments: [own] },
    status: 200,
    async proves(answer, { p, owner, manager, twinId, blinds }) {
      has('Analysts', 'Blind')(answer);
      await p.call(owner, `DELETE /accesscontrol/twins/${twinId}/roles/${blinds}`);
      has('Analysts')(await p.call(manager, `GET ${at.replace('{twinId}', twinId)}`));
    },
  },
];

type Refusal = readonly [method: string, end: string, body: unknown, targets: readonly (string | null)[]];
const lists: readonly (readonly [method: string, end: string])[] = [
  ['POST', ''],
  ['PATCH', ''],
  ['PUT', '/remove-assignments'],
];
const withUnknown = { twinRoleId: '{unknown}', packageRoleIds: ['{unknown}'] };
const refusals: readonly Refusal[] = [
  ...lists.flatMap(([method, end]): Refusal[] => [
    [method, end, {}, ['Assignments']],
    [method, end, { assignments: [] }, ['Assignments']],
    [method, end, { assignments: [{ twinRoleId: 'x', packageRoleIds: ['y'] }] }, ['TwinRoleId', 'PackageRoleIds']],
    [method, end, { assignments: [withUnknown] }, ['TwinRoleId', 'PackageRoleIds']],
    [method, end, { assignments: [{}] }, ['TwinRoleId', 'PackageRoleIds']],
    [method, end, '{', [null]],
  ]),
  ['POST', '', { assignments: [{ ...pair, packageRoleIds: [] }] }, ['PackageRoleIds']],
  ['PATCH', '', { assignments: [pair] }, ['TwinRoleId']],
  ...(['/remove-itwin-roles', '/remove-twin-roles'] as const).flatMap((end): Refusal[] => [
    ['PUT', end, {}, ['TwinRoleIds']],
    ['PUT', end, { twinRoleIds: [] }, ['TwinRoleIds']],
    ['PUT', end, { twinRoleIds: ['x'] }, ['TwinRoleIds']],
    ['PUT', end, { twinRoleIds: ['{unknown}'] }, ['TwinRoleIds']],
  ]),
];

const messages: Readonly<Record<string, string>> = {
  POST: 'Cannot create AssignmentList.',
  PATCH: 'Cannot update AssignmentList.',
  PUT: 'Cannot update AssignmentList.',
};
const codeOf = (end: string): string =>
  end.includes('twin-roles') ? 'InvalidTwinRoleListRequest' : 'InvalidAssignmentListRequest';

export const roleScenarios: readonly Scenario[] = [
  ...changes,
  ...refusals.map(
    ([method, end, body, targets], at_): Scenario => ({
      name: `refused ${at_ + 1}: ${method} ${end} ${JSON.stringify(body)}`,
      call: `${method} ${at}${end}`,
      as: 'manager',
      body,
      status: 422,
      code: codeOf(end),
      targets,
      proves({ body: { error } }) {
        const message = end.includes('twin-roles') ? 'Cannot update TwinRoleList.' : messages[method];
        assert.equal(error.message, message);
      },
    }),
  ),
  ...guarded('AssignmentListNotFound', [
    [`GET ${at}`, 'InvalidAssignmentListRequest'],
    [`POST ${at}`, 'InvalidAssignmentListRequest', { assignments: [pair] }],
    [`PATCH ${at}`, 'InvalidAssignmentListRequest', { assignments: [pair] }],
    [`PUT ${at}/remove-assignments`, 'InvalidAssignmentListRequest', { assignments: [pair] }],
    [`PUT ${at}/remove-itwin-roles`, 'InvalidTwinRoleListRequest', { twinRoleIds: ['{readers}'] }],
    [`PUT ${at}/remove-twin-roles`, 'InvalidTwinRoleListRequest', { twinRoleIds: ['{readers}'] }],
  ]),
  ...[...lists, ['PUT', '/remove-itwin-roles'], ['PUT', '/remove-twin-roles']].map(
    ([method, end]): Scenario => ({
      name: `${method} ${end} of another type`,
      call: `${method} ${at}${end}`,
      as: 'manager',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
      status: 415,
      code: 'UnsupportedMediaType',
    }),
  ),
];
