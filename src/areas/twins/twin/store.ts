import { NoLongerThere } from '../../../api/http/problem.ts';
import type { DataCenter, SubClass } from '../../../api/ports/twin-shape.ts';
import type { TwinFacts, Twins } from '../../../api/ports/twins.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { sortKey } from '../../../std/collation.ts';
import { fold } from '../../../std/text.ts';
import { q, type TwinRow } from '../tables.ts';

const byId = prepared((p: { id: string }) =>
  q.selectFrom('twins').selectAll().where('id', '=', p.id).where('deleted', 'is', null),
);

/** A twin that is not deleted. */
export const findRow = (db: Reader, id: string): Promise<TwinRow | undefined> => db.first(byId, { id });

/** The row of a twin whose access was checked in the same request. Errors: `Gone`, when it was deleted since. */
export async function rowOf(db: Reader, id: string): Promise<TwinRow> {
  const row = await findRow(db, id);
  if (row === undefined) throw new NoLongerThere(`Twin ${id} was deleted.`);
  return row;
}

export const factsOf = (row: TwinRow): TwinFacts => ({
  id: row.id,
  class: row.class,
  subClass: row.sub_class,
  number: row.number,
  displayName: row.display_name,
  parentId: row.parent_id,
  accountId: row.account_id,
  ownerOrganizationId: row.owner_organization_id,
  ownerUserId: row.owner_user_id,
  timeZone: row.time_zone,
  version: row.version,
  sandboxId: row.sandbox_id,
});

export const findTwin: Twins['find'] = async (db, twinId) => {
  const row = await findRow(db, twinId);
  return row && factsOf(row);
};

const inAccounts = (order: 'asc' | 'desc') =>
  prepared(() =>
    q
      .selectFrom('twins')
      .select('account_id')
      .where('deleted', 'is', null)
      .where('class', '<>', 'Account')
      .orderBy('account_id', order)
      .limit(1),
  );
const inFirstAccount = inAccounts('asc');
const inLastAccount = inAccounts('desc');

export async function severalAccounts(db: Reader): Promise<boolean> {
  const first = await db.first(inFirstAccount, {});
  return first !== undefined && first.account_id !== (await db.first(inLastAccount, {}))?.account_id;
}

/** What a person may set, as columns with their folded and sorted companions. */
export interface TwinValues {
  readonly type?: string | null | undefined;
  readonly number?: string | undefined;
  readonly displayName?: string | undefined;
  readonly geographicLocation?: string | null | undefined;
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly ianaTimeZone?: string | null | undefined;
  readonly status?: TwinRow['status'] | undefined;
}

type Columns = Partial<TwinRow>;

const text = (value: string | null | undefined, make: (value: string) => Columns, none: Columns): Columns =>
  value === undefined ? {} : value === null ? none : make(value);

/** The columns of the given values; an absent value has none. */
export function columnsOf(values: TwinValues): Columns {
  const { type, number, displayName, geographicLocation, ianaTimeZone, latitude, longitude, status } = values;
  return {
    ...text(type, (v) => ({ type: v, type_folded: fold(v), type_sorted: sortKey(v) }), {
      type: null,
      type_folded: null,
      type_sorted: null,
    }),
    ...text(number, (v) => ({ number: v, number_folded: fold(v), number_sorted: sortKey(v) }), {}),
    ...text(
      displayName,
      (v) => ({ display_name: v, display_name_folded: fold(v), display_name_sorted: sortKey(v) }),
      {},
    ),
    ...text(geographicLocation, (v) => ({ location: v, location_folded: fold(v), location_sorted: sortKey(v) }), {
      location: null,
      location_folded: null,
      location_sorted: null,
    }),
    ...text(ianaTimeZone, (v) => ({ time_zone: v, time_zone_sorted: sortKey(v) }), {
      time_zone: null,
      time_zone_sorted: null,
    }),
    ...(latitude === undefined ? {} : { latitude }),
    ...(longitude === undefined ? {} : { longitude }),
    ...(status === undefined ? {} : { status }),
  };
}

interface Numbered {
  readonly accountId: string;
  readonly subClass: SubClass;
  readonly number: string;
  readonly except: string;
}

const numberTaken = (operator: 'is' | 'is not') =>
  prepared((p: Numbered) =>
    q
      .selectFrom('twins')
      .select('id')
      .where('account_id', '=', p.accountId)
      .where('sub_class', '=', p.subClass)
      .where('number_folded', '=', p.number)
      .where('deleted', 'is', null)
      .where('sandbox_id', operator, null)
      .where('id', '<>', p.except),
  );
const takenInProduction = numberTaken('is');
const takenInSandboxes = numberTaken('is not');

/** True when another live twin of the same account, mode and subClass has the number. */
export async function isNumberTaken(
  db: Reader,
  { accountId, subClass, id, sandboxId }: Pick<TwinFacts, 'accountId' | 'subClass' | 'id' | 'sandboxId'>,
  number: string,
): Promise<boolean> {
  const taken = sandboxId === null ? takenInProduction : takenInSandboxes;
  return (await db.first(taken, { accountId, subClass, number: fold(number), except: id })) !== undefined;
}

/** Where a new twin hangs: below a parent, or at the root of an account of its own. */
export type TwinPlace = Pick<TwinFacts, 'ownerOrganizationId' | 'ownerUserId'> & {
  readonly parentId: string | null;
  readonly accountId: string;
  /** Null for a production twin. */
  readonly sandboxId: string | null;
};

export const below = (parent: TwinFacts): TwinPlace => ({ ...parent, parentId: parent.id });

interface NewTwin {
  readonly id: string;
  readonly class: TwinRow['class'];
  readonly subClass: SubClass;
  readonly dataCenter?: DataCenter | null | undefined;
  readonly values: TwinValues & { readonly number: string; readonly displayName: string };
}

/** The row of a new twin; what is not given is empty, its status Active. */
export function newRow(twin: NewTwin, place: TwinPlace, creatorId: string, now: number): TwinRow {
  const {
    type = null,
    geographicLocation = null,
    latitude = null,
    longitude = null,
    ianaTimeZone = null,
  } = twin.values;
  const { number, displayName, status = 'Active' } = twin.values;
  const values = { type, number, displayName, geographicLocation, latitude, longitude, ianaTimeZone, status };
  return {
    ...(columnsOf(values) as Required<Columns>),
    id: twin.id,
    class: twin.class,
    sub_class: twin.subClass,
    data_center: twin.dataCenter ?? 'East US',
    parent_id: place.parentId,
    account_id: place.accountId,
    owner_organization_id: place.ownerOrganizationId,
    owner_user_id: place.ownerUserId,
    image: null,
    created: now,
    created_by: creatorId,
    modified: now,
    modified_by: creatorId,
    version: 1,
    deleted: null,
    sandbox_id: place.sandboxId,
  };
}

export const insertRow = (tx: Transaction, row: TwinRow): Promise<number> => tx.run(q.insertInto('twins').values(row));
