import type { Database, Migration, Reader, Transaction } from '../db/database.ts';
import { tables } from '../db/query.ts';

interface SwitchTables {
  /** Applications whose bodies are kept, until this time in milliseconds since 1970. */
  request_log_bodies: { client_id: string; until: number };
}

const q = tables<SwitchTables>();

export const requestLogMigrations: Migration[] = [
  {
    id: 'request-log-1',
    statements: [
      'CREATE TABLE request_log_bodies (client_id {text} PRIMARY KEY, until bigint NOT NULL)',
      'CREATE INDEX request_log_bodies_until ON request_log_bodies (until)',
    ],
  },
];

/** For which applications bodies are kept; all processes know within about a second. */
export interface BodySwitches {
  /** Whether bodies of an application are kept at a time; by what this process knows. */
  isOn(clientId: string, now: number): boolean;
  /** Until when, in milliseconds since 1970; undefined where they are not kept. */
  until(db: Reader, clientId: string, now: number): Promise<number | undefined>;
  set(tx: Transaction, clientId: string, until: number): Promise<void>;
  clear(tx: Transaction, clientId: string): Promise<void>;
  /** Learns what other processes have set. */
  refresh(now: number): Promise<void>;
  /** Forgets what is over. */
  tidy(now: number): Promise<void>;
}

export function bodySwitches(db: Database): BodySwitches {
  let known: ReadonlyMap<string, number> = new Map();
  const learn = (clientId: string, until: number) => {
    known = new Map([...known, [clientId, until]]);
  };
  return {
    isOn: (clientId, now) => (known.get(clientId) ?? 0) > now,
    async until(reader, clientId, now) {
      const row = await reader.first(q.selectFrom('request_log_bodies').selectAll().where('client_id', '=', clientId));
      return row !== undefined && row.until > now ? row.until : undefined;
    },
    async set(tx, clientId, until) {
      await tx.run(
        q
          .insertInto('request_log_bodies')
          .values({ client_id: clientId, until })
          .onConflict((on) => on.column('client_id').doUpdateSet({ until })),
      );
      tx.afterCommit(() => learn(clientId, until));
    },
    async clear(tx, clientId) {
      await tx.run(q.deleteFrom('request_log_bodies').where('client_id', '=', clientId));
      tx.afterCommit(() => learn(clientId, 0));
    },
    async refresh(now) {
      const rows = await db.all(q.selectFrom('request_log_bodies').selectAll().where('until', '>', now));
      known = new Map(rows.map((row) => [row.client_id, row.until]));
    },
    tidy: (now) =>
      db.write(async (tx) => void (await tx.run(q.deleteFrom('request_log_bodies').where('until', '<', now)))),
  };
}
