import { searchTexts } from '../platform/search-texts.ts';

/** What the address of the list of forms holds: which are shown, how they are sorted, and by which columns. */
export interface FormsSearch {
  readonly type?: string;
  readonly state?: string;
  readonly find?: string;
  readonly assignee?: string;
  /** `yes`: their due date has passed. */
  readonly overdue?: string;
  /** Column, with a `-` in front from the last to the first. */
  readonly sort?: string;
  /** Names of columns with commas between them. */
  readonly columns?: string;
}

export const formsSearch = (given: Readonly<Record<string, unknown>>): FormsSearch =>
  searchTexts(['type', 'state', 'find', 'assignee', 'overdue', 'sort', 'columns'], given);

/** What the address of a form holds: the model one has come from, and where one stood there. */
export interface FormSearch {
  readonly model?: string;
  readonly camera?: string;
}

export const formSearch = (given: Readonly<Record<string, unknown>>): FormSearch =>
  searchTexts(['model', 'camera'], given);
