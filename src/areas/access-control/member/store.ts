import { fail } from '../../../api/http/problem.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { distinctIds } from '../body-rules.ts';
import { roleNotFound } from '../errors.ts';
import { assignableRoles } from '../role/store.ts';
import { type MemberRow, type MemberType, q } from '../tables.ts';

/** Members of one type in the order of their joining; one more than the page, to know whether more follow. */
export const membersOf = (db: Reader, twinId: string, type: MemberType, page: Page): Promise<MemberRow[]> =>
  db.all(
    q
      .selectFrom('members')
      .selectAll()
      .where('twin_id', '=', twinId)
      .where('member_type', '=', type)
      .orderBy('position')
      .orderBy('member_id')
      .limit(page.top + 1)
      .offset(page.skip),
  );

export async function findMember(
  db: Reader,
  twinId: string,
  type: MemberType,
  id: string,
): Promise<MemberRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db.first(
    q
      .selectFrom('members')
      .selectAll()
      .where('twin_id', '=', twinId)
      .where('member_type', '=', type)
      .where('member_id', '=', id.toLowerCase()),
  );
}

const owners = (twinId: string) =>
  q
    .selectFrom('members')
    .selectAll()
    .where('twin_id', '=', twinId)
    .where('member_type', '=', 'User')
    .where(
      'member_id',
      'in',
      q
        .selectFrom('role_assignments')
        .select('member_id')
        .where('twin_id', '=', twinId)
        .where('member_type', '=', 'User')
        .where(
          'role_id',
          'in',
          q.selectFrom('roles').select('id').where('twin_id', '=', twinId).where('built_in', '=', 'Owner'),
        ),
    );

/** Owners in the order of their joining. */
export const ownersOf = (db: Reader, twinId: string, page: Page): Promise<MemberRow[]> =>
  db.all(
    owners(twinId)
      .orderBy('position')
      .orderBy('member_id')
      .limit(page.top + 1)
      .offset(page.skip),
  );

export const findOwner = async (db: Reader, twinId: string, id: string): Promise<MemberRow | undefined> =>
  isUuid(id) ? db.first(owners(twinId).where('member_id', '=', id.toLowerCase())) : undefined;

/** The roles of a request in its order, each once. Refuses at the first that cannot be given in the twin. */
export async function requestedRoles(
  db: Reader,
  twin: TwinFacts,
  type: MemberType,
  ids: readonly string[],
  targetOf: (place: number) => string,
) {
  const roles = await assignableRoles(db, twin, type, distinctIds(ids));
  const unknown = ids.findIndex((id) => !roles.some((role) => role.id === id.toLowerCase()));
  return unknown < 0 ? roles : fail(roleNotFound, { target: targetOf(unknown) });
}
