import { setImmediate as breathe } from 'node:timers/promises';
import { timeOfId } from '../../../std/time-id.ts';
import { isDamage } from '../../../std/unavailable.ts';
import type { BesideFile } from '../../db/sqlite-beside.ts';
import type { Entry, NewEntry } from '../entry.ts';
import { anyBranch, branchesOf, hoursOf, withoutEarlier } from './conditions.ts';
import { groupColumns, groupOf } from './groups.ts';
import {
  bodiesOf,
  bodiesTableOf,
  columnList,
  columns,
  durationOf,
  entryOf,
  hourMs,
  hourOf,
  type Row,
  rowOf,
  tableOf,
} from './rows.ts';
import { dropHour, hoursIn, makeHour, openWhole, putAside } from './sqlite-schema.ts';
import { type Range, rowsPerTurn, type Select, steppedRanges } from './sqlite-steps.ts';
import type { Asked, Duration, EntryGroup, RequestStore } from './store.ts';

const keyHours = 24;
const marks = columns.map(() => '?').join(', ');

/**
 * A file of its own, written and read by all processes of the machine: a table an hour, which goes whole. Other work has
 * its turn between the steps of a long read. `told` hears where a damaged file was put.
 */
export function openSqliteStore(path: string, told: (aside: string) => void): RequestStore {
  let file = openWhole(path, told);

  /** A damaged page stays damaged: what is left is put aside, and a new file begun. */
  function beginAnewAfter(error: unknown): void {
    if (!isDamage(error)) return;
    file.close();
    putAside(path, told);
    file = openWhole(path, told);
  }
  const select: Select = (sql, values) => {
    try {
      return file.all(sql, values);
    } catch (error) {
      beginAnewAfter(error);
      throw error;
    }
  };

  return {
    async write(entries) {
      try {
        await file.transaction(() => insertAll(file, entries));
      } catch (error) {
        beginAnewAfter(error);
        throw error;
      }
    },
    list: (asked, limit) => newest(select, asked, limit),
    arrivals: (asked, limit) => arrived(select, asked, limit),
    lastSequence: async () => Number(select('SELECT last FROM state', [])[0]?.last ?? 0),
    async bodiesOf(id) {
      const hour = hourOf(timeOfId(id));
      if (!hoursIn({ all: select }).includes(hour)) return undefined;
      return bodiesOf(select(`SELECT request, response FROM ${bodiesTableOf(hour)} WHERE id = ?`, [id])[0]);
    },
    groups: (asked) => grouped(select, asked),
    durations: (asked, limit) => durationsOf(select, asked, limit),
    oldest: async () => oldestIn(select),
    async forgetBodies(clientId) {
      for (const hour of hoursIn({ all: select })) {
        await file.transaction(() => {
          file.run(`DELETE FROM ${bodiesTableOf(hour)} WHERE client_id = ?`, [clientId]);
          file.run(`UPDATE ${tableOf(hour)} SET bodies = 0 WHERE client_id = ? AND bodies = 1`, [clientId]);
        });
        await breathe();
      }
    },
    tidy: (before, mostBytes, now) => tidied(file, before, mostBytes, now),
    close: async () => file.close(),
  };
}

function insertAll(file: BesideFile, entries: readonly NewEntry[]): void {
  const known = new Set(hoursIn(file));
  let sequence = Number(file.all('SELECT last FROM state', [])[0]?.last ?? 0);
  for (const entry of entries) {
    const hour = hourOf(timeOfId(entry.id));
    if (!known.has(hour)) makeHour(file, hour);
    known.add(hour);
    const first = entry.keyDigest === null ? null : firstWithKey(file, entry.keyDigest, hour, known);
    const row = rowOf(entry, ++sequence, first);
    file.run(`INSERT INTO ${tableOf(hour)} (${columnList}) VALUES (${marks})`, row);
    if (entry.bodies === undefined) continue;
    const { request, response } = entry.bodies;
    file.run(`INSERT INTO ${bodiesTableOf(hour)} VALUES (?, ?, ?, ?)`, [
      entry.id,
      entry.clientId,
      JSON.stringify(request),
      JSON.stringify(response),
    ]);
  }
  file.run('UPDATE state SET last = ?', [sequence]);
}

function firstWithKey(file: BesideFile, digest: string, hour: number, known: ReadonlySet<number>): string | null {
  for (let at = hour - keyHours; at <= hour; at++) {
    if (!known.has(at)) continue;
    const [found] = file.all(`SELECT min(id) AS id FROM ${tableOf(at)} WHERE key_digest = ?`, [digest]);
    if (typeof found?.id === 'string') return found.id;
  }
  return null;
}

