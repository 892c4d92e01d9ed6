import type { Context } from '../../../api/http/context.ts';
import { newIds } from '../item-id.ts';
import { insertLayout } from '../layout/store.ts';
import type { DefinitionRow } from '../tables.ts';
import { usualDiscipline } from '../version.ts';
import { judgedIn } from './context.ts';
import { insertDefinition, nameColumns } from './store.ts';

export interface NewDefinition {
  readonly displayName: string;
  readonly type: string;
  readonly discipline?: string;
  readonly idPrefix?: string | null;
  readonly layout: string;
}

/** Makes a draft with its first layout. */
export const makeDefinition = (twinId: string, of: NewDefinition, { write, caller, now }: Context) =>
  write(async (tx): Promise<DefinitionRow> => {
    const { status } = await judgedIn(tx, of.layout, twinId, undefined);
    const made = { created: now, created_by: caller.userId };
    const row: DefinitionRow = {
      ...newIds(twinId, now),
      twin_id: twinId,
      ...nameColumns(of.displayName),
      type: of.type,
      discipline: of.discipline ?? usualDiscipline,
      status: 'Draft',
      share_type: null,
      prefix: of.idPrefix ?? null,
      error_status: status,
      version: 1,
      source_id: null,
      ...made,
      modified: now,
      modified_by: caller.userId,
      revision: 1,
    };
    await insertDefinition(tx, row);
    await insertLayout(tx, { definition_id: row.id, version: 1, definition: of.layout, ...made });
    return row;
  });
