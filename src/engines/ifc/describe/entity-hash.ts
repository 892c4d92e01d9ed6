import type { ShapeSketch } from '../../snapshot/types.ts';
import { failures } from '../failures.ts';
import { type Instance, type Model, refOf, refsOf, textOf } from '../step/model.ts';
import { finish, type Hash, mixHash, mixSorted, mixText } from './mixing.ts';
import { addSketch, type Noise, newSketch, newSketches, restart, type Sketch, sketchOfSet } from './sketches.ts';
import { type Sums, tokenMixer } from './token-mixer.ts';

const deepest = 1500;

/** What is known of an instance and all that it refers to. */
interface Hashed {
  readonly hash: Hash;
  readonly sketch: Readonly<Sketch>;
}

function startOf([high]: Hash): Sketch {
  const sketch = newSketch();
  restart(sketch, high);
  return sketch;
}

const setAround = (start: Hashed, members: readonly Hashed[]): Hashed => ({
  hash: mixSorted(
    start.hash,
    members.map(({ hash }) => hash),
  ),
  sketch: sketchOfSet(
    start.sketch,
    members.map(({ sketch }) => sketch),
  ),
});

/**
 * Merkle hashes of instances: entity name and arguments, references replaced by the hashes of what they refer to, so
 * that neither the numbers of instances nor their order in the file count. Sets (the items of a representation) are
 * sorted, contexts left out, numbers rounded to 9 digits. 64 bits, kept per instance.
 */
function hashesOf(model: Model, noise: Noise): (number: number, from: Instance) => Hashed | undefined {
  const { index, schema } = model;
  const { count } = index;
  const sketches = newSketches(count);
  const sums: Sums = { high: new Uint32Array(count), low: new Uint32Array(count), sketches };
  const state = new Uint8Array(index.count);
  const names = index.entities.map((entity) => mixText(mixText([1, 2], entity), entity));
  const shapes = index.entities.map((entity) => schema.is(entity, 'IFCREPRESENTATION'));
  const products = index.entities.map((entity) => schema.is(entity, 'IFCPRODUCTREPRESENTATION'));

  /** Those that are begun. */
  let open: number[] = [];
  const ofPosition = (position: number, depth: number): void => {
    if (state[position] === 2) return;
    const number = index.numbers[position] ?? 0;
    if (state[position] === 1) throw failures.cyclicShape(number, model.issues.lineOf(number) ?? 1);
    if (depth > deepest) throw new TooDeep(position);
    state[position] = 1;
    open.push(position);
    const kind = index.kinds[position] ?? 0;
    const start = names[kind] ?? [0, 0];
    const special = shapes[kind]
      ? representation(number, start, depth)
      : products[kind]
        ? product(number, start, depth)
        : undefined;
    const [high, low] = special ?? tokens(index.offsets[position] ?? 0, start, depth, { number });
    sums.high[position] = finish(high);
    sums.low[position] = finish(low);
    sketches.keep(position);
    state[position] = 2;
    open.pop();
  };
  const tokens = tokenMixer(model, sums, noise, ofPosition);
  const ofNumber = (number: number, depth: number, from?: { readonly number: number }): Hashed | undefined => {
    const position = index.find(number);
    if (position === -1) {
      model.read(number, from);
      return undefined;
    }
    ofPosition(position, depth);
    return { hash: [sums.high[position] ?? 0, sums.low[position] ?? 0], sketch: sketches.at(position) };
  };
  const setOf = (start: Hash, numbers: readonly number[], depth: number, from: { readonly number: number }): Hash => {
    const all = numbers.flatMap((number) => ofNumber(number, depth + 1, from) ?? []);
    const { hash, sketch } = setAround({ hash: start, sketch: startOf(start) }, all);
    sketches.last(sketch);
    return hash;
  };
  const representation = (number: number, start: Hash, depth: number): Hash | undefined => {
    const given = model.read(number);
    if (given === undefined) return undefined;
    const named = mixText(mixText(start, textOf(given.values[1]) ?? ''), textOf(given.values[2]) ?? '');
    return setOf(named, refsOf(given.values[3]), depth, given);
  };
  const product = (number: number, start: Hash, depth: number): Hash | undefined => {
    const given = model.read(number);
    return given === undefined ? undefined : setOf(start, refsOf(given.values[2]), depth, given);
  };
  const from = deepHasher(
    model,
    (position) => ofPosition(position, 0),
    () => {
      for (const position of open) state[position] = 0;
      open = [];
    },
  );
  return (number, by) => from(() => ofNumber(number, 0, by));
}

