import { type Located, onTwin, permission, type Requirement } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import type { PackageDefinition } from './definition.ts';
import { packageNotFound } from './errors.ts';
import { type PackageRegistry, packageIn } from './registry.ts';
import { mayExecute } from './store/assignments.ts';

export const credentials = permission('federation_credmng');
export const timers = permission('federation_listmng');

const both = (text: string, ...names: readonly [string, ...string[]]): Requirement => ({
  permit: { level: 'permission', permission: names[0], text },
  allows: (access) => names.every((name) => access.may(name)),
});
export const readRoles = both(
  'Permissions federation_ilsmng and administration_manage_roles in the twin.',
  'federation_ilsmng',
  'administration_manage_roles',
);
export const changeRoles = both(
  'Permissions federation_ilsmng, federation_objipexec and administration_manage_roles in the twin.',
  'federation_ilsmng',
  'federation_objipexec',
  'administration_manage_roles',
);

/** The packages of the caller's own organization: for who may see them in its Account. */
export const ofOrganization: AccessRule<unknown, string> = {
  permit: {
    level: 'permission',
    permission: 'federation_projmng',
    text: "Permission federation_projmng in the Account of the caller's organization.",
  },
  problems: [problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve(_params, { db, caller, ports }) {
    const { organizationId } = caller;
    const account = organizationId === null ? undefined : await ports.twins.accountOf(db, organizationId);
    const access = account && (await ports.access.of(db, caller, account.id));
    if (organizationId === null || !access?.reads('federation_projmng')) return fail(problems.insufficientPermissions);
    return organizationId;
  },
};

export const onTwinWith = (notFound: Problem, need: Requirement): AccessRule<{ readonly twinId: string }, Access> =>
  onTwin('twinId', notFound, need);

type PackageParams = { readonly twinId: string; readonly uniqueName: string };
export type FoundPackage = Located<PackageDefinition>;

/** A package that the owner of the twin has subscribed to; `notFound` says that either is missing. */
export const onPackage = (
  book: PackageRegistry,
  notFound: Problem,
  need: Requirement,
  noPackage: Problem = notFound,
): AccessRule<PackageParams, FoundPackage> => ({
  permit: need.permit,
  problems: [notFound, noPackage, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve(params, context) {
    const access = await onTwinWith(notFound, need).resolve(params, context);
    if (isFailed(access)) return access;
    const resource = packageIn(book, access.twin, params.uniqueName);
    return resource === undefined ? fail(noPackage) : { resource, access };
  },
});

const visibleFirst: Requirement = {
  permit: {
    level: 'owner',
    text: "Who holds a role in the twin that has the package role 'Execute Integration Package' for the package; owners and account administrators.",
  },
  allows: () => true,
};

/** A package that the caller may execute: by a package role, and by their own rights to the data that it reads. */
export const onExecutable = (
  book: PackageRegistry,
  notFound: Problem,
  noPackage: Problem = packageNotFound,
): AccessRule<PackageParams, FoundPackage> => ({
  ...onPackage(book, notFound, visibleFirst, noPackage),
  async resolve(params, context) {
    const found = await onPackage(book, notFound, visibleFirst, noPackage).resolve(params, context);
    if (isFailed(found)) return found;
    return (await mayUse(found, context)) ? found : fail(problems.insufficientPermissions);
  },
});

/** Whether somebody with these rights in the twin may execute the package. */
export async function mayUse({ resource, access }: FoundPackage, { db }: Pick<Context, 'db'>): Promise<boolean> {
  const inCharge = access.owner || access.administrator;
  return (inCharge || (await mayExecute(db, access, resource.uniqueName))) && mayRead(resource, access);
}

/** A package role never lets anybody read what the roles of the twin keep from them. */
function mayRead(definition: PackageDefinition, access: Access): boolean {
  if (definition.builtIn === 'models') return access.may('models_read') || access.may('models_webview');
  const sources = [definition.handler, ...(definition.entitySets ?? []).map(({ source }) => source)];
  const readsFiles = definition.builtIn === 'tables' || sources.some((source) => source?.kind === 'file');
  return !readsFiles || access.may('storage_read');
}
