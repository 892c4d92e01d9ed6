/** The engine `pictures`: smaller copies of photos, as JPEGs. The same photo gives the same bytes. */
export interface PicturesParams {
  readonly pictures: readonly PictureJob[];
}

export interface PictureJob {
  readonly input: string;
  /** Turned as the photo says, as it is when absent; false: pixels as they are stored. */
  readonly upright?: boolean;
  /** Where the copies go, by how many pixels they have at most in width and height. */
  readonly copies: readonly { readonly widest: number; readonly output: string }[];
}

export interface PicturesResult {
  /** Of each picture, whether it could be decoded. */
  readonly made: readonly boolean[];
}
