import type { Declaration, DeclarationSource } from '../types.ts';

export interface ImportParams {
  /** Path of a file: openEPD, ILCD+EPD or CSV, told by its content. */
  readonly input: string;
  /** Folder for what is written. */
  readonly output: string;
}

/** A line of what is written. */
export interface ReadDeclaration {
  /** In the file, counted from 0. */
  readonly position: number;
  readonly declaration: Declaration;
}

export interface RefusedDeclaration {
  readonly name: string | null;
  readonly line: number | null;
  readonly reason: string;
}

export interface ImportResult {
  readonly format: DeclarationSource['format'];
  /** Path of the declarations, one as JSON on each line. */
  readonly declarations: string;
  readonly count: number;
  readonly refused: readonly RefusedDeclaration[];
}
