import type { FormFilter } from '../../ui/forms/queries.ts';
import type { FormsSearch } from '../search.ts';

const startOfDay = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;

/** What an address asks of the server. */
export const filterOf = ({ type, state, find, assignee, overdue }: FormsSearch): FormFilter => ({
  ...(type ? { type } : {}),
  ...(overdue ? { state: 'Open', dueBefore: startOfDay() } : state ? { state } : {}),
  ...(find ? { search: find } : {}),
  ...(assignee ? { assigneeId: assignee } : {}),
});
