import { createHash } from 'node:crypto';
import { readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import type { Position } from '../../../std/odata/order.ts';
import type { Literal } from '../../../std/odata/tree.ts';
import type { SecretBox } from '../../../std/secrets.ts';
import type { Versions } from '../query/open-data.ts';
import { q } from '../tables.ts';

/*
 * A reading is a set of versions: the pages of one reading come from the same ones. The address of a page names the
 * reading and the last row of the page before.
 */
const byId = prepared((p: { id: string }) => q.selectFrom('federation_readings').selectAll().where('id', '=', p.id));
const dayMs = 86_400_000;

/** Keeps versions, however many; answers by which name. */
export async function storeSnapshot(db: Database, twin_id: string, versions: Versions, now: number): Promise<string> {
  const text = JSON.stringify(Object.entries(versions).sort());
  const id = createHash('sha256').update(`${twin_id}\n${text}`).digest('base64url').slice(0, 22);
  const row = await db.first(byId, { id });
  if (row && row.used > now - dayMs / 2) return id;
  await db.write(async (tx) => {
    if (await tx.first(byId, { id })) {
      await tx.run(q.updateTable('federation_readings').set({ used: now }).where('id', '=', id));
    } else {
      await tx.run(q.insertInto('federation_readings').values({ id, twin_id, versions: text, used: now }));
    }
  });
  return id;
}

/** The versions of a reading; undefined when it is too old. */
export async function findSnapshot(db: Reader, twinId: string, id: string): Promise<Versions | undefined> {
  const row = await db.first(byId, { id });
  return row?.twin_id === twinId ? Object.fromEntries(JSON.parse(row.versions)) : undefined;
}

export const removeOldSnapshots = (db: Database, now: number): Promise<number> =>
  db.write((tx) => tx.run(q.deleteFrom('federation_readings').where('used', '<', now - 2 * dayMs)));

/** Where the next page goes on: after a row, or where that is too long for an address after so many rows. */
export interface Place {
  /** Empty where there are no versions. */
  readonly reading: string;
  readonly after: Position | null;
  readonly skip: number;
}

const longest = 1500;

export function placeText(
  box: SecretBox,
  binding: string,
  { reading, last, passed }: { readonly reading: string; readonly last: Position; readonly passed: number },
  now: number,
): string {
  const position = JSON.stringify(last);
  const place = Buffer.byteLength(position) > longest ? [reading, '', passed] : [reading, position, 0];
  return writeContinuation(box, binding, place, now);
}

/** Undefined for a token that is not of this reading, or a day old. */
export function readPlace(box: SecretBox, binding: string, token: string, now: number): Place | undefined {
  const found = readContinuation(box, binding, token, now);
  if (found === undefined) return undefined;
  const [reading, position, skip] = found;
  const after: Literal[] | null = position === '' ? null : JSON.parse(String(position));
  return { reading: String(reading), after, skip: Number(skip) };
}
