import type { Actor } from '../../kernel/audit.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Core } from '../core.ts';
import { applicationById } from '../store/applications.ts';
import { addConsent, removeConsent } from '../store/consents.ts';
import { endGrants } from '../store/grants.ts';
import type { ApplicationRow, UserRow } from '../tables.ts';
import { aboutApplication, logOf } from './recording.ts';

type Person = Pick<UserRow, 'id' | 'email' | 'organization_id'>;

/** Lets an application act for a person, with these scopes besides those of before. */
export async function giveConsent(
  core: Core,
  tx: Transaction,
  person: Person,
  application: ApplicationRow,
  scopes: readonly string[],
  by: Actor,
): Promise<void> {
  await addConsent(tx, { userId: person.id, clientId: application.client_id, scopes }, Date.now());
  const about = aboutApplication(application);
  await core.audit.record(tx, { action: 'consent.given', owner: logOf(person), by, about, detail: scopes.join(' ') });
}

/** Takes that back and ends the tokens of the application for the person; false when there was no consent. */
export async function withdrawConsent(
  core: Core,
  tx: Transaction,
  person: Person,
  clientId: string,
  by: Actor,
): Promise<boolean> {
  if (!(await removeConsent(tx, person.id, clientId))) return false;
  await endGrants(tx, core.revocations, { userId: person.id, clientId }, Date.now());
  const application = await applicationById(tx, clientId);
  const about = application
    ? aboutApplication(application)
    : ({ type: 'Application', id: clientId, name: '' } as const);
  await core.audit.record(tx, { action: 'consent.withdrawn', owner: logOf(person), by, about });
  return true;
}
