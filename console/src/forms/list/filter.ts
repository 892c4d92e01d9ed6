import type { FormFilter } from '../../ui/forms/queries.ts';
import type { FormsSearch } from '../search.ts';
import { overdueBefore } from './columns.ts';

/** What an address asks of the server. */
export const filterOf = ({ type, state, find, assignee, overdue }: FormsSearch): FormFilter => ({
  ...(type ? { type } : {}),
  ...(overdue ? { state: 'Open', dueBefore: overdueBefore(new Date()) } : state ? { state } : {}),
  ...(find ? { search: find } : {}),
  ...(assignee ? { assigneeId: assignee } : {}),
});
