import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { blobsOf } from '../attachment/store.ts';
import { keptBlobs } from '../bcf/store.ts';
import { removeUnusedLayouts } from '../layout/store.ts';
import { q } from '../tables.ts';

/** Tables with what belongs to a form. */
const parts = [
  'form_assignees',
  'form_elements',
  'form_comments',
  'form_attachments',
  'form_audit',
  'form_bcf',
] as const;
const someAtOnce = 200;

const idsWhere = (column: 'definition_id' | 'twin_id', value: string) =>
  q.selectFrom('forms').select(['id', 'definition_id']).where(column, '=', value);

/** Removes forms for good, with everything of them and the layouts that only they needed. */
async function purge(
  tx: Transaction,
  forms: readonly { readonly id: string; readonly definition_id: string }[],
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<void> {
  for (let at = 0; at < forms.length; at += someAtOnce) {
    const ids = forms.slice(at, at + someAtOnce).map(({ id }) => id);
    const files = q.selectFrom('form_attachments').select(['blob_id', 'copies']).where('form_id', 'in', ids);
    const stored = await tx.all(files);
    await blobs.remove(tx, stored.flatMap(blobsOf));
    await blobs.remove(tx, await keptBlobs(tx, ids));
    for (const table of parts) await tx.run(q.deleteFrom(table).where('form_id', 'in', ids));
    await tx.run(q.deleteFrom('forms').where('id', 'in', ids));
  }
  for (const id of new Set(forms.map((form) => form.definition_id))) await removeUnusedLayouts(tx, id);
}

/** The deleted forms of a definition. */
export async function purgeDeletedForms(tx: Transaction, definitionId: string, ports: Pick<Ports, 'blobs'>) {
  await purge(tx, await tx.all(idsWhere('definition_id', definitionId).where('deleted', 'is not', null)), ports);
}

/** All forms of a twin. */
export async function purgeFormsOfTwin(tx: Transaction, twinId: string, ports: Pick<Ports, 'blobs'>) {
  await purge(tx, await tx.all(idsWhere('twin_id', twinId)), ports);
}

/** Some of the forms that were deleted before an instant; answers whether there may be more. */
export async function purgeSomeDeleted(tx: Transaction, before: number, ports: Pick<Ports, 'blobs'>) {
  const old = q.selectFrom('forms').select(['id', 'definition_id']).where('deleted', '<=', before).limit(someAtOnce);
  const forms = await tx.all(old);
  await purge(tx, forms, ports);
  return forms.length === someAtOnce;
}
