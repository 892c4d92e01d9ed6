import { type JsonOf, readJson } from '../../std/json.ts';
import { allPermissions } from './permission-names.ts';
import type { BuiltIn } from './tables.ts';

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
