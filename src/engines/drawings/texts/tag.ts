/** The tag of a symbol, and the texts that it was read from, by their places in the list of texts. */
export interface Tag {
  readonly label: string;
  readonly texts: readonly number[];
  readonly confidence: number;
}
