import type { Events } from '../../../api/ports/events.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { TwinRow } from '../tables.ts';
import { factsOf } from './store.ts';

type Kind = 'twins.twinCreated.v1' | 'twins.twinUpdated.v1' | 'twins.twinDeleted.v1';

/** Tells subscribers of a change of a twin itself (events.md section 4). */
export function raiseTwinEvent(
  raise: Events['raise'],
  tx: Transaction,
  type: Kind,
  row: TwinRow,
  actor: string,
): Promise<void> {
  const twin = factsOf(row);
  const shared = {
    eventCreatedBy: actor,
    accountOwnerId: row.owner_organization_id ?? row.owner_user_id ?? '',
    accountOwnerType: row.owner_organization_id ? 'Organization' : 'User',
    twinClass: row.class,
    twinSubClass: row.sub_class,
  };
  if (type === 'twins.twinUpdated.v1') {
    const content = { ...shared, twinAccountId: row.account_id, parentId: row.parent_id };
    return raise(tx, { type, twin, content });
  }
  return raise(tx, { type, twin, content: { ...shared, parentId: row.parent_id ?? row.account_id } });
}
