import { hash } from 'node:crypto';
import type { Database, Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { jsonOf, readJson } from '../../std/json.ts';
import { type Payload, type PayloadRow, q } from '../tables.ts';

export interface StoredPayload {
  readonly payload: Payload;
  readonly consumed: number | null;
  readonly expires: number;
  readonly rowId: string;
}

export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

export const payloadId = (kind: string, id: string): string => sha256(`${kind}\n${id}`);

const byId = prepared((p: { id: string }) => q.selectFrom('auth_payloads').selectAll().where('id', '=', p.id));
const byLookup = prepared((p: { lookup: string; kind: string }) =>
  q.selectFrom('auth_payloads').selectAll().where('lookup', '=', p.lookup).where('kind', '=', p.kind),
);
const upsert = prepared((p: PayloadRow) =>
  q
    .insertInto('auth_payloads')
    .values({
      id: p.id,
      kind: p.kind,
      payload: p.payload,
      grant_id: p.grant_id,
      account_id: p.account_id,
      client_id: p.client_id,
      lookup: p.lookup,
      consumed: p.consumed,
      expires: p.expires,
    })
    .onConflict((on) =>
      on.column('id').doUpdateSet({
        payload: p.payload,
        expires: p.expires,
        account_id: p.account_id,
        grant_id: p.grant_id,
      }),
    ),
);
const consume = prepared((p: { id: string; now: number }) =>
  q.updateTable('auth_payloads').set({ consumed: p.now }).where('id', '=', p.id).where('consumed', 'is', null),
);
const remove = prepared((p: { id: string }) => q.deleteFrom('auth_payloads').where('id', '=', p.id));

export interface NewPayload {
  readonly kind: string;
  readonly id: string;
  readonly payload: Payload;
  readonly expires: number;
  readonly grantId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly lookup?: string | undefined;
}

/** Keeps a value under the hash of its secret id; a second time it replaces the value. */
export async function putPayload(tx: Transaction, entry: NewPayload): Promise<void> {
  await tx.run(upsert, {
    id: payloadId(entry.kind, entry.id),
    kind: entry.kind,
    payload: jsonOf(entry.payload),
    grant_id: entry.grantId ?? null,
    account_id: entry.accountId ?? null,
    client_id: entry.clientId ?? null,
    lookup: entry.lookup ?? null,
    consumed: null,
    expires: entry.expires,
  });
}

const stored = (row: PayloadRow | undefined): StoredPayload | undefined =>
  row && { payload: readJson(row.payload), consumed: row.consumed, expires: row.expires, rowId: row.id };

export const findPayload = async (db: Reader, kind: string, id: string): Promise<StoredPayload | undefined> =>
  stored(await db.first(byId, { id: payloadId(kind, id) }));

export const findPayloadBy = async (db: Reader, kind: string, lookup: string): Promise<StoredPayload | undefined> =>
  stored(await db.first(byLookup, { kind, lookup }));

/** Marks as used; false when it was used before. */
export const consumePayload = async (tx: Transaction, kind: string, id: string, now: number): Promise<boolean> =>
  (await tx.run(consume, { id: payloadId(kind, id), now })) === 1;

export const removePayload = (tx: Transaction, kind: string, id: string): Promise<number> =>
  tx.run(remove, { id: payloadId(kind, id) });

/**
 * Replaces a value only while it is what the caller decided on; false, and nothing is changed, where somebody else was
 * quicker. `isOpen`: whether a value as it is now waits for the decision.
 */
export async function decidePayload(
  tx: Transaction,
  entry: NewPayload,
  isOpen: (payload: Payload) => boolean,
): Promise<boolean> {
  const found = await findPayload(tx, entry.kind, entry.id);
  if (found === undefined || found.consumed !== null || !isOpen(found.payload)) return false;
  await putPayload(tx, entry);
  return true;
}

/** Takes a value that may be had only once. */
export async function takePayload(db: Database, kind: string, id: string, now: number): Promise<Payload | undefined> {
  return db.write(async (tx) => {
    const found = await findPayload(tx, kind, id);
    if (found === undefined) return undefined;
    await removePayload(tx, kind, id);
    return found.expires > now ? found.payload : undefined;
  });
}

export const removeExpiredPayloads = (tx: Transaction, now: number): Promise<number> =>
  tx.run(q.deleteFrom('auth_payloads').where('expires', '<', now));
