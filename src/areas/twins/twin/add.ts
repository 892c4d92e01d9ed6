import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinAsking } from '../../../api/ports/twins.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { TwinRow } from '../tables.ts';
import { raiseTwinEvent } from './events.ts';
import { factsOf, insertRow, isNumberTaken } from './store.ts';

/** Stores a new twin, tells of it and makes its creator the owner; false where another one has its number. */
export async function addTwin(
  tx: Transaction,
  row: TwinRow,
  { caller, by, now }: TwinAsking,
  { access, events }: Pick<Ports, 'access' | 'events'>,
): Promise<boolean> {
  const facts = factsOf(row);
  if (await isNumberTaken(tx, facts, row.number)) return false;
  await insertRow(tx, row);
  await raiseTwinEvent(events.raise, tx, 'twins.twinCreated.v1', row, caller.userId);
  await access.admitCreator(tx, facts, caller.userId, now, by);
  return true;
}