/** The ranges of each hour and branch, the newest hour first; no entry is in two of one hour. */
async function* rangesOf(select: Select, asked: Asked): AsyncGenerator<Range & { readonly hour: number }, void> {
  const [first, last] = hoursOf(asked);
  const branches = branchesOf(asked);
  for (const hour of hoursIn({ all: select })) {
    if (hour < first || hour > last) continue;
    for (const [at, branch] of branches.entries()) {
      for await (const range of steppedRanges(select, hour, branch, withoutEarlier(branches, at))) {
        yield { ...range, hour };
      }
    }
  }
}

/** The newest of each branch of an hour, then of all of them. */
async function newest(select: Select, asked: Asked, limit: number): Promise<Entry[]> {
  const [first, last] = hoursOf(asked);
  const branches = branchesOf(asked);
  const found: Entry[] = [];
  for (const hour of hoursIn({ all: select })) {
    if (hour < first || hour > last) continue;
    const rows: Row[] = [];
    for (const [at, branch] of branches.entries()) {
      const enough = rows.length + limit - found.length;
      for await (const { from, where } of steppedRanges(select, hour, branch, withoutEarlier(branches, at))) {
        const sql = `SELECT ${columnList} FROM ${from} WHERE ${where.sql} ORDER BY id DESC LIMIT ${enough - rows.length}`;
        rows.push(...select(sql, where.values));
        if (rows.length >= enough) break;
      }
    }
    found.push(...rows.map(entryOf).sort((a, b) => (a.id < b.id ? 1 : -1)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function arrived(select: Select, asked: Asked, limit: number): Promise<Entry[]> {
  const where = anyBranch(branchesOf(asked));
  const found: Entry[] = [];
  for (const hour of hoursIn({ all: select })) {
    const table = tableOf(hour);
    const last = Number(select(`SELECT max(sequence) AS last FROM ${table}`, [])[0]?.last ?? 0);
    for (let at = asked.after ?? 0; at < last; at += rowsPerTurn) {
      const range = `sequence > ? AND sequence <= ? AND ${where.sql}`;
      const sql = `SELECT ${columnList} FROM ${table} NOT INDEXED WHERE ${range} ORDER BY sequence LIMIT ${limit}`;
      found.push(...select(sql, [at, at + rowsPerTurn, ...where.values]).map(entryOf));
      await breathe();
    }
  }
  return found.sort((a, b) => a.sequence - b.sequence).slice(0, limit);
}

async function grouped(select: Select, asked: Asked): Promise<EntryGroup[]> {
  const groups: EntryGroup[] = [];
  for await (const { from, where, hour } of rangesOf(select, asked)) {
    const sql = `SELECT ${groupColumns} FROM ${from} WHERE ${where.sql} GROUP BY operation_id, status, code, client_id`;
    groups.push(...select(sql, where.values).map((row) => groupOf(row, hour)));
  }
  return groups;
}

async function durationsOf(select: Select, asked: Asked, limit: number): Promise<Duration[]> {
  const found: Duration[] = [];
  for await (const { from, where } of rangesOf(select, asked)) {
    const sql = `SELECT operation_id, ms, sampled FROM ${from} WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit - found.length}`;
    found.push(...select(sql, where.values).map(durationOf));
    if (found.length >= limit) break;
  }
  return found;
}

function oldestIn(select: Select): number | undefined {
  for (const hour of hoursIn({ all: select }).reverse()) {
    const id = select(`SELECT min(id) AS id FROM ${tableOf(hour)}`, [])[0]?.id;
    if (typeof id === 'string') return timeOfId(id);
  }
  return undefined;
}

async function tidied(file: BesideFile, before: number, mostBytes: number, now: number): Promise<void> {
  for (const hour of hoursIn(file).reverse()) {
    const isOver = (hour + 1) * hourMs <= before;
    if (!isOver && (hour >= hourOf(now) || bytesOf(file) <= mostBytes)) break;
    await file.transaction(() => dropHour(file, hour));
    await breathe();
  }
  file.exec('PRAGMA incremental_vacuum(2000)');
}

function bytesOf(file: BesideFile): number {
  const fact = (name: string) => Number(Object.values(file.all(`PRAGMA ${name}`, [])[0] ?? {})[0] ?? 0);
  return (fact('page_count') - fact('freelist_count')) * fact('page_size');
}
