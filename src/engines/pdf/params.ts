/**
 * The engine `pdf`: typesets documents on A4. The same input gives the same bytes. Code of its failures:
 * `DocumentTooLarge`.
 */
export interface PdfParams {
  /** Path of a JSON file with a `PdfDocument`. */
  readonly input: string;
  /** Path of the file to write. */
  readonly output: string;
  /** Most bytes; pictures beyond are left out, with a note. */
  readonly bytes: number;
}

export interface PdfResult {
  readonly pages: number;
  /** Bytes. */
  readonly size: number;
  /** Pictures that were left out: too much, or unreadable. */
  readonly leftOut: number;
}

export interface PdfDocument {
  readonly title: string;
  /** When what it says was last changed, in milliseconds since 1970. */
  readonly time: number;
  /** Each begins on a new page. */
  readonly parts: readonly PdfPart[];
}

export interface PdfPart {
  /** Lines atop each of its pages, beside the number of the page; absent: no header. */
  readonly header?: readonly string[];
  readonly title: string;
  readonly blocks: readonly PdfBlock[];
}

export type PdfBlock =
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'field'; readonly label: string; readonly text: string }
  | { readonly is: 'note'; readonly head: string; readonly text: string }
  | {
      readonly is: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Of the columns, relative to each other; absent: all the same. */
      readonly widths?: readonly number[];
    }
  /** `path` of a file in any format that can be decoded. */
  | { readonly is: 'picture'; readonly path: string; readonly caption: string };
