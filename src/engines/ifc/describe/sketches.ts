import { factors, mixed, mixForms } from './mixing.ts';

/*
 * A hash tells that something differs, but not by how much: a number at the edge of its rounding may change it by noise.
 * So each instance has a sketch besides: its form without real numbers, and two sums of these, weighted by where they
 * stand. Two shapes of one form whose sums differ by no more than the noise of their numbers are the same shape.
 */

export interface Sketch {
  form: number;
  first: number;
  second: number;
  /** Of the sums, when each number has its noise: square metres of the file. */
  variance: number;
  /** State of the weights. */
  weight: number;
}

/** What a program may add to a number when it writes a model again. */
export type Noise = (value: number) => number;

/** Metres that count as noise of a length, and the share of a number. */
const least = 2e-9;
const share = 5e-9;
/** Metres: a number is no less exact because it is one of a map. */
const most = 1e-5;

export const noiseOf =
  (metresPerUnit: number): Noise =>
  (value) =>
    Math.min(Math.max(least / metresPerUnit, share * Math.abs(value)), most / metresPerUnit);

export const newSketch = (): Sketch => ({ form: 0, first: 0, second: 0, variance: 0, weight: 0 });

export function set(into: Sketch, form: number, first: number, second: number, variance: number, weight: number): void {
  into.form = form;
  into.first = first;
  into.second = second;
  into.variance = variance;
  into.weight = weight;
}

export const restart = (into: Sketch, form: number): void => set(into, form, 0, 0, 0, 0x2545f491);

/** Weights of both signs, about 1: what differs in two numbers hardly ever cancels out in both sums. */
function nextWeights(of: Sketch): void {
  of.weight = (Math.imul(of.weight, 0x915f77f5) + 0x6c8e9cf5) | 0;
}
const sizeOf = (bits: number): number => 0.75 + (bits & 0x3ff) / 2048;
const firstWeight = ({ weight }: Sketch): number => (weight < 0 ? -1 : 1) * sizeOf(weight >>> 20);
const secondWeight = ({ weight }: Sketch): number => ((weight & 0x40000000) === 0 ? 1 : -1) * sizeOf(weight >>> 10);

export function addNumber(into: Sketch, value: number, noise: number): void {
  nextWeights(into);
  const [a, b] = [firstWeight(into), secondWeight(into)];
  into.first += a * value;
  into.second += b * value;
  into.variance += Math.max(a * a, b * b) * noise * noise;
}

/** Adds the numbers below, as they are weighted there, weighted once more. */
export function addSketch(into: Sketch, of: Readonly<Sketch>): void {
  nextWeights(into);
  const [a, b] = [firstWeight(into), secondWeight(into)];
  into.form = mixed(into.form, of.form, factors.form);
  into.first += a * of.first;
  into.second += b * of.second;
  into.variance += Math.max(a * a, b * b) * of.variance;
}

/** Of a set, in any order: all weigh the same. */
export function sketchOfSet(start: Readonly<Sketch>, members: readonly Readonly<Sketch>[]): Sketch {
  const sum = { ...start };
  sum.form = mixForms(
    start.form,
    members.map(({ form }) => form),
  );
  for (const { first, second, variance } of members) {
    sum.first += first;
    sum.second += second;
    sum.variance += variance;
  }
  return sum;
}

/** The sketches of the instances by their place in the file. */
export interface Sketches {
  /** The one that was mixed last. */
  last(of: Readonly<Sketch>): void;
  /** Keeps the one that was mixed last. */
  keep(position: number): void;
  addFrom(into: Sketch, position: number): void;
  at(position: number): Sketch;
}

export function newSketches(count: number): Sketches {
  const forms = new Uint32Array(count);
  const sums = new Float64Array(2 * count);
  const deviations = new Float32Array(count);
  const recent = newSketch();
  const below = newSketch();
  const read = (into: Sketch, position: number) => {
    const deviation = deviations[position] ?? 0;
    set(into, forms[position] ?? 0, sums[2 * position] ?? 0, sums[2 * position + 1] ?? 0, deviation * deviation, 0);
    return into;
  };
  return {
    last: ({ form, first, second, variance, weight }) => set(recent, form, first, second, variance, weight),
    keep(position) {
      forms[position] = recent.form;
      sums[2 * position] = recent.first;
      sums[2 * position + 1] = recent.second;
      deviations[position] = Math.sqrt(recent.variance);
    },
    addFrom: (into, position) => addSketch(into, read(below, position)),
    at: (position) => read(newSketch(), position),
  };
}
