import type { Caller } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { isUuid } from '../../std/ids.ts';
import type { Context } from '../http/context.ts';
import type { AccessRule, Permit } from '../http/endpoint.ts';
import { type Failed, fail, isFailed, type Problem, problems, rejectAsNotFound } from '../http/problem.ts';
import type { Access } from '../ports/access.ts';

/** Who may do an operation in a twin, beyond seeing it. */
export interface Requirement {
  readonly permit: Permit;
  /** Who sees the twin but may not is told that there is nothing, instead of 403. */
  readonly hides?: true;
  allows(access: Access, caller: Caller): boolean;
}

export const visible: Requirement = {
  permit: { level: 'visible', text: 'Who sees the twin.' },
  allows: () => true,
};

export const permission = (...names: readonly [string, ...string[]]): Requirement => ({
  permit: {
    level: 'permission',
    permission: names[0],
    or: names.slice(1),
    text: `Permission ${names.join(' or ')} in the twin.`,
  },
  allows: (access) => names.some((name) => access.may(name)),
});

export const memberOrAdministrator: Requirement = {
  permit: { level: 'member', text: 'Members of the twin and account administrators.' },
  allows: (access) => access.member || access.administrator,
};

export const ownerOrAdministrator: Requirement = {
  permit: { level: 'owner', text: 'Owners of the twin and account administrators.' },
  allows: (access) => access.owner || access.administrator,
};

const refusals = (need: Requirement): Problem[] =>
  need === visible || need.hides ? [] : [problems.insufficientPermissions];

/** Anyone with a valid token. */
export const anyCaller: AccessRule<unknown, undefined> = {
  permit: { level: 'caller', text: 'Anyone with a valid access token.' },
  problems: [],
  resolve: async () => undefined,
};

/**
 * A twin named in the path. Unknown, malformed and invisible ones get the same 404; who sees it but may not gets 403.
 * The target is the caller's access to it.
 */
export function onTwin<Name extends string>(
  name: Name,
  notFound: Problem,
  need: Requirement,
): AccessRule<{ readonly [K in Name]: string }, Access> {
  return {
    permit: need.permit,
    problems: [notFound, ...refusals(need)],
    changes: 'inTwin',
    resolve: (params, context) => twinAccess(context, params[name], notFound, need),
  };
}

/** The same decision for a twin that only the query or the body names: made by the handler, after validation. */
export async function twinAccess(
  context: Context,
  twinId: string,
  notFound: Problem,
  need: Requirement,
): Promise<Access | Failed<'InsufficientPermissions'>> {
  const known = isUuid(twinId)
    ? await context.ports.access.of(context.db, context.caller, twinId.toLowerCase())
    : undefined;
  if (!known?.visible) return rejectAsNotFound(notFound);
  if (need.allows(known, context.caller)) return known;
  return need.hides ? rejectAsNotFound(notFound) : fail(problems.insufficientPermissions);
}

/** What the access rule of a twin's resource found. */
export interface Located<R> {
  readonly resource: R;
  readonly access: Access;
}

/**
 * A resource of a twin named in the path by ids of its own. Its twin decides; who has no access to the twin gets the
 * resource's 404.
 */
export function onResource<Params, R>(spec: {
  readonly find: (db: Reader, params: Params) => Promise<R | undefined>;
  readonly twinOf: (resource: R) => string;
  readonly notFound: Problem;
  readonly need: Requirement;
}): AccessRule<Params, Located<R>> {
  return {
    permit: spec.need.permit,
    problems: [spec.notFound, ...refusals(spec.need)],
    changes: 'inTwin',
    async resolve(params, context) {
      const resource = await spec.find(context.db, params);
      if (resource === undefined) return fail(spec.notFound);
      const access = await twinAccess(context, spec.twinOf(resource), spec.notFound, spec.need);
      return isFailed(access) ? access : { resource, access };
    },
  };
}

/** A resource named below its twin in the path: the twin's 404 and 403 come first, then the resource's own 404. */
export function inTwin<TwinParams, Params extends TwinParams, R>(
  twin: AccessRule<TwinParams, Access>,
  find: (db: Reader, access: Access, params: Params) => Promise<R | undefined>,
  notFound: Problem,
): AccessRule<Params, Located<R>> {
  return {
    permit: twin.permit,
    problems: [...twin.problems, notFound],
    changes: 'inTwin',
    async resolve(params, context) {
      const access = await twin.resolve(params, context);
      if (isFailed(access)) return access;
      const resource = await find(context.db, access, params);
      return resource === undefined ? fail(notFound) : { resource, access };
    },
  };
}
