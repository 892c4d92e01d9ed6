import { codeOf } from '../../../std/errors.ts';
import { firstIdOf, timeOfId } from '../../../std/time-id.ts';
import { type Deadlines, type Held, openPool, type PostgresPool, usualDeadlines } from '../../db/postgres-pool.ts';
import type { Entry, NewEntry } from '../entry.ts';
import { anyBranch, type Branch, branchesOf, hoursOf, wholeOf } from './conditions.ts';
import { groupColumns, groupOf } from './groups.ts';
import { bytesOf, dropHour, hoursIn, makeHours, makeTables } from './postgres-schema.ts';
import {
  bodiesOf,
  columnList,
  columns,
  durationOf,
  entryOf,
  hourMs,
  hourOf,
  type Row,
  rowOf,
  tableOf,
  type Value,
} from './rows.ts';
import type { Asked, Duration, EntryGroup, RequestStore } from './store.ts';

const connections = 2;
/** A log is not waited for as long as data. */
const deadlines: Deadlines = { ...usualDeadlines, connectionTimeoutMillis: 3000 };
const keyHours = 24;
const hoursAhead = 2;
/** Hours that one statement asks for; more each time that there is not enough. */
const mostHoursTogether = 32;
const undefinedTable = '42P01';
const noPartition = '23514';

/**
 * Tables that are parts of `requests`, one an hour, made ahead and dropped whole, beside the tables of the program. Its
 * connections are its own, so that it never shares a transaction with anybody.
 */
export function openPostgresStore(url: string): RequestStore {
  const pool = openPool(url, connections, deadlines);
  const { made, ensure, forget, select, reading, holding } = hoursOn(pool);

  return {
    async write(entries) {
      await made();
      await ensure(entries.map(({ id }) => hourOf(timeOfId(id))));
      await holding((held) => insertAll(held, entries)).catch((error) => {
        if (codeOf(error) === noPartition) forget(); // another process has dropped it
        throw error;
      });
    },
    list: (asked, limit) => reading(() => newest(pool, select, asked, limit)),
    arrivals: (asked, limit) =>
      reading(async () => {
        const { sql, values } = anyBranch(branchesOf(asked));
        const rows = await select(
          `SELECT ${columnList} FROM requests WHERE ${sql} ORDER BY sequence LIMIT ${limit}`,
          values,
        );
        return rows.map(entryOf);
      }),
    lastSequence: () => reading(async () => Number((await select('SELECT last FROM request_log_state'))[0]?.last ?? 0)),
    bodiesOf: (id) =>
      reading(async () =>
        bodiesOf((await select('SELECT request, response FROM request_bodies WHERE id = ?', [id]))[0]),
      ),
    groups: (asked) => reading(() => grouped(pool, select, asked)),
    durations: (asked, limit) => reading(() => durationsOf(pool, select, asked, limit)),
    oldest: () =>
      reading(async () => {
        const [row] = await select('SELECT id FROM requests ORDER BY id LIMIT 1');
        return row === undefined ? undefined : timeOfId(String(row.id));
      }),
    forgetBodies: (clientId) =>
      reading(async () => {
        await select('DELETE FROM request_bodies WHERE client_id = ?', [clientId]);
        await select('UPDATE requests SET bodies = 0 WHERE client_id = ? AND bodies = 1', [clientId]);
      }),
    async tidy(before, mostBytes, now) {
      await made();
      await ensure(Array.from({ length: hoursAhead + 1 }, (_, at) => hourOf(now) + at));
      for (const hour of (await hoursIn(pool)).reverse()) {
        const isOver = (hour + 1) * hourMs <= before;
        if (!isOver && (hour >= hourOf(now) || (await bytesOf(pool)) <= mostBytes)) break;
        await holding((held) => dropHour(held, hour));
        forget();
      }
    },
    close: () => pool.close(),
  };
}

