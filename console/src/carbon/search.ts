import { searchTexts } from '../platform/search-texts.ts';

export const carbonTabs = ['results', 'mappings', 'declarations'] as const;
export type CarbonTab = (typeof carbonTabs)[number];

/** The tab that an address names. */
export function carbonSearch({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: CarbonTab } {
  const known = carbonTabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}

/** What the address of a mapping holds. */
export interface MappingSearch {
  /** The model that it is looked at with. */
  readonly model?: string;
  /** Changeset; absent: the newest that is imported. */
  readonly version?: string;
  /** An earlier changeset: what is new, gone and changed since. */
  readonly since?: string;
  /** What names are of; absent: materials. */
  readonly of?: string;
}

export const mappingSearch = (given: Readonly<Record<string, unknown>>): MappingSearch =>
  searchTexts(['model', 'version', 'since', 'of'], given);

/** What the address of a result holds. */
export interface ResultSearch {
  /** By what the sums are listed, and the one whose elements are chosen. */
  readonly by?: string;
  readonly bar?: string;
  /** Id of the chosen element. */
  readonly element?: string;
  /** `area`: coloured by square metre. */
  readonly per?: string;
  /** Another result that it is compared with. */
  readonly compare?: string;
}

export const resultSearch = (given: Readonly<Record<string, unknown>>): ResultSearch =>
  searchTexts(['by', 'bar', 'element', 'per', 'compare'], given);
