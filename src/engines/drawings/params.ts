import type { DrawingFormat } from './prediction.ts';
import type { Lost } from './review/review.ts';
import type { SymbolSet } from './symbols/set.ts';

/*
 * The engines of drawings. Faults of the input end as `EngineFailure` with the codes of `SheetFaultCode` (limits.ts).
 */

/** The engine `drawingPages`: how many sheets a file has. */
export interface PagesParams {
  readonly input: string;
  readonly format: DrawingFormat;
}

export interface PagesResult {
  readonly pages: number;
}

/** The engine `drawing`: what one sheet shows. */
export interface DrawingParams extends PagesParams {
  /** From 1. */
  readonly page: number;
  /** What people call the file. */
  readonly name: string;
  /** Absent: all that is built in. */
  readonly symbolSet?: SymbolSet;
  /** `1.3` and later find lines, earlier ones symbols and texts. Default 1.3. */
  readonly modelVersion?: string;
  /** What makes the sheet's id unique, besides the bytes of the file and the page. */
  readonly scope?: string;
  /** `YYYY-MM-DD HH:MM:SS.dddddd`, UTC; absent: now. */
  readonly created?: string;
  /** Folder for what is written. */
  readonly output: string;
}

export interface SheetFiles {
  /** `mypid_pdf_p0001` */
  readonly sheet: string;
  /** Paths. */
  readonly prediction: string;
  readonly picture: string;
}

export interface DrawingResult extends SheetFiles {
  readonly source: 'vector' | 'raster';
  readonly width: number;
  readonly height: number;
  readonly symbols: number;
  readonly texts: number;
  readonly links: number;
}

export interface SheetToExport {
  readonly sheet: string;
  /** A path. */
  readonly prediction: string;
  /** What people said of the sheet when it was read before; it is put onto what was read now. */
  readonly review?: SheetReview;
}

/** Paths of what was recognised then, of what people made of it, and of the picture of the sheet as it is now. */
export interface SheetReview {
  readonly recognised: string;
  readonly reviewed: string;
  readonly picture: string;
  /** The file is still the one that was reviewed. */
  readonly sameDrawing: boolean;
}

/** The engine `drawingExports`: what all sheets of a run come to. */
export interface ExportsParams {
  readonly sheets: readonly SheetToExport[];
  /** Ties off-page connectors of the same text to each other; a reviewed sheet stays as it is. */
  readonly connect: boolean;
  readonly output: string;
}

export interface ExportedSheet {
  readonly sheet: string;
  readonly prediction: string;
  /** Proteus 4.1. */
  readonly xml: string;
  readonly regionsCount: number;
  readonly tagsCount: number;
  readonly review?: ExportedReview;
}

export interface ExportedReview {
  /** The path of what was recognised now, for the next time. */
  readonly recognised: string;
  /** How many corrections hold. */
  readonly kept: number;
  /** Corrections that have no place on the sheet any more. */
  readonly lost: readonly Lost[];
}

export interface ExportsResult {
  readonly sheets: readonly ExportedSheet[];
}
