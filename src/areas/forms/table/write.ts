import type { Context } from '../../../api/http/context.ts';
import { namesOf } from '../../../api/ports/names.ts';
import type { Cell } from '../../../engines/workbook/write-params.ts';
import { type FormFilter, formsOf } from '../form/store.ts';
import type { Layout } from '../layout/controls.ts';
import { columnsOf } from './columns.ts';

type Used = Pick<Context, 'db' | 'ports'>;

const pageSize = 200;

/** The lines of a table of forms, the heads first, read a page at a time. */
export async function* tableLines(filter: FormFilter, layout: Layout | undefined, { db, ports }: Used) {
  const columns = columnsOf(layout);
  yield columns.map(({ head }): Cell => head);
  let after: readonly [number, string] | undefined;
  for (;;) {
    const rows = await formsOf(db, filter, { top: pageSize, after });
    const names = await namesOf(
      db,
      rows.map((row) => row.created_by),
      ports,
    );
    for (const row of rows) yield columns.map(({ cell }) => cell({ row, names }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = [last.created, last.id];
  }
}
