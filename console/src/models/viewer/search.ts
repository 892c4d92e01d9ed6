import { searchTexts } from '../../platform/search-texts.ts';
import { type LookSearch, lookNames } from '../../ui/stage/look-address.ts';

/** What the address of the viewer holds. */
export interface ViewerSearch extends LookSearch {
  /** Changeset that is shown; absent: the newest that is imported. */
  readonly version?: string;
  /** An earlier changeset that it is compared with. */
  readonly compare?: string;
  /** Which changes are looked at; absent: all. */
  readonly differ?: string;
  /** GlobalId of the chosen element. */
  readonly element?: string;
  /** Id of the saved view that is open. */
  readonly view?: string;
  /** Id of the form that is looked at in the picture. */
  readonly issue?: string;
  /** What is coloured by. */
  readonly colour?: string;
}

export const viewerSearch = (given: Readonly<Record<string, unknown>>): ViewerSearch =>
  searchTexts(['version', 'compare', 'differ', 'element', 'view', 'issue', 'colour', ...lookNames], given);
