import { type Located, permission, type Requirement } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';

/** The permissions of the API by what they allow; some hold others in them (forms.md section 1). */
export const need = {
  view: permission(
    'Forms_ViewAccess',
    'Forms_CommentAccess',
    'Forms_CreateAccess',
    'Forms_AssignAccess',
    'Forms_ApproveAccess',
    'Forms_FullAccess',
    'Forms_DeleteForms',
  ),
  comment: permission(
    'Forms_CommentAccess',
    'Forms_CreateAccess',
    'Forms_AssignAccess',
    'Forms_ApproveAccess',
    'Forms_FullAccess',
  ),
  create: permission('Forms_CreateAccess', 'Forms_FullAccess'),
  assign: permission('Forms_AssignAccess', 'Forms_ApproveAccess', 'Forms_FullAccess'),
  approve: permission('Forms_ApproveAccess', 'Forms_FullAccess'),
  /** Any of those that change something of a form; which one is needed depends on what changes. */
  change: permission('Forms_CreateAccess', 'Forms_AssignAccess', 'Forms_ApproveAccess', 'Forms_FullAccess'),
  manage: permission('Forms_FullAccess'),
  remove: permission('Forms_DeleteForms'),
} as const;

export const viewPermissions = [need.view.permit.permission ?? '', ...(need.view.permit.or ?? [])];

/** What names a thing by its own id is 404 for who may not even view it, members of the twin included. */
export function decided(
  access: Access | undefined,
  needed: Requirement,
  notFound: Problem,
  { caller }: Context,
): Access | Failed<'InsufficientPermissions'> {
  if (!access?.visible || !need.view.allows(access, caller)) return fail(notFound) as Failed<never>;
  return needed.allows(access, caller) ? access : fail(problems.insufficientPermissions);
}

interface Spec<Params, R> {
  readonly find: (context: Context, params: Params) => Promise<R | undefined>;
  readonly twinOf: (resource: R) => string;
  readonly notFound: Problem;
  readonly needed: Requirement;
}

/** A thing that the path names by its own id. */
export function onItem<Params, R>({ find, twinOf, notFound, needed }: Spec<Params, R>): AccessRule<Params, Located<R>> {
  return {
    permit: needed.permit,
    problems: [notFound, ...(needed === need.view ? [] : [problems.insufficientPermissions])],
    changes: 'inTwin',
    async resolve(params, context) {
      const resource = await find(context, params);
      if (resource === undefined) return fail(notFound);
      const known = await context.ports.access.of(context.db, context.caller, twinOf(resource));
      const access = decided(known, needed, notFound, context);
      return isFailed(access) ? access : { resource, access };
    },
  };
}

/** A thing below another one in the path, looked for once its owner may be touched. */
export function below<Params, R, S>(
  rule: AccessRule<Params, Located<R>>,
  find: (context: Context, resource: R, params: Params) => Promise<S | undefined>,
  notFound: Problem,
): AccessRule<Params, Located<R> & { readonly part: S }> {
  return {
    permit: rule.permit,
    problems: [...rule.problems, notFound],
    changes: 'inTwin',
    async resolve(params, context) {
      const found = await rule.resolve(params, context);
      if (isFailed(found)) return found;
      const part = await find(context, found.resource, params);
      return part === undefined ? fail(notFound) : { ...found, part };
    },
  };
}
