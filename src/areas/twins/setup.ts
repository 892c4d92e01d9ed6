import type { AccessControl } from '../../api/ports/access.ts';
import type { GivenTwin } from '../../api/ports/twins.ts';
import type { User } from '../../kernel/callers/people.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { createAccount, findAccountOf } from './account.ts';
import { q, type TwinRow } from './tables.ts';
import { below, factsOf, insertRow, newRow } from './twin/store.ts';

/** Makes a twin with a given id in its owner's account; one that is there already, deleted ones too, stays as it is. */
export async function ensureTwin(
  tx: Transaction,
  given: GivenTwin,
  owner: User,
  admit: AccessControl['admitCreator'],
  now: number,
): Promise<void> {
  const id = given.id.toLowerCase();
  if (await tx.first(q.selectFrom('twins').select('id').where('id', '=', id))) return;
  const account =
    (await findAccountOf(tx, { userId: owner.id, organizationId: owner.organizationId })) ??
    (await personalAccount(tx, owner, admit, now));
  const values = { number: given.number ?? id, displayName: given.displayName };
  const row = newRow({ ...given, id, values }, below(factsOf(account)), owner.id, now);
  await insertRow(tx, row);
  await admit(tx, factsOf(row), owner.id, now);
}

const personalAccount = (
  tx: Transaction,
  owner: User,
  admit: AccessControl['admitCreator'],
  now: number,
): Promise<TwinRow> => createAccount(tx, { name: owner.email, organizationId: null, userId: owner.id }, admit, now);
