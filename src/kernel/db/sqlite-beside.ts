import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { beginWrite, statementsOf } from './sqlite-connection.ts';

const statementsKept = 300;
const busyWaitMs = 2000;

/** A SQLite file beside the database, for what may be lost at the end of the power. Errors are those of the driver. */
export interface BesideFile {
  all(sql: string, values: readonly SQLInputValue[]): Record<string, unknown>[];
  run(sql: string, values: readonly SQLInputValue[]): void;
  exec(sql: string): void;
  /** Runs work in one transaction, one after the other; other processes that write are waited for, without holding up this one. */
  transaction(work: () => void): Promise<void>;
  close(): void;
}

/** Opens or makes it, in WAL mode. Nothing waits for the disk. */
export function openBeside(file: string): BesideFile {
  const connection = new DatabaseSync(file);
  connection.exec(
    'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST;',
  );
  const statement = statementsOf(connection, statementsKept);
  let before: Promise<void> = Promise.resolve();
  return {
    all: (sql, values) => statement(sql).all(...values),
    run: (sql, values) => void statement(sql).run(...values),
    exec: (sql) => connection.exec(sql),
    transaction(work) {
      const done = before.then(async () => {
        await beginWrite(connection, busyWaitMs);
        try {
          work();
          connection.exec('COMMIT');
        } catch (error) {
          if (connection.isTransaction) connection.exec('ROLLBACK');
          throw error;
        }
      });
      before = done.catch(() => {});
      return done;
    },
    close: () => connection.close(),
  };
}
