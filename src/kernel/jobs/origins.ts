import type { Database, Migration, Reader, Transaction } from '../db/database.ts';
import { prepared, tables } from '../db/query.ts';
import { spanUnderWay, type TraceHeaders } from '../tracing/span.ts';
import type { Maintenance } from './job.ts';

/*
 * Where jobs and messages come from: so a job is a piece of the trace of the request that asked for it, whenever and
 * wherever it is worked on.
 */

interface OriginRow {
  id: string;
  traceparent: string;
  /** Milliseconds since 1970. */
  noted: number;
}

const hour = 3_600_000;
/** Later, nobody looks for the beginning of a trace. */
const keptMs = 7 * 24 * hour;
const atOnce = 500;

const q = tables<{ trace_origins: OriginRow }>();
const insert = prepared((p: OriginRow) =>
  q.insertInto('trace_origins').values({ id: p.id, traceparent: p.traceparent, noted: p.noted }),
);
const byId = prepared((p: { id: string }) =>
  q.selectFrom('trace_origins').select('traceparent').where('id', '=', p.id),
);

export const originMigrations: readonly Migration[] = [
  {
    id: 'trace-origins-1',
    statements: [
      'CREATE TABLE trace_origins (id {text} PRIMARY KEY, traceparent {text} NOT NULL, noted bigint NOT NULL)',
      'CREATE INDEX trace_origins_by_age ON trace_origins (noted)',
    ],
  },
];

/** Notes of what trace this job or message is a piece; nothing where none is kept. */
export async function noteOrigin(tx: Transaction, id: string): Promise<void> {
  const span = spanUnderWay();
  const { traceparent } = span?.headers ?? {};
  if (span?.sampled && traceparent !== undefined) await tx.run(insert, { id, traceparent, noted: Date.now() });
}

/** The headers that were noted for a job or message. */
export async function originOf(db: Reader, id: string): Promise<TraceHeaders> {
  const row = await db.first(byId, { id });
  return row === undefined ? {} : { traceparent: row.traceparent };
}

export const originMaintenance = (db: Database): Maintenance => ({
  name: 'traces.origins',
  everyMs: hour,
  async run(signal) {
    let removed = atOnce;
    while (removed === atOnce && !signal.aborted) {
      const old = q
        .selectFrom('trace_origins')
        .select('id')
        .where('noted', '<', Date.now() - keptMs);
      removed = await db.write((tx) => tx.run(q.deleteFrom('trace_origins').where('id', 'in', old.limit(atOnce))));
    }
  },
});