/** The tables of the log: made at their first use, and hours before they are written. */
function hoursOn(pool: PostgresPool) {
  let ready: Promise<void> | undefined;
  const known = new Set<number>();
  const holding = async <T>(work: (held: Held) => Promise<T>): Promise<T> => {
    const held = await pool.hold();
    let lost = true;
    try {
      const result = await work(held);
      lost = false;
      return result;
    } finally {
      held.release(lost);
    }
  };
  const made = (): Promise<void> => {
    ready ??= holding(makeTables).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
  async function ensure(hours: Iterable<number>): Promise<void> {
    const missing = [...new Set(hours)].filter((hour) => !known.has(hour));
    if (missing.length === 0) return;
    await holding((held) => makeHours(held, missing));
    for (const hour of missing) known.add(hour);
  }
  const select = async (sql: string, values: readonly Value[] = []): Promise<Row[]> =>
    (await pool.query({ text: numbered(sql), values: [...values] })).rows;
  /** An hour may go between the look at which there are and the statement. */
  const reading = async <T>(work: () => Promise<T>): Promise<T> => {
    await made();
    return work().catch((error) => {
      if (codeOf(error) !== undefinedTable) throw error;
      return work();
    });
  };
  return { holding, made, ensure, forget: () => known.clear(), select, reading };
}

type Select = (sql: string, values?: readonly Value[]) => Promise<Row[]>;

/** With `$1` for `?`; no text of ours holds a question mark otherwise. */
function numbered(sql: string): string {
  let at = 0;
  return sql.replaceAll('?', () => `$${++at}`);
}

/** The line of the state is locked until the end, so that what has a lower number is never seen later. */
async function insertAll(held: Held, entries: readonly NewEntry[]): Promise<void> {
  await held.query('BEGIN');
  const count = entries.length;
  const { rows } = await held.query({
    text: 'UPDATE request_log_state SET last = last + $1 RETURNING last',
    values: [count],
  });
  const last = Number(rows[0]?.last ?? count);
  const firsts = await firstsWithKeys(held, entries);
  const values = entries.map((entry, at) => {
    const first = entry.keyDigest === null ? null : (firsts.get(entry.keyDigest) ?? null);
    if (entry.keyDigest !== null && first === null) firsts.set(entry.keyDigest, entry.id);
    const row = rowOf(entry, last - count + at + 1, first);
    return Object.fromEntries(columns.map((column, place) => [column, row[place]]));
  });
  await insert(held, 'requests', values);
  const bodies = entries.flatMap(({ id, clientId, bodies: kept }) =>
    kept
      ? [{ id, client_id: clientId, request: JSON.stringify(kept.request), response: JSON.stringify(kept.response) }]
      : [],
  );
  if (bodies.length > 0) await insert(held, 'request_bodies', bodies);
  await held.query('COMMIT');
}

/** Texts of requests may hold what PostgreSQL takes in no text. */
const insert = (held: Held, table: string, rows: readonly object[]) =>
  held.query({
    text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
    values: [JSON.stringify(rows).replaceAll('\\u0000', '\\ufffd')],
  });

async function firstsWithKeys(held: Held, entries: readonly NewEntry[]): Promise<Map<string, string>> {
  const digests = [...new Set(entries.flatMap(({ keyDigest }) => keyDigest ?? []))];
  if (digests.length === 0) return new Map();
  const { rows } = await held.query({
    text: 'SELECT key_digest, min(id) AS id FROM requests WHERE key_digest = ANY($1) AND id >= $2 GROUP BY key_digest',
    values: [digests, idHoursAgo(entries)],
  });
  return new Map(rows.map(({ key_digest, id }) => [String(key_digest), String(id)]));
}

const idHoursAgo = ([first]: readonly NewEntry[]): string =>
  firstIdOf((first === undefined ? 0 : timeOfId(first.id)) - keyHours * hourMs);

async function hoursAsked(pool: PostgresPool, asked: Asked): Promise<number[]> {
  const [first, last] = hoursOf(asked);
  return (await hoursIn(pool)).filter((hour) => hour >= first && hour <= last);
}

async function newest(pool: PostgresPool, select: Select, asked: Asked, limit: number): Promise<Entry[]> {
  const branches = branchesOf(asked);
  const hours = await hoursAsked(pool, asked);
  const found = new Map<string, Entry>();
  for (
    let at = 0, together = 1;
    at < hours.length && found.size < limit;
    at += together, together = Math.min(2 * together, mostHoursTogether)
  ) {
    const parts = hours
      .slice(at, at + together)
      .flatMap((hour) => branches.map((branch) => newestOf(hour, branch, limit)));
    const rows = await select(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ values }) => values),
    );
    for (const row of rows) found.set(String(row.id), entryOf(row));
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}

function newestOf(hour: number, branch: Branch, limit: number) {
  const { sql, values } = wholeOf(branch);
  const one = `SELECT ${columnList} FROM ${tableOf(hour)} WHERE ${sql} ORDER BY id DESC LIMIT ${limit}`;
  return { sql: `SELECT * FROM (${one}) AS part`, values };
}

async function grouped(pool: PostgresPool, select: Select, asked: Asked): Promise<EntryGroup[]> {
  const { sql, values } = anyBranch(branchesOf(asked));
  const groups: EntryGroup[] = [];
  for (const hour of await hoursAsked(pool, asked)) {
    const from = `FROM ${tableOf(hour)} WHERE ${sql} GROUP BY operation_id, status, code, client_id`;
    groups.push(...(await select(`SELECT ${groupColumns} ${from}`, values)).map((row) => groupOf(row, hour)));
  }
  return groups;
}

async function durationsOf(pool: PostgresPool, select: Select, asked: Asked, limit: number): Promise<Duration[]> {
  const { sql, values } = anyBranch(branchesOf(asked));
  const found: Duration[] = [];
  for (const hour of await hoursAsked(pool, asked)) {
    const from = `FROM ${tableOf(hour)} WHERE ${sql} ORDER BY id DESC LIMIT ${limit - found.length}`;
    found.push(...(await select(`SELECT operation_id, ms, sampled ${from}`, values)).map(durationOf));
    if (found.length >= limit) break;
  }
  return found;
}
