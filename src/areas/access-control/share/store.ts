import type { Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import { q, type ShareRow } from '../tables.ts';

const valid = (twinId: string, now: number) =>
  q
    .selectFrom('shares')
    .selectAll()
    .where('twin_id', '=', twinId)
    .where((on) => on.or([on('expires', 'is', null), on('expires', '>', now)]));

/** Shares of a twin that have not ended, by creation. */
export const sharesOf = (db: Reader, twinId: string, page: Page, now: number): Promise<ShareRow[]> =>
  db.all(
    valid(twinId, now)
      .orderBy('position')
      .orderBy('id')
      .limit(page.top + 1)
      .offset(page.skip),
  );

export const findShare = async (db: Reader, twinId: string, id: string, now: number): Promise<ShareRow | undefined> =>
  isUuid(id) ? db.first(valid(twinId, now).where('id', '=', id.toLowerCase())) : undefined;
