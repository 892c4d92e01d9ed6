import { anyCaller, inTwin, onTwin, permission } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { existingTwin } from '../access-rules.ts';
import { invalidRole, permissionNotFound, roleNotFound, twinNotFound } from '../errors.ts';
import { allPermissions } from '../permission-names.ts';
import { createRole } from './create.ts';
import { deleteRole } from './delete.ts';
import { checkReadOnly, describeRole } from './rules.ts';
import { oneRole, permissionList, roleCreate, roleExample, roleList, roleUpdate } from './schema.ts';
import { findRole, rolesDefinedOn } from './store.ts';
import { updateRole } from './update.ts';
import { roleView } from './view.ts';

interface RoleParams {
  readonly id: string;
  readonly roleId: string;
}

const manage = onTwin('id', twinNotFound, permission('administration_manage_roles'));
const readable = inTwin(manage, ofTwinOrAccount, roleNotFound);
const ownRole = inTwin(manage, (db, { twin }, { roleId }: RoleParams) => findRole(db, [twin.id], roleId), roleNotFound);

/** A role of this very twin that is not a Default one. */
const changeable: typeof ownRole = {
  ...ownRole,
  async resolve(params, context) {
    const found = await ownRole.resolve(params, context);
    return isFailed(found) || found.resource.built_in === null ? found : fail(problems.insufficientPermissions);
  },
};

export const roleEndpoints = [
  endpoint({
    id: 'accessControl.getAllPermissions',
    method: 'GET',
    path: '/accesscontrol/twins/permissions',
    title: 'Get all permissions',
    description: 'Every permission that a role can give, sorted.',
    access: anyCaller,
    answers: { 200: json(permissionList, 'The permissions.', { permissions: ['administration_invite_member'] }) },
    run: async () => reply(200, { permissions: [...allPermissions] }),
  }),

  endpoint({
    id: 'accessControl.getMyTwinPermissions',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/permissions',
    title: 'Get my twin permissions',
    description: "The caller's permissions in the twin, sorted; none for who has no access to it.",
    access: existingTwin,
    answers: { 200: json(permissionList, 'The permissions.', { permissions: ['administration_invite_member'] }) },
    run: async ({ target }) => reply(200, { permissions: [...target.permissions()] }),
  }),

  endpoint({
    id: 'accessControl.getTwinRoles',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/roles',
    title: 'Get twin roles',
    description:
      'Roles defined on this twin: the Default ones first, then by creation. Those of its account are listed there.',
    access: manage,
    answers: { 200: json(roleList, 'The roles.', { roles: [roleExample] }) },
    run: async ({ target }, { db }) => {
      const rows = await rolesDefinedOn(db, target.twin.id);
      return reply(200, { roles: rows.map(roleView) });
    },
  }),

  endpoint({
    id: 'accessControl.getTwinRole',
    method: 'GET',
    path: '/accesscontrol/twins/{id}/roles/{roleId}',
    title: 'Get twin role',
    description: 'A role of the twin or of its account.',
    access: readable,
    answers: { 200: json(oneRole, 'The role.', { role: roleExample }) },
    run: async ({ target: { resource } }) => reply(200, { role: roleView(resource) }, { version: resource.version }),
  }),

  endpoint({
    id: 'accessControl.createTwinRole',
    method: 'POST',
    path: '/accesscontrol/twins/{id}/roles',
    title: 'Create twin role',
    description:
      'Roles of an account can be given on every twin of the account, others on their own twin. Who is neither owner nor administrator can only put in permissions they hold. Names need not be unique.',
    access: manage,
    body: roleCreate,
    invalid: invalidRole,
    describe: describeRole,
    answers: { 201: json(oneRole, 'The new role.', { role: roleExample }) },
    errors: [permissionNotFound, problems.insufficientPermissions],
    run: ({ target, body }, context) => createRole(target, body, context),
  }),

  endpoint({
    id: 'accessControl.updateTwinRole',
    method: 'PATCH',
    path: '/accesscontrol/twins/{id}/roles/{roleId}',
    title: 'Update twin role',
    description:
      'Changes the given properties; `permissions` replaces the whole list. Takes effect wherever the role is held, at the next request. Default roles cannot be changed.',
    access: changeable,
    body: roleUpdate,
    invalid: invalidRole,
    describe: describeRole,
    check: (raw, { resource }) => checkReadOnly(raw, resource),
    version: ({ resource }) => resource.version,
    answers: { 200: json(oneRole, 'The role as it is now.', { role: roleExample }) },
    errors: [roleNotFound, permissionNotFound, problems.insufficientPermissions],
    run: ({ target, body }, context) => updateRole(target.access, target.resource.id, body, context),
  }),

  endpoint({
    id: 'accessControl.deleteTwinRole',
    method: 'DELETE',
    path: '/accesscontrol/twins/{id}/roles/{roleId}',
    title: 'Delete twin role',
    description:
      'Takes the role from all members and pending invitations, on every twin; those left without a role go. Raises accessControl.roleUnassigned.v1, or memberRemoved.v1, for each member. Default roles cannot be deleted.',
    access: changeable,
    version: ({ resource }) => resource.version,
    answers: { 204: empty('The role is gone.') },
    errors: [roleNotFound],
    run: ({ target }, context) => deleteRole(target.access, target.resource.id, context),
  }),
];

function ofTwinOrAccount(db: Reader, { twin }: Access, { roleId }: RoleParams) {
  return findRole(db, [twin.id, twin.accountId], roleId);
}
