import type { Reader } from '../../../kernel/db/database.ts';
import { isUnreadable, readLayout } from '../layout/read.ts';
import { listGroupsIn, type Verdict, validateLayout } from '../layout/validate.ts';
import { listGroupsAmong } from '../list-group/store.ts';
import { imagesOf } from './store.ts';

/** What is wrong with a layout in a twin. `definitionId`: whose images it may name; undefined for a new one. */
export async function judgedIn(
  db: Reader,
  layout: string,
  twinId: string,
  definitionId: string | undefined,
): Promise<Verdict> {
  const read = readLayout(layout);
  const named = isUnreadable(read) ? [] : listGroupsIn(read.all);
  const groups = await listGroupsAmong(db, twinId, named);
  const images = definitionId === undefined ? [] : await imagesOf(db, definitionId);
  return validateLayout(layout, {
    listGroups: new Set(groups.map(({ id }) => id)),
    images: new Set(images.map((image) => image.file_id)),
  });
}
