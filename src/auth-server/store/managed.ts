import type { Subject } from '../../kernel/callers/people.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type ApplicationRow, q } from '../tables.ts';
import { applicationById } from './applications.ts';

/** Who manages: the creator, or an administrator of the application's organization. */
export type Manager = Pick<Subject, 'userId' | 'organizationId' | 'organizationAdministrator'>;

export const administers = (manager: Manager, organizationId: string | null): boolean =>
  manager.organizationAdministrator && organizationId !== null && organizationId === manager.organizationId;

const manages = (manager: Manager, application: ApplicationRow): boolean =>
  application.created_by === manager.userId || administers(manager, application.organization_id);

/** An application that this person may manage. */
export async function managedApplication(
  db: Reader,
  manager: Manager,
  clientId: string,
): Promise<ApplicationRow | undefined> {
  const application = await applicationById(db, clientId);
  return application && manages(manager, application) ? application : undefined;
}

/** All of them, oldest first; one more than asked for tells that more follow. */
export function managedApplications(
  db: Reader,
  manager: Manager,
  page: { readonly skip: number; readonly top: number },
): Promise<ApplicationRow[]> {
  const organizationId = manager.organizationAdministrator ? manager.organizationId : null;
  return db.all(
    q
      .selectFrom('auth_applications')
      .selectAll()
      .where((is) =>
        is.or([
          is('created_by', '=', manager.userId),
          ...(organizationId === null ? [] : [is('organization_id', '=', organizationId)]),
        ]),
      )
      .orderBy('created')
      .orderBy('client_id')
      .offset(page.skip)
      .limit(page.top + 1),
  );
}