/** What is nested deeper than the stack is hashed from below: every time so many levels more. */
function deepHasher({ index, issues }: Model, hash: (position: number) => void, forget: () => void) {
  const fromBelow = <T>(work: () => T, tries: number): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      forget();
      const number = index.numbers[error.position] ?? 0;
      if (tries === 0) throw failures.tooDeep(number, issues.lineOf(number) ?? 1);
      fromBelow(() => hash(error.position), tries - 1);
      return fromBelow(work, tries - 1);
    }
  };
  return <T>(work: () => T): T => fromBelow(work, 1 + Math.ceil(index.count / deepest));
}

/** The stack would not hold it. */
class TooDeep extends Error {
  readonly position: number;
  constructor(position: number) {
    super();
    this.position = position;
  }
}

const hex = (hash: readonly number[]): string =>
  hash.map((word) => finish(word).toString(16).padStart(8, '0')).join('');

/** How an element is shaped: its representation, and its openings with their placement relative to it. */
export interface ShapeHash {
  /** Hex. */
  readonly hash: string;
  readonly sketch: ShapeSketch;
}

export function geometryHasher(
  model: Model,
  noise: Noise,
): (element: Instance, openings: readonly number[]) => ShapeHash | null {
  const hashed = hashesOf(model, noise);
  const of = (number: number | null, from: Instance): Hashed | undefined =>
    number === null ? undefined : hashed(number, from);
  const openingShape = (number: number, host: number | null): Hashed | undefined => {
    const opening = model.read(number);
    if (opening === undefined) return undefined;
    const shape = of(refOf(model.get(opening, 'Representation')), opening) ?? nothing();
    const sketch = startOf([0, 0]);
    addSketch(sketch, shape.sketch);
    let { hash } = shape;
    for (const axes of stepsBetween(model, refOf(model.get(opening, 'ObjectPlacement')), host)) {
      const step = of(axes, opening) ?? nothing();
      hash = mixHash(hash, step.hash);
      addSketch(sketch, step.sketch);
    }
    return { hash, sketch };
  };
  return (element, openings) => {
    const shape = of(refOf(model.get(element, 'Representation')), element);
    const host = refOf(model.get(element, 'ObjectPlacement'));
    const voids = openings.flatMap((number) => openingShape(number, host) ?? []);
    if (shape === undefined && voids.length === 0) return null;
    const { hash, sketch } = setAround(shape ?? nothing(), voids);
    const { form, first, second, variance } = sketch;
    return { hash: hex(hash), sketch: { form: hex([form]), sums: [first, second], noise: Math.sqrt(variance) } };
  };
}

const nothing = (): Hashed => ({ hash: [0, 0], sketch: newSketch() });

const longestChain = 1000;

/** The relative placements from a placement up to its host's, or to the top when the host is not above. */
function stepsBetween(model: Model, placement: number | null, host: number | null): (number | null)[] {
  const steps: (number | null)[] = [];
  let now = placement;
  for (let depth = 0; now !== null && now !== host && depth < longestChain; depth++) {
    const instance = model.read(now);
    if (instance === undefined) break;
    steps.push(refOf(model.get(instance, 'RelativePlacement')));
    now = refOf(model.get(instance, 'PlacementRelTo'));
  }
  return steps;
}
