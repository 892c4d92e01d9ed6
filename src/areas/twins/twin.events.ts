import type { Transaction } from '../../kernel/db/database.ts';
import type { RaiseEvent } from '../../kernel/ports.ts';
import type { TwinRow } from './tables.ts';
import { factsOf } from './twin.store.ts';

type Kind = 'twins.twinCreated.v1' | 'twins.twinUpdated.v1' | 'twins.twinDeleted.v1';

/** Tells subscribers of a change of a twin itself (events.md section 4). */
export function raiseTwinEvent(
  raise: RaiseEvent,
  tx: Transaction,
  type: Kind,
  row: TwinRow,
  actor: string,
): Promise<void> {
  const updated = type === 'twins.twinUpdated.v1';
  return raise(tx, {
    type,
    twin: factsOf(row),
    content: {
      eventCreatedBy: actor,
      ...(updated ? { twinAccountId: row.account_id } : {}),
      parentId: row.parent_id ?? (updated ? null : row.account_id),
      accountOwnerId: row.owner_organization_id ?? row.owner_user_id ?? '',
      accountOwnerType: row.owner_organization_id ? 'Organization' : 'User',
      twinClass: row.class,
      twinSubClass: row.sub_class,
    },
  });
}
