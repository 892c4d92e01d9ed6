import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { factOf } from '../../std/errors.ts';
import { evictOldest } from '../../std/evict-oldest.ts';

/** Prepares each statement once, and keeps at most so many, those that were made last. */
export function statementsOf(connection: DatabaseSync, most: number): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    let found = statements.get(sql);
    if (found === undefined) {
      if (statements.size >= most) evictOldest(statements);
      found = connection.prepare(sql);
      statements.set(sql, found);
    }
    return found;
  };
}

/** Another process may hold the write lock: waits for it so long, without blocking this one's event loop. */
export async function beginWrite(connection: DatabaseSync, mostMs: number): Promise<void> {
  const end = Date.now() + mostMs;
  for (;;) {
    try {
      return connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      const busy = factOf(error, 'errcode') === 5;
      if (!busy || Date.now() > end) throw error;
      await sleep(1 + Math.random() * 4);
    }
  }
}
