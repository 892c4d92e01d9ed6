import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { FormRow } from '../tables.ts';
import { contentOf, sourceIdOf } from './content.ts';

type FormEvent = 'forms.formCreated.v1' | 'forms.formUpdated.v1' | 'forms.formDeleted.v1';

/** Raises an event of a form, which names it by its bare GUID. */
export async function raiseFormEvent(
  tx: Transaction,
  type: FormEvent,
  row: FormRow,
  { twins, events }: Pick<Ports, 'twins' | 'events'>,
): Promise<void> {
  const twin = await twins.find(tx, row.twin_id);
  if (twin === undefined) return;
  const content = { formId: row.uid, discipline: row.discipline, sourceEntityId: sourceIdOf(contentOf(row)) };
  await events.raise(tx, { type, twin, content });
}
