import type { Static } from 'typebox';
import { permissionsOf } from '../permissions.ts';
import type { RoleRow } from '../tables.ts';
import type { role, roleRef } from './schema.ts';

/** Role */
export const roleView = (row: RoleRow): Static<typeof role> => ({
  id: row.id,
  displayName: row.display_name,
  description: row.description,
  permissions: [...permissionsOf(row)],
  type: row.built_in ? 'Default' : 'Custom',
});

/** RoleRef */
export const roleRefView = (row: RoleRow): Static<typeof roleRef> => ({
  id: row.id,
  displayName: row.display_name,
  description: row.description,
});
