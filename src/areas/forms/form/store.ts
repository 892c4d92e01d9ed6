import { NoLongerThere } from '../../../api/http/problem.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { pick, prepared } from '../../../kernel/db/query.ts';
import { membersOf } from '../../../std/records.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { names, uidOf } from '../item-id.ts';
import type { Asked } from '../paging.ts';
import { type FormRow, q } from '../tables.ts';
import { type Content, columnsOf, contentOf, elementsOf, responsible } from './content.ts';

const byUid = prepared((p: { uid: string }) =>
  q.selectFrom('forms').selectAll().where('uid', '=', p.uid).where('deleted', 'is', null),
);

/** A form by its id, long or bare; a deleted one is none. */
export async function findForm(db: Reader, given: string): Promise<FormRow | undefined> {
  const uid = uidOf(given);
  const row = uid === undefined ? undefined : await db.first(byUid, { uid });
  return row && names(given, row) ? row : undefined;
}

/** A form once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function formAgain(tx: Transaction, id: string): Promise<FormRow> {
  const row = await findForm(tx, id);
  if (row === undefined) throw new NoLongerThere(`Form ${id} was deleted.`);
  return row;
}

const counter = prepared((p: { twinId: string; prefix: string }) =>
  q.selectFrom('form_counters').select('last').where('twin_id', '=', p.twinId).where('prefix_folded', '=', p.prefix),
);

const firstCount = prepared((p: { twinId: string; prefix: string; last: number }) =>
  q.insertInto('form_counters').values({ twin_id: p.twinId, prefix_folded: p.prefix, last: p.last }),
);
const nextCount = prepared((p: { twinId: string; prefix: string; last: number }) =>
  q
    .updateTable('form_counters')
    .set({ last: p.last })
    .where('twin_id', '=', p.twinId)
    .where('prefix_folded', '=', p.prefix),
);

/** The next number with a prefix in a twin; none is given twice. */
export async function nextNumber(tx: Transaction, twinId: string, prefix: string): Promise<string> {
  const key = { twinId, prefix: fold(prefix) };
  const former = (await tx.first(counter, key))?.last;
  const last = (former ?? 0) + 1;
  await tx.run(former === undefined ? firstCount : nextCount, { ...key, last });
  return `${prefix}-${String(last).padStart(5, '0')}`;
}

const searchOf = (number: string, { subject, description }: Content): string =>
  fold([number, subject ?? '', description ?? ''].join('\n'));

export type NewForm = Omit<FormRow, keyof ReturnType<typeof columnsOf> | 'search'>;

const insert = prepared((p: FormRow) =>
  q
    .insertInto('forms')
    .values(
      pick(
        p,
        'id',
        'uid',
        'twin_id',
        'definition_id',
        'layout_version',
        'type',
        'discipline',
        'number',
        'subject',
        'description',
        'due',
        'status',
        'state',
        'assignee',
        'assignees',
        'origin',
        'properties',
        'calculation_faults',
        'search',
        'created',
        'created_by',
        'modified',
        'modified_by',
        'revision',
        'deleted',
        'due_told',
      ),
    ),
);

export async function insertForm(tx: Transaction, form: NewForm, content: Content): Promise<FormRow> {
  const row: FormRow = { ...form, ...columnsOf(content), search: searchOf(form.number, content) };
  await tx.run(insert, row);
  await hangOn(tx, row.id, content);
  return row;
}

/** Stores what a form is now. */
export async function changeForm(
  tx: Transaction,
  row: FormRow,
  content: Content,
  state: FormRow['state'],
  by: { readonly userId: string; readonly now: number },
): Promise<FormRow> {
  const change = {
    ...columnsOf(content),
    state,
    search: searchOf(row.number, content),
    modified: by.now,
    modified_by: by.userId,
    revision: row.revision + 1,
  };
  await tx.run(q.updateTable('forms').set(change).where('id', '=', row.id));
  const former = contentOf(row);
  const same = change.assignee === row.assignee && change.assignees === row.assignees && change.origin === row.origin;
  if (!same) {
    if (responsible(former).length > 0) await tx.run(q.deleteFrom('form_assignees').where('form_id', '=', row.id));
    if (elementsOf(former)) await tx.run(q.deleteFrom('form_elements').where('form_id', '=', row.id));
    await hangOn(tx, row.id, content);
  }
  return { ...row, ...change };
}

const insertAssignee = prepared((p: { formId: string; id: string }) =>
  q.insertInto('form_assignees').values({ form_id: p.formId, assignee_id: p.id }),
);

