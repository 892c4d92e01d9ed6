import type { Static } from 'typebox';
import { arrayOf, input, line, oneOf, optional, output, uuid } from '../../kernel/schema/shapes.ts';

const displayName = line({ min: 1, max: 255 });
const description = line({ min: 1, max: 1024 });
const permissions = arrayOf(line({ examples: ['models_read'] }));

/** Role */
export const role = output(
  {
    id: uuid(),
    displayName: line(),
    description: line(),
    permissions: arrayOf(line()),
    type: oneOf(['Custom', 'Default'], 'Default roles come with the twin and cannot be changed.'),
  },
  'Role',
);

/** A role where it is held. */
export const roleRef = output({ id: uuid(), displayName: line(), description: line() }, 'RoleReference');

export const oneRole = output({ role }, 'RoleResponse');
export const roleList = output({ roles: arrayOf(role) }, 'RolesResponse');
export const permissionList = output({ permissions: arrayOf(line()) }, 'PermissionsResponse');

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
