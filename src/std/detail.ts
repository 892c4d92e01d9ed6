/** One thing wrong with a request. `target` is a parameter, a header or the path of a body property. */
export interface Detail {
  readonly code: string;
  readonly message: string;
  readonly target?: string | null;
  readonly innerError?: { readonly code: string };
}
