import { searchTexts } from '../../platform/search-texts.ts';

/** What the address of a new analysis holds. */
export interface NewSearch {
  /** Key of what is wanted. */
  readonly want?: string;
  /** Data that is taken as an input already. */
  readonly of?: string;
}

export const newSearch = (given: Readonly<Record<string, unknown>>): NewSearch => searchTexts(['want', 'of'], given);