/** Rows by which forms are found by who is responsible and by elements. */
async function hangOn(tx: Transaction, formId: string, content: Content): Promise<void> {
  for (const { id } of responsible(content)) await tx.run(insertAssignee, { formId, id });
  const found = elementsOf(content);
  const what = (found?.elementIds ?? []).map((id) => ({
    form_id: formId,
    model_id: found?.modelId ?? '',
    element_id: id,
  }));
  if (what.length > 0) await tx.run(q.insertInto('form_elements').values(what));
}

/** Whether any form has a GUID, a deleted one included. */
export async function formExists(db: Reader, uid: string): Promise<boolean> {
  return (await db.first(q.selectFrom('forms').select('id').where('uid', '=', uid))) !== undefined;
}

/** Names the view that was saved of the place of a form; no change that people made. */
export async function setSavedView(tx: Transaction, row: FormRow, savedViewId: string): Promise<void> {
  const { origin } = contentOf(row);
  const modelView = { ...membersOf(origin.modelView), savedViewId };
  const change = { origin: JSON.stringify({ ...origin, modelView }) };
  await tx.run(q.updateTable('forms').set(change).where('id', '=', row.id));
}

export async function markDeleted(tx: Transaction, id: string, now: number): Promise<void> {
  const changed = await tx.run(
    q.updateTable('forms').set({ deleted: now }).where('id', '=', id).where('deleted', 'is', null),
  );
  if (changed === 0) throw new NoLongerThere(`Form ${id} was deleted.`);
}

/** What is asked of the forms of a twin; all of it must hold. */
export interface FormFilter {
  readonly twinId: string;
  readonly type?: string | undefined;
  readonly state?: FormRow['state'] | undefined;
  readonly discipline?: string | undefined;
  readonly status?: string | undefined;
  /** GUID of a definition. */
  readonly definitionUid?: string | undefined;
  /** A user or role among those who are responsible. */
  readonly assigneeId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly elementId?: string | undefined;
  /** Part of number, subject or description. */
  readonly search?: string | undefined;
  /** Milliseconds since 1970. */
  readonly dueBefore?: number | undefined;
}

const exactly = ['type', 'state', 'discipline', 'status'] as const;

function filtered(filter: FormFilter) {
  const { twinId, definitionUid, assigneeId, modelId, elementId, search, dueBefore } = filter;
  let all = q.selectFrom('forms').selectAll().where('twin_id', '=', twinId).where('deleted', 'is', null);
  for (const name of exactly) {
    const value = filter[name];
    if (value !== undefined) all = all.where(name, '=', value);
  }
  if (definitionUid !== undefined) {
    const definition = q.selectFrom('form_definitions').select('id').where('uid', '=', definitionUid);
    all = all.where('definition_id', 'in', definition);
  }
  if (assigneeId !== undefined) {
    const theirs = q.selectFrom('form_assignees').select('form_id').where('assignee_id', '=', assigneeId);
    all = all.where('id', 'in', theirs);
  }
  if (modelId !== undefined || elementId !== undefined) {
    let about = q.selectFrom('form_elements').select('form_id');
    if (modelId !== undefined) about = about.where('model_id', '=', modelId);
    if (elementId !== undefined) about = about.where('element_id', '=', elementId);
    all = all.where('id', 'in', about);
  }
  if (search !== undefined) all = all.where(condition`search like ${`%${likeLiteral(fold(search))}%`} escape '\\'`);
  return dueBefore === undefined ? all : all.where('due', '<', dueBefore);
}

/** A page of the forms of a twin, the newest first. */
export function formsOf(db: Reader, filter: FormFilter, { top, after }: Asked): Promise<FormRow[]> {
  let all = filtered(filter);
  if (after) {
    const [created, id] = after;
    all = all.where('created', '<=', Number(created)).where(condition`created < ${created} or id > ${id}`);
  }
  return db.all(all.orderBy('created', 'desc').orderBy('id').limit(top));
}

/** Whether more than so many forms fit. */
export async function hasMoreThan(db: Reader, filter: FormFilter, most: number): Promise<boolean> {
  return (await db.all(filtered(filter).clearSelect().select('id').offset(most).limit(1))).length > 0;
}

/** Whether a twin has any form. */
export async function hasForms(db: Reader, twinId: string): Promise<boolean> {
  return (await db.first(filtered({ twinId }).limit(1))) !== undefined;
}
