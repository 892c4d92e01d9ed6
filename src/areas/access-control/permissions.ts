import { type JsonOf, readJson } from '../../kernel/std/json.ts';
import type { BuiltIn } from './tables.ts';

/** Every permission of the platform: access-control.md section 3, sorted. */
export const allPermissions: readonly string[] = [
  'administration_invite_member',
  'administration_manage_groups',
  'administration_manage_roles',
  'administration_remove_member',
  'carbon_calculate',
  'federation_credmng',
  'federation_ilsmng',
  'federation_listmng',
  'federation_objipexec',
  'federation_projmng',
  'Forms_ApproveAccess',
  'Forms_AssignAccess',
  'Forms_CommentAccess',
  'Forms_CreateAccess',
  'Forms_DeleteForms',
  'Forms_FullAccess',
  'Forms_ViewAccess',
  'insights_modify',
  'insights_view',
  'library_read',
  'library_upload',
  'library_view_analytics',
  'library_write',
  'MLRunInference',
  'models_delete',
  'models_manage',
  'models_read',
  'models_webview',
  'models_write',
  'realitydata_assign',
  'realitydata_create',
  'realitydata_manage',
  'realitydata_use',
  'savedviews_manage',
  'scenes_delete',
  'scenes_read',
  'scenes_write',
  'storage_delete',
  'storage_read',
  'storage_write',
  'twins_create',
  'twins_modify',
  'webhooks_maintainer',
].sort();

const known: ReadonlySet<string> = new Set(allPermissions);

export const isPermission = (name: string): boolean => known.has(name);

const contributorLacks = /^administration_|^twins_create$|_delete$|^models_manage$|mng$/;
const viewerHas = /^(models_webview|realitydata_use|Forms_ViewAccess)$|_view$|_read$/;

const builtIn: Record<BuiltIn, readonly string[]> = {
  Owner: allPermissions,
  Administrator: allPermissions,
  Contributor: allPermissions.filter((name) => !contributorLacks.test(name)),
  Viewer: allPermissions.filter((name) => viewerHas.test(name)),
};

/** What a role gives: a built-in one by its name, any other by its stored list. */
export function permissionsOf(role: {
  readonly built_in: BuiltIn | null;
  readonly permissions: JsonOf<string[]>;
}): readonly string[] {
  return role.built_in ? builtIn[role.built_in] : parsed(role.permissions);
}

const lists = new Map<string, readonly string[]>();

/** Stored lists repeat, and every request reads some: parse each once. */
function parsed(stored: JsonOf<string[]>): readonly string[] {
  let list = lists.get(stored);
  if (list === undefined) {
    list = readJson(stored);
    if (lists.size >= 10_000) lists.clear();
    lists.set(stored, list);
  }
  return list;
}
