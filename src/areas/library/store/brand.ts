import type { GivenBrand } from '../../../api/ports/library.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { fold } from '../../../std/text.ts';
import { type BrandRow, q } from '../tables.ts';

export const findBrand = (db: Reader, id: string): Promise<BrandRow | undefined> =>
  db.first(q.selectFrom('library_brands').selectAll().where('id', '=', id.toLowerCase()));

/** By name. */
export const allBrands = (db: Reader): Promise<BrandRow[]> =>
  db.all(q.selectFrom('library_brands').selectAll().orderBy('name_folded').orderBy('id'));

/** True when an Account has published something. */
export const hasPublished = async (db: Reader, accountId: string): Promise<boolean> =>
  (await db.first(
    q
      .selectFrom('library_components')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', '=', 'Published')
      .limit(1),
  )) !== undefined;

/** Makes a brand, or brings it up to date. */
export async function ensureBrand(tx: Transaction, given: GivenBrand, now: number): Promise<void> {
  const id = given.id.toLowerCase();
  const content = {
    name: given.displayName,
    name_folded: fold(given.displayName),
    description: given.description ?? null,
    organization_id: given.organization.toLowerCase(),
    partnership: given.isPartnership ? 1 : 0,
  };
  const before = await findBrand(tx, id);
  if (before === undefined) {
    await tx.run(q.insertInto('library_brands').values({ id, ...content, created: now, modified: now, revision: 1 }));
    return;
  }
  const isSame = Object.entries(content).every(([name, value]) => Reflect.get(before, name) === value);
  if (isSame) return;
  const change = { ...content, modified: now, revision: before.revision + 1 };
  await tx.run(q.updateTable('library_brands').set(change).where('id', '=', id));
}
