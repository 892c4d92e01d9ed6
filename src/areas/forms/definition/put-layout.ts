import type { Context } from '../../../api/http/context.ts';
import { fail } from '../../../api/http/problem.ts';
import { definitionNotEditable } from '../errors.ts';
import { insertLayout, layoutText, removeUnusedLayouts } from '../layout/store.ts';
import type { DefinitionRow } from '../tables.ts';
import { judgedIn } from './context.ts';
import { changeDefinition, definitionAgain } from './store.ts';

/** Makes a layout the newest version of a definition, unless it is that already. */
export const putLayout = ({ id }: DefinitionRow, layout: string, { write, caller, now }: Context) =>
  write(async (tx) => {
    const row = await definitionAgain(tx, id);
    if (row.status !== 'Draft' && row.status !== 'Maintenance') return fail(definitionNotEditable);
    if (layout === (await layoutText(tx, row.id, row.version))) return row;
    const version = row.version + 1;
    await insertLayout(tx, {
      definition_id: row.id,
      version,
      definition: layout,
      created: now,
      created_by: caller.userId,
    });
    const { status } = await judgedIn(tx, layout, row.twin_id, row.id);
    const changed = await changeDefinition(tx, row, { version, error_status: status }, { userId: caller.userId, now });
    await removeUnusedLayouts(tx, row.id);
    return changed;
  });
