import { randomInt } from 'node:crypto';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { newId } from '../../std/ids.ts';
import { type OrganizationRow, q } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('auth_organizations').selectAll().where('id', '=', p.id));

export const organizationById = (db: Reader, id: string): Promise<OrganizationRow | undefined> =>
  db.first(byId, { id });

export const organizationIds = async (db: Reader): Promise<string[]> =>
  (await db.all(q.selectFrom('auth_organizations').select('id').orderBy('created').orderBy('id'))).map(({ id }) => id);

export async function insertOrganization(
  tx: Transaction,
  organization: { readonly id?: string; readonly name: string },
  now: number,
): Promise<OrganizationRow> {
  const row: OrganizationRow = {
    id: organization.id ?? newId(),
    name: organization.name,
    site: String(randomInt(1_000_000_000, 10_000_000_000)),
    created: now,
  };
  await tx.run(q.insertInto('auth_organizations').values(row));
  return row;
}

export async function renameOrganization(tx: Transaction, id: string, name: string): Promise<void> {
  await tx.run(q.updateTable('auth_organizations').set({ name }).where('id', '=', id));
}
