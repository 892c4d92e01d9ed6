import type { ArchiveKind, StoredRow } from '../../../api/archive/kind.ts';
import { contentsIn } from '../../../api/archive/record.ts';
import type { EntryIndex } from '../../../engines/archive/entry-index.ts';
import { wholeOf } from '../../../engines/archive/unpacked.ts';
import type { ZipFile } from '../../../engines/archive/zip-directory.ts';
import { isPicture } from '../../../kernel/pictures.ts';
import { contentName } from '../snapshot/plan.ts';
import { type LinePlace, refusals } from './faults.ts';

/** Whether the contents of a record are pictures, as they have to be of its kind. Throws `ArchiveRefused`. */
export async function checkPictures(
  { file, index }: { readonly file: ZipFile; readonly index: EntryIndex },
  kind: ArchiveKind,
  record: StoredRow,
  place: LinePlace,
): Promise<void> {
  const { pictures } = kind;
  if (pictures === undefined) return;
  const member = kind.columns.find(({ code }) => code.includes('blob'))?.member ?? 'image';
  for (const content of contentsIn(kind, record)) {
    const entry = index.find(contentName(content.slice(0, 64)));
    if (entry === undefined) continue; // told with the other references
    if (entry.size > pictures.bytes) throw refusals.invalid(place, member, `must have at most ${pictures.bytes} bytes`);
    const bytes = await wholeOf(file, entry);
    if (!(await isPicture(bytes, pictures.pixels)))
      throw refusals.invalid(place, member, 'must be a PNG or JPEG picture');
  }
}
