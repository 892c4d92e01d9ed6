import { dueDayOf, isPastDue } from '../../../../src/std/due-day.ts';
import type { FormSummary } from '../../ui/forms/types.ts';
import { byText, byValue } from '../../ui/order.ts';

/** A column of the list of forms. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly text: (form: FormSummary) => string;
  readonly compare: (a: FormSummary, b: FormSummary) => number;
}

const timeOf = (iso: string | undefined, without: number): number => (iso === undefined ? without : Date.parse(iso));
export const peopleOf = ({ assignee, assignees }: FormSummary): string =>
  (assignees ?? (assignee ? [assignee] : [])).map(({ displayName }) => displayName).join(', ');

const ofText = (name: string, title: string, text: (form: FormSummary) => string): Column => ({
  name,
  title,
  text,
  compare: byText((form: FormSummary) => text(form) || null),
});

const ofTime = (name: string, title: string, time: (form: FormSummary) => string | undefined): Column => ({
  name,
  title,
  text: (form) => time(form) ?? '',
  compare: byValue((form: FormSummary) => timeOf(time(form), Number.MAX_SAFE_INTEGER)),
});

export const allColumns: readonly Column[] = [
  ofText('number', 'Number', ({ number, displayName }) => number ?? displayName),
  ofText('subject', 'Subject', ({ subject }) => subject ?? ''),
  ofText('type', 'Kind', ({ type }) => type),
  ofText('status', 'Status', ({ status, state }) => status ?? state),
  ofText('assignee', 'Assigned to', peopleOf),
  ofTime('due', 'Due', ({ dueDate }) => dueDate),
  ofText('by', 'Made by', ({ createdBy }) => createdBy ?? ''),
  ofTime('created', 'Made', ({ createdDateTime }) => createdDateTime),
  ofTime('changed', 'Changed', ({ lastModifiedDateTime }) => lastModifiedDateTime),
];

export const usualColumns: readonly string[] = ['number', 'subject', 'type', 'status', 'assignee', 'due', 'changed'];

/** The columns that an address names, in their usual order; the number is always there. */
export function columnsOf(text: string | undefined): readonly Column[] {
  const names = text === undefined ? usualColumns : ['number', ...text.split(',')];
  return allColumns.filter(({ name }) => names.includes(name));
}

/** How forms are ordered by an address; undefined: as the server has them. */
export function orderOf(sort: string | undefined): ((a: FormSummary, b: FormSummary) => number) | undefined {
  const down = sort?.startsWith('-') ?? false;
  const column = allColumns.find(({ name }) => name === (down ? sort?.slice(1) : sort));
  if (column === undefined) return undefined;
  return down ? (a, b) => column.compare(b, a) : column.compare;
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the due day of an open form has ended where its reader is. */
export const isOverdue = ({ dueDate, state }: FormSummary, now: number, timeZone = here): boolean =>
  dueDate !== undefined && state !== 'Closed' && isPastDue(Date.parse(dueDate), now, timeZone);

/** The day on which something is due where its reader is. */
export const dueText = (dueDate: string, timeZone = here): string => dueDayOf(Date.parse(dueDate), timeZone);

/** The same all day long: an instant after whatever is overdue. Some that is due today may be before it, too. */
export function overdueBefore(now: Date): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const asDate = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(Math.max(today.getTime(), asDate)).toISOString();
}
