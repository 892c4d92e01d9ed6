import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import type { AdmitCreator, Caller } from '../../kernel/ports.ts';
import { newId, nilUuid } from '../../kernel/std/ids.ts';
import { q, type TwinRow } from './tables.ts';
import { columnsOf, factsOf, insertRow } from './twin.store.ts';

const ofOrganization = prepared((p: { id: string }) =>
  q.selectFrom('twins').selectAll().where('owner_organization_id', '=', p.id).where('class', '=', 'Account'),
);
const ofUser = prepared((p: { id: string }) =>
  q.selectFrom('twins').selectAll().where('owner_user_id', '=', p.id).where('class', '=', 'Account'),
);

export const organizationAccount = (db: Reader, organizationId: string): Promise<TwinRow | undefined> =>
  db.first(ofOrganization, { id: organizationId });

/** The caller's primary Account: that of the organization, or the personal one if it was needed before. */
export const findPrimaryAccount = (db: Reader, caller: Caller): Promise<TwinRow | undefined> =>
  caller.organizationId ? organizationAccount(db, caller.organizationId) : db.first(ofUser, { id: caller.userId });

interface Owner {
  readonly name: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
}

/** Makes the Account twin of an organization or of a person without one. */
export async function createAccount(tx: Transaction, owner: Owner, admit: AdmitCreator, now: number): Promise<TwinRow> {
  const id = newId();
  const creator = owner.userId ?? nilUuid;
  const row = {
    id,
    class: 'Account',
    sub_class: 'Account',
    ...columnsOf({
      type: null,
      number: owner.name,
      displayName: owner.name,
      geographicLocation: null,
      latitude: null,
      longitude: null,
      ianaTimeZone: null,
      status: 'Active',
    }),
    data_center: 'East US',
    parent_id: null,
    account_id: id,
    owner_organization_id: owner.organizationId,
    owner_user_id: owner.userId,
    image: null,
    created: now,
    created_by: creator,
    modified: now,
    modified_by: creator,
    version: 1,
    deleted: null,
  } as TwinRow;
  await insertRow(tx, row);
  await admit(tx, factsOf(row), null, now);
  return row;
}

/** The caller's primary Account, made on first need for a person without organization. */
export async function primaryAccount(
  tx: Transaction,
  caller: Caller,
  admit: AdmitCreator,
  now: number,
): Promise<TwinRow> {
  const found = await findPrimaryAccount(tx, caller);
  if (found) return found;
  const owner = caller.organizationId
    ? { name: caller.organizationId, organizationId: caller.organizationId, userId: null }
    : { name: caller.email || caller.displayName, organizationId: null, userId: caller.userId };
  return createAccount(tx, owner, admit, now);
}
