import { searchTexts } from '../../platform/search-texts.ts';

/** What the address of reality data holds. */
export interface RealitySearch {
  /** Id of the saved view that is open. */
  readonly view?: string;
}

export const realitySearch = (given: Readonly<Record<string, unknown>>): RealitySearch => searchTexts(['view'], given);
