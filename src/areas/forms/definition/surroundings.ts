import type { Reader } from '../../../kernel/db/database.ts';
import { imagesOf } from '../definition.store.ts';
import { judgeLayout, listGroupsIn, type Verdict } from '../layout/judge.ts';
import { isUnreadable, readLayout } from '../layout/read.ts';
import { listGroupsAmong } from '../list-group.store.ts';

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
  return judgeLayout(layout, {
    listGroups: new Set(groups.map(({ id }) => id)),
    images: new Set(images.map((image) => image.file_id)),
  });
}
