import type { Static } from 'typebox';
import { arrayOf, input, known, line, oneOf, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { allPermissions } from '../permission-names.ts';

const displayName = line({ min: 1, max: 255 });
const description = line({ min: 1, max: 1024 });
const permission = line({ ...known(allPermissions), examples: ['models_read'] });
const permissions = arrayOf(permission);

/** Role */
export const role = output(
  {
    id: uuid(),
    displayName: line(),
    description: line(),
    permissions: arrayOf(permission),
    type: oneOf(['Custom', 'Default'], 'Default roles come with the twin and cannot be changed.'),
  },
  'Role',
);

/** A role where it is held. */
export const roleRef = output({ id: uuid(), displayName: line(), description: line() }, 'RoleReference');

export const oneRole = output({ role }, 'RoleResponse');
export const roleList = output({ roles: arrayOf(role) }, 'RolesResponse');
export const permissionList = output({ permissions: arrayOf(permission) }, 'PermissionsResponse');

export const roleCreate = input({ displayName, description, permissions: optional(permissions) }, 'RoleCreate');

/** `permissions` replaces the whole list. */
export const roleUpdate = input(
  { displayName: optional(displayName), description: optional(description), permissions: optional(permissions) },
  'RoleUpdate',
);

/** The published example of a role. */
export const roleExample: Static<typeof role> = {
  id: '752b5a3d-b9f2-4845-824a-99dd310b4898',
  displayName: 'Twin Reader',
  description: 'Twin Reader description',
  permissions: ['models_read'],
  type: 'Custom',
};
