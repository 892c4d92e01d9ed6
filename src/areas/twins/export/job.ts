import type { Kit } from '../../../api/area.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import { type Condition, condition } from '../../../kernel/db/condition.ts';
import type { JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { readJson } from '../../../std/json.ts';
import { parameterConditions, scopeCondition, selectTwins } from '../list/query.ts';
import { findEnum } from '../list/rules.ts';
import { type ExportRequest, type ExportRow, q, type TwinRow } from '../tables.ts';
import { fullProperties } from '../twin/schema.ts';
import { twinSelection } from '../twin/view.ts';
import { filterText, namesOf } from './rules.ts';
import { exportPlace } from './store.ts';
import { type ExportItem, exportStream, fileNameOf } from './write.ts';

export const exportKind = 'twins.export';
const rowsAtOnce = 1000;
const usualColumns = ['id', 'class', 'subClass', 'type', 'number', 'displayName'] as const;

interface Payload {
  readonly exportId: string;
  readonly caller: Caller;
}

/** Writes the twins of a query into a file; two at once on the whole server. */
export function exportJob(kit: Kit): JobKind<Payload> {
  return {
    kind: exportKind,
    maxAttempts: 3,
    concurrency: 2,
    cancellable: true,
    retryable: false,
    run: (job) => runExport(job, kit),
    async ended(tx, { payload }, end) {
      if (end.state === 'Succeeded') return;
      await tx.run(
        q
          .updateTable('twin_exports')
          .set({ status: 'Failed', completed: kit.now() })
          .where('id', '=', payload.exportId),
      );
    },
  };
}

async function runExport(job: RunningJob<Payload>, kit: Kit): Promise<void> {
  const { exportId, caller } = job.payload;
  const row = await job.write((tx) => begin(tx, exportId, kit.now()));
  if (row === undefined) return;
  const request = readJson(row.request);
  const given = namesOf(request.select).flatMap((name) => findEnum(fullProperties, name) ?? []);
  const columns = given.length > 0 ? given : [...usualColumns];
  const counted = { rows: 0 };
  const items = read(conditionsOf(request, caller, kit), columns, kit, (rows) => {
    job.signal.throwIfAborted();
    counted.rows += rows;
    job.progress({ step: 'writing', done: counted.rows, unit: 'twins' });
  });
  const stream = await exportStream(items, columns, request.outputFormat, exportId);
  const blob = await kit.ports.blobs.save(exportPlace, stream, { contentType: 'application/octet-stream' });
  await job.write(async (tx) => {
    const keep = counted.rows > 0;
    if (keep) await kit.ports.blobs.take(tx, [blob.id]);
    else await kit.ports.blobs.remove(tx, [blob.id]);
    const file = keep ? { blob_id: blob.id, file_name: fileNameOf(request.outputFormat, exportId) } : {};
    const end = { status: 'Completed' as const, completed: kit.now() };
    await tx.run(
      q
        .updateTable('twin_exports')
        .set({ ...end, ...file })
        .where('id', '=', exportId),
    );
  });
}

async function begin(
  tx: Parameters<Parameters<RunningJob<Payload>['write']>[0]>[0],
  id: string,
  now: number,
): Promise<ExportRow | undefined> {
  const row = await tx.first(q.selectFrom('twin_exports').selectAll().where('id', '=', id));
  if (row === undefined || row.status === 'Completed') return undefined;
  const change = { status: 'InProgress' as const, started: row.started ?? now };
  await tx.run(q.updateTable('twin_exports').set(change).where('id', '=', id));
  return row;
}

function conditionsOf(request: ExportRequest, caller: Caller, kit: Kit): Condition[] {
  const scope = scopeCondition(request.queryScope ?? undefined, caller, kit.ports.access.memberTwins);
  const parameters = parameterConditions({
    subClass: namesOf(request.subClass),
    ...(request.filter ? { $filter: filterText(request.filter) } : {}),
    ...(request.includeInactive ? { includeInactive: true } : {}),
  });
  return scope ? [scope, ...parameters] : [condition`1 = 0`];
}

/** All rows by name, a thousand at a time from where the last ended. */
async function* read(
  conditions: readonly Condition[],
  columns: readonly (keyof ReturnType<typeof twinSelection>)[],
  kit: Kit,
  onRows: (count: number) => void,
): AsyncGenerator<ExportItem> {
  const wanted = new Set(columns);
  let last: TwinRow | undefined;
  do {
    const after: Condition[] = last
      ? [condition`(display_name_sorted, id) > (${last.display_name_sorted}, ${last.id})`]
      : [];
    const rows: TwinRow[] = await kit.db.all(
      selectTwins([...conditions, ...after], undefined, 'all').limit(rowsAtOnce),
    );
    onRows(rows.length);
    for (const row of rows) yield { ...twinSelection(row, wanted, kit) };
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (last);
}
