import { searchTexts } from '../../platform/search-texts.ts';

/** What the address of the viewer holds. */
export interface ViewerSearch {
  /** Changeset that is shown; absent: the newest that is imported. */
  readonly version?: string;
  /** An earlier changeset that it is compared with. */
  readonly compare?: string;
  /** GlobalId of the chosen element. */
  readonly element?: string;
  /** Id of the saved view that is open. */
  readonly view?: string;
}

export const viewerSearch = (given: Readonly<Record<string, unknown>>): ViewerSearch =>
  searchTexts(['version', 'compare', 'element', 'view'], given);
