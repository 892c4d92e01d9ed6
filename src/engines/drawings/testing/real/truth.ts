import type { Matrix } from '../../geometry.ts';

/** Left, top, right, bottom; millimetres of the sheet, y down, as all places here. */
export type TruthBox = readonly [left: number, top: number, right: number, bottom: number];

export interface TrueSymbol {
  readonly id: string;
  readonly class: string;
  readonly box: TruthBox;
  readonly tag?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** It may be found and need not be: a mark on a pipe. */
  readonly optional?: boolean;
}

/** What a sheet of a plant shows, as `*.truth.json` of realistic sheets say it. */
export interface RealTruth {
  readonly sheet: { readonly title: string; readonly number: string; readonly revision: string };
  readonly symbols: readonly TrueSymbol[];
  /** Pairs of symbols that are joined by pipes through junctions and optional symbols alone. */
  readonly connections: readonly (readonly [string, string])[];
  /** Stretches between a junction, small valves and an instrument. */
  readonly measured: readonly (readonly [string, string])[];
  readonly signals: readonly { readonly between: readonly [string, string]; readonly kind: string }[];
  /** Pairs of a motor and its machine. */
  readonly drives: readonly (readonly [string, string])[];
  /** Line numbers, and symbols at the ends of their runs. */
  readonly lineNumbers: readonly { readonly text: string; readonly ends: readonly string[] }[];
  /** Where nothing is a symbol. */
  readonly nonSymbols: readonly { readonly kind: string; readonly box: TruthBox }[];
  readonly texts: readonly { readonly text: string; readonly box: TruthBox }[];
  /** From units of a file to millimetres, by its name. */
  readonly files?: Readonly<Record<string, { readonly toSheet: Matrix }>>;
}
