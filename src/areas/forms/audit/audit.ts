import type { Transaction } from '../../../kernel/db/database.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { newItemId } from '../../../std/item-id.ts';
import { nextSequence } from '../../../std/sequence.ts';
import type { Changes } from '../form/changes.ts';
import type { Assignee, Content, Properties } from '../form/content.ts';
import { type FormRow, q } from '../tables.ts';
import type { State } from '../workflow/workflow.ts';

export type Action =
  | 'Created'
  | 'Modified'
  | 'Assigned'
  | 'Status'
  | 'Closed'
  | 'Opened'
  | 'Draft'
  | 'Deleted'
  | 'File Attached'
  | 'File Removed';

/** One value before and after, as texts. */
export interface Change {
  readonly property: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export interface Entry {
  readonly action: Action;
  readonly changes: readonly Change[];
}

const longest = 4000;

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, longest);
};

const changeOf = (property: string, oldValue: unknown, newValue: unknown): Change => ({
  property,
  oldValue: textOf(oldValue),
  newValue: textOf(newValue),
});

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const isOne = (name: string, ...names: readonly string[]): boolean => names.includes(name);
const iso = (time: number | undefined) => (time === undefined ? undefined : isoTime(time));
const namesOf = (all: readonly Assignee[] | undefined) => all?.map(({ displayName }) => displayName).join(', ');

/** What a request did to a form, in the order in which it is told. */
export function entriesOf(
  former: { readonly content: Content; readonly state: State | undefined },
  next: { readonly content: Content; readonly state: State },
  { builtIn, origin, keys }: Changes,
): Entry[] {
  const [a, b] = [former.content, next.content];
  const plain = builtIn.filter((name) => !isOne(name, 'status', 'assignee', 'assignees'));
  const changed = [
    ...plain.map((name) =>
      name === 'dueDate'
        ? changeOf('DueDate', iso(a.dueDate), iso(b.dueDate))
        : changeOf(capital(name), a[name], b[name]),
    ),
    ...origin.map((name) => changeOf(capital(name), own(a.origin, name), own(b.origin, name))),
    ...keys.map((key) => changeOf(key, own(a.properties, key), own(b.properties, key))),
  ];
  const isNew = former.state === undefined;
  const entries: Entry[] = isNew
    ? [{ action: 'Created', changes: changed }]
    : changed.length > 0
      ? [{ action: 'Modified', changes: changed }]
      : [];
  const assigned = assignmentOf(a, b, builtIn);
  if (assigned.length > 0) entries.push({ action: 'Assigned', changes: assigned });
  if (builtIn.includes('status')) entries.push({ action: 'Status', changes: [changeOf('Status', a.status, b.status)] });
  if (former.state !== next.state) entries.push(stepOf(former.state, next.state));
  return entries;
}

const own = (of: Properties, name: string): unknown => (Object.hasOwn(of, name) ? of[name] : undefined);

function assignmentOf(a: Content, b: Content, builtIn: Changes['builtIn']): Change[] {
  const first = changeOf('AssignedTo', a.assignee?.displayName, b.assignee?.displayName);
  const all = changeOf('Assignees', namesOf(a.assignees), namesOf(b.assignees));
  return [...(builtIn.includes('assignee') ? [first] : []), ...(builtIn.includes('assignees') ? [all] : [])];
}

const actions = { Open: 'Opened', Closed: 'Closed', Draft: 'Draft' } as const;
const closedText = (state: State | undefined) => (state === undefined ? null : state === 'Closed' ? 'True' : 'False');

const stepOf = (from: State | undefined, to: State): Entry => ({
  action: actions[to],
  changes: [{ property: 'Closed', oldValue: closedText(from), newValue: closedText(to) }],
});

export const fileEntry = (action: 'File Attached' | 'File Removed', name: string): Entry => {
  const [before, after] = action === 'File Attached' ? [null, name] : [name, null];
  return { action, changes: [{ property: 'File', oldValue: before, newValue: after }] };
};

const auditTrail = q.insertInto('form_audit'); // made once: every change of a form comes here

/** Writes entries with one time. */
export async function record(
  tx: Transaction,
  form: Pick<FormRow, 'id' | 'twin_id'>,
  entries: readonly Entry[],
  by: { readonly userId: string; readonly now: number },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ action, changes }) => ({
    id: newItemId(form.twin_id, by.now),
    form_id: form.id,
    twin_id: form.twin_id,
    created: by.now,
    created_by: by.userId,
    position: nextSequence(by.now),
    action,
    changes: JSON.stringify(changes),
  }));
  await tx.run(auditTrail.values(rows));
}
