import type { Ports } from '../../../api/ports/ports.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { EntryScope } from '../../../kernel/request-log/entry.ts';

/** Whose requests a caller sees now: the own ones, those of an administered organization, those of managed applications. */
export async function scopeOf(ports: Pick<Ports, 'people'>, db: Reader, caller: Caller): Promise<EntryScope> {
  const applications = await ports.people.managedApplications(db, caller);
  const organizationId = caller.organizationAdministrator ? caller.organizationId : null;
  const own = applications.filter((one) => organizationId === null || one.organizationId !== organizationId);
  return { userId: caller.userId, organizationId, clientIds: own.map(({ clientId }) => clientId) };
}
