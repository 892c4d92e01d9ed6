/*
 * Symbol sets: what is looked for in a drawing, as data.
 */

/** Of the unit square, y down, its middle at 0, 0. Angles of arcs in degrees, clockwise on the screen. */
export type SymbolShape =
  /** `dashed`: a dashed line has to be there, `needed`: the whole line has to; such a line is no part of the outline. */
  | {
      readonly line: readonly [x1: number, y1: number, x2: number, y2: number];
      readonly dashed?: boolean;
      readonly needed?: boolean;
    }
  | { readonly polyline: readonly (readonly [x: number, y: number])[]; readonly closed?: boolean }
  | { readonly circle: readonly [cx: number, cy: number, r: number] }
  | { readonly arc: readonly [cx: number, cy: number, r: number, from: number, to: number] };

export type Rotation = 0 | 90 | 180 | 270;

export interface SymbolRule {
  readonly name: string;
  readonly modelClass: string;
  /** A pipe goes through it: its line number holds on both sides. */
  readonly inLine: boolean;
  readonly rotations: readonly Rotation[];
  readonly mirrored: boolean;
  /** Where its tag stands; `split`: letters over a number, inside. */
  readonly tag: 'inside' | 'near' | 'split' | 'none';
  /** Its typical larger side, in heights of the drawing's letters. */
  readonly width: number;
  /** Its larger side, at least and at most, in heights of letters: shapes that are alike may differ in size. */
  readonly range?: readonly [least: number, most: number];
  /** The only text that stands inside of it. */
  readonly inside?: string;
  /** What the shape says of the symbol. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly ports: readonly (readonly [x: number, y: number])[];
  readonly shapes: readonly SymbolShape[];
}

export interface TagRule {
  /** A regular expression for the whole text. */
  readonly pattern: string;
  /** Classes that have such tags; none: all. */
  readonly classes: readonly string[];
}

export interface SymbolSet {
  readonly id: string;
  readonly version: number;
  /** What is less alike than this is no symbol. */
  readonly minConfidence: number;
  readonly tags: readonly TagRule[];
  /** Of line numbers, for the whole text. */
  readonly linePattern: string;
  readonly symbols: readonly SymbolRule[];
}
