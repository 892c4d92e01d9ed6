import type { Values } from '../session.ts';
import { type Json, plainName } from './input.ts';

/** An output of a network as it answered it, under its name without a trailing number. */
export interface NamedOutput {
  readonly name: string;
  readonly plain: string;
  readonly values: Values;
  /** Without a number of pictures in front. */
  readonly dims: readonly number[];
}

/** One way to read the outputs of a network. */
export interface Guess {
  readonly output: Json;
  /** Of the input, beside its name, size and type. */
  readonly input: Json;
  /** How many classes it tells apart, without what is none; undefined where it names them by number. */
  readonly classes: number | undefined;
  /** The number of the first class that is a thing. */
  readonly first: 0 | 1;
  readonly certainty: number;
  readonly reason: string;
}

export const namedOutputs = (outputs: ReadonlyMap<string, Values>): NamedOutput[] =>
  [...outputs].map(([name, values]) => ({
    name,
    plain: plainName(name),
    values,
    dims: values.dims.length > 2 && values.dims[0] === 1 ? values.dims.slice(1) : values.dims,
  }));
