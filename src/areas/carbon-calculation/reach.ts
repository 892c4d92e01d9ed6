import type { Located } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { fail, type Problem, problems } from '../../api/http/problem.ts';
import type { TwinFacts } from '../../api/ports/twins.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { calculate } from './access.ts';

interface OfTwin {
  readonly twin_id: string;
}

/** What an access rule found of a declaration or mapping. */
export type FoundOf<R> = Pick<Located<R>, 'resource'>;

/** Whether somebody may calculate in a twin of an Account: they may read what belongs to the Account. */
async function mayBelow(account: TwinFacts, { db, ports, caller }: Context): Promise<boolean> {
  for (const { twin_id } of await db.all(ports.access.memberTwins(caller))) {
    const twin = await ports.twins.find(db, twin_id);
    if (twin?.accountId !== account.id) continue;
    const access = await ports.access.of(db, caller, twin_id);
    if (access && calculate.allows(access, caller)) return true;
  }
  return false;
}

/**
 * A declaration or a mapping that the path names. Who may calculate in its twin reads and changes it; one of an Account is
 * read by who may calculate in any twin of it.
 */
export function onOwned<Params, R extends OfTwin>(
  find: (db: Reader, params: Params) => Promise<R | undefined>,
  notFound: Problem,
  intent: 'read' | 'change',
): AccessRule<Params, FoundOf<R>> {
  return {
    permit: calculate.permit,
    problems: [notFound, problems.insufficientPermissions],
    changes: 'inTwin',
    async resolve(params, context) {
      const { db, ports, caller } = context;
      const resource = await find(db, params);
      const access = resource && (await ports.access.of(db, caller, resource.twin_id));
      if (resource === undefined || access === undefined) return fail(notFound);
      if (calculate.allows(access, caller) && access.visible) return { resource };
      const below = access.twin.class === 'Account' && (await mayBelow(access.twin, context));
      if (below && intent === 'read') return { resource };
      return fail(access.visible || below ? problems.insufficientPermissions : notFound);
    },
  };
}
