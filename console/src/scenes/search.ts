import { searchTexts } from '../platform/search-texts.ts';
import { type LookSearch, lookNames } from '../ui/stage/look-address.ts';

/** What the address of a scene holds. */
export interface SceneSearch extends LookSearch {
  /** Id of the view that is open. */
  readonly view?: string;
  /** Object of the model that the chosen element is in. */
  readonly model?: string;
  /** Id of the chosen element in its model. */
  readonly element?: string;
}

export const sceneSearch = (given: Readonly<Record<string, unknown>>): SceneSearch =>
  searchTexts(['view', 'model', 'element', ...lookNames], given);
