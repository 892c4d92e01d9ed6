import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { namesOf } from '../../../api/ports/names.ts';
import { condition } from '../../../kernel/db/condition.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { Change } from '../audit/audit.ts';
import { type Asked, linksIfPaged, pageOf } from '../paging.ts';
import { type FormRow, q } from '../tables.ts';

const entriesOf = (formId: string, { top, after }: Asked) => {
  let all = q.selectFrom('form_audit').selectAll().where('form_id', '=', formId);
  if (after) all = all.where(condition`(position, id) < (${Number(after[0])}, ${after[1]})`);
  return all.orderBy('position', 'desc').orderBy('id', 'desc').limit(top);
};

/** What was done to a form, by whom, the newest first. */
export async function listAudit(
  form: FormRow,
  list: { readonly address: string; readonly query: Readonly<Record<string, unknown>> },
  context: Context,
) {
  const { db, ports } = context;
  const page = await pageOf(
    list,
    context,
    (asked) => db.all(entriesOf(form.id, asked)),
    (row) => [row.position, row.id],
  );
  const names = await namesOf(
    db,
    page.rows.map((row) => row.created_by),
    ports,
  );
  const auditTrailEntries = page.rows.map((row) => ({
    id: row.id,
    changeBy: names.get(row.created_by) ?? '',
    changeById: row.created_by,
    changeDateTime: isoTime(row.created),
    action: row.action,
    changes: changesOf(row),
  }));
  return reply(200, { auditTrailEntries, ...linksIfPaged(page, list.query) });
}

const changesOf = ({ changes }: { readonly changes: string }): Change[] => JSON.parse(changes);
