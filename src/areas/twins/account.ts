import type { AccessControl } from '../../api/ports/access.ts';
import type { AccountHolder } from '../../api/ports/twins.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { nilUuid } from '../../std/ids.ts';
import { q, type TwinRow } from './tables.ts';
import { factsOf, insertRow, newRow } from './twin/store.ts';
import { newTwinId } from './twin-id.ts';

/** As the indexes of accounts have it: a parameter would keep them from being used. */
const isAccount = condition`class = 'Account'`;
const ofOrganization = prepared((p: { id: string }) =>
  q.selectFrom('twins').selectAll().where('owner_organization_id', '=', p.id).where(isAccount),
);
const ofUser = prepared((p: { id: string }) =>
  q.selectFrom('twins').selectAll().where('owner_user_id', '=', p.id).where(isAccount),
);

export const organizationAccount = (db: Reader, organizationId: string): Promise<TwinRow | undefined> =>
  db.first(ofOrganization, { id: organizationId });

/** The caller's primary Account: that of the organization, or the personal one if it was needed before. */
export const findAccountOf = (db: Reader, person: AccountHolder): Promise<TwinRow | undefined> =>
  person.organizationId ? organizationAccount(db, person.organizationId) : db.first(ofUser, { id: person.userId });

interface Owner {
  readonly name: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
}

/** Makes the Account twin of an organization or of a person without one. */
export async function createAccount(
  tx: Transaction,
  owner: Owner,
  admit: AccessControl['admitCreator'],
  now: number,
): Promise<TwinRow> {
  const id = newTwinId();
  const values = { number: owner.name, displayName: owner.name };
  const place = {
    parentId: null,
    accountId: id,
    ownerOrganizationId: owner.organizationId,
    ownerUserId: owner.userId,
    sandboxId: null,
  };
  const row = newRow({ id, class: 'Account', subClass: 'Account', values }, place, owner.userId ?? nilUuid, now);
  await insertRow(tx, row);
  await admit(tx, factsOf(row), null, now);
  return row;
}

/** The caller's primary Account, made on first need for a person without organization. */
export async function primaryAccount(
  tx: Transaction,
  caller: Caller,
  admit: AccessControl['admitCreator'],
  now: number,
): Promise<TwinRow> {
  const found = await findAccountOf(tx, caller);
  if (found) return found;
  const owner = caller.organizationId
    ? { name: caller.organizationId, organizationId: caller.organizationId, userId: null }
    : { name: caller.email || caller.displayName, organizationId: null, userId: caller.userId };
  return createAccount(tx, owner, admit, now);
}
