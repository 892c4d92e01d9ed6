import type { Context } from '../../../api/http/context.ts';
import { type Names, namesOf } from '../../../api/ports/names.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { FormRow } from '../tables.ts';
import { disciplineIn, type FormsApi } from '../version.ts';
import { type Assignee, contentOf } from './content.ts';

export const formSummary = (row: FormRow, api: FormsApi) => ({
  id: row.id,
  displayName: row.number,
  type: row.type,
  state: row.state,
  ...disciplineIn(api, row),
});

const shown = ({ id, displayName }: Assignee) => ({ id, displayName });

/** All of a form but the definition that it was made with. What is not set is not there. */
export function formView(row: FormRow, names: Names, api: FormsApi) {
  const { subject, description, dueDate, status, assignee, assignees, origin, properties, calculationFaults } =
    contentOf(row);
  return {
    ...formSummary(row, api),
    number: row.number,
    ...(subject === undefined ? {} : { subject }),
    ...(description === undefined ? {} : { description }),
    ...(dueDate === undefined ? {} : { dueDate: isoTime(dueDate) }),
    ...(status === undefined ? {} : { status }),
    ...(assignee ? { assignee: shown(assignee) } : {}),
    ...(assignees ? { assignees: [...assignees] } : {}),
    createdBy: names.get(row.created_by) ?? '',
    lastModifiedBy: names.get(row.modified_by) ?? '',
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    ...origin,
    properties: { ...properties },
    ...(calculationFaults.length > 0 ? { calculationFaults: [...calculationFaults] } : {}),
  };
}

/** With the definition. */
export const wholeForm = (row: FormRow, names: Names, api: FormsApi) => ({
  ...formView(row, names, api),
  formId: row.definition_id,
});

/** Names of who made and changed these forms. */
export const namesIn = (rows: readonly FormRow[], { db, ports }: Pick<Context, 'db' | 'ports'>): Promise<Names> =>
  namesOf(
    db,
    rows.flatMap((row) => [row.created_by, row.modified_by]),
    ports,
  );
