import type { Prediction } from '../../../engines/drawings/prediction.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { q, type TagRow } from '../tables.ts';
import { tagKey } from '../tag-key.ts';

const atOnce = 500;

/** Where symbols with a tag are on a sheet; what was deleted is nowhere. */
export const tagsOf = (
  place: Pick<TagRow, 'inference_id' | 'twin_id' | 'sheet'>,
  { regions }: Pick<Prediction, 'regions'>,
): TagRow[] =>
  regions.flatMap(({ id: region_id, userLabel: tag = '', modelClass: model_class, status }) => {
    const tag_key = tagKey(tag);
    if (tag_key === undefined || model_class === undefined || status === 'deleted') return [];
    return [{ ...place, region_id, tag_key, tag, model_class, status }];
  });

/** In the place of what was there of the sheet. */
export async function putTags(
  tx: Transaction,
  inference: string,
  sheet: string,
  rows: readonly TagRow[],
): Promise<void> {
  await tx.run(q.deleteFrom('pnid_tags').where('inference_id', '=', inference).where('sheet', '=', sheet));
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx.run(q.insertInto('pnid_tags').values(rows.slice(at, at + atOnce)));
  }
}

export const removeTags = (tx: Transaction, inference: string) =>
  tx.run(q.deleteFrom('pnid_tags').where('inference_id', '=', inference));

/** Symbols of a tag on the drawings of a twin that were read, the newest run first. */
export const findTags = (db: Reader, twin: string, key: string, most: number): Promise<TagRow[]> =>
  db.all(
    q
      .selectFrom('pnid_tags')
      .innerJoin('pnid_runs', 'pnid_runs.inference_id', 'pnid_tags.inference_id')
      .selectAll('pnid_tags')
      .where('pnid_tags.twin_id', '=', twin)
      .where('pnid_tags.tag_key', '=', key)
      .where('pnid_runs.status', '=', 'completed')
      .orderBy('pnid_runs.created', 'desc')
      .orderBy('pnid_tags.inference_id')
      .orderBy('pnid_tags.sheet')
      .orderBy('pnid_tags.region_id')
      .limit(most),
  );
