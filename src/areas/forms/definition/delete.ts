import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { definitionInUse } from '../errors.ts';
import { purgeDeletedForms } from '../form/purge.ts';
import type { DefinitionRow } from '../tables.ts';
import { countForms, definitionAgain, deleteDefinitionRows } from './store.ts';

/** Deletes a definition that no form needs; `hard`: deleted forms of it go for good. */
export async function deleteDefinition({ resource }: Located<DefinitionRow>, hard: boolean, context: Context) {
  const { ports, write } = context;
  const outcome = await write(async (tx) => {
    const row = await definitionAgain(tx, resource.id);
    const { live, stored } = await countForms(tx, row.id);
    if (live > 0 || (stored > 0 && !hard)) return fail(definitionInUse);
    if (stored > 0) await purgeDeletedForms(tx, row.id, ports);
    await ports.blobs.remove(tx, await deleteDefinitionRows(tx, row.id));
    const twin = await ports.twins.find(tx, row.twin_id);
    const content = { metadataId: row.uid, discipline: row.discipline };
    if (twin) await ports.events.raise(tx, { type: 'forms.metadataDeleted.v1', twin, content });
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}
