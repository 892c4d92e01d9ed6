import type { Context } from '../../../api/http/context.ts';
import { keyOf } from '../layout/controls.ts';
import { loadLayout } from '../layout/store.ts';
import type { AttachmentRow, FormRow } from '../tables.ts';
import { isPicture } from './files.ts';
import { allAttachments, copiesOf } from './store.ts';
import { makeThumbnails } from './thumbnails.ts';

/** The photo of a form that was attached first, its copies made. Undefined where none can be decoded. */
export async function firstPhoto(
  form: FormRow,
  context: Pick<Context, 'db' | 'ports' | 'write'>,
): Promise<AttachmentRow | undefined> {
  const { byKey } = await loadLayout(context.db, form.definition_id, form.layout_version);
  const isPhoto = (row: AttachmentRow): boolean =>
    isPicture(row) && byKey.get(keyOf(row.binding ?? ''))?.type !== 'Signature' && copiesOf(row)?.small !== null;
  const first = async () => (await allAttachments(context.db, form.id)).find(isPhoto);
  const found = await first();
  if (found === undefined || copiesOf(found)) return found;
  await makeThumbnails(form.id, context);
  return first();
}
