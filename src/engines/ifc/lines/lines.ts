import { axisOf, identity, type Matrix, moved, scaled, type Vector } from '../../matrix.ts';
import type { Box } from '../../snapshot/types.ts';
import { bulge } from '../curves/alignment.ts';
import { stationsOf } from '../curves/path.ts';
import { pointsAlong } from '../curves/pieces.ts';
import type { Element } from '../describe/elements.ts';
import { axisLine } from '../describe/grid.ts';
import type { Placements } from '../describe/placement.ts';
import { type Visit, visitItems } from '../items.ts';
import { type Colour, lineColours } from '../paint/colours.ts';
import type { Reading } from '../reshape/reading.ts';
import type { PlacedLines } from '../shapes.ts';
import { type Instance, type Model, refsOf, textOf } from '../step/model.ts';

export interface ElementLines {
  readonly lines: readonly PlacedLines[];
  readonly box: Box;
}

/** Elements that are shown by their lines. */
const families = ['IFCANNOTATION', 'IFCGRID', 'IFCALIGNMENT', 'IFCREFERENT'];
const dark: Colour = [0.2, 0.2, 0.2, 1];
/** Points of one element. */
const mostPoints = 1_000_000;

type Reader = Pick<Reading, 'model' | 'units' | 'paths'>;
type Draw = (points: readonly Vector[], matrix: Matrix, colour: Colour) => void;

/** The lines of alignments, grids and annotations in the world; undefined for an element without. */
export function linesReader(
  reading: Reader,
  placements: Placements,
): (element: Element) => ElementLines | 'too many' | undefined {
  const { model, units } = reading;
  const colours = lineColours(model);
  return (element) => {
    if (!families.some((family) => model.schema.is(element.entity, family))) return undefined;
    const placement = element.placement === null ? undefined : placements(element.placement);
    if (placement === null) return undefined;
    const sets = new Map<string, { readonly colour: Colour; readonly lines: Vector[][] }>();
    let count = 0;
    const draw: Draw = (points, matrix, colour) => {
      count += points.length;
      if (points.length < 2 || count > mostPoints) return;
      const inModel = points.map((point) => scaled(moved(matrix, point), units.metresPerUnit));
      const line = placement === undefined ? inModel : inModel.map((point) => moved(placement, point));
      if (!line.every((point) => point.every(Number.isFinite))) return;
      const key = colour.join();
      const set = sets.get(key) ?? { colour, lines: [] };
      set.lines.push(line);
      sets.set(key, set);
    };
    const items = shownItems(model, element.representation);
    for (const number of items) visitItems(model, number, drawing(reading, colours, draw), dark, identity);
    if (sets.size === 0 && element.entity === 'IFCGRID') drawAxes(reading, element, draw);
    if (sets.size === 0 && element.entity === 'IFCALIGNMENT') drawLayout(reading, element, draw);
    if (count > mostPoints) return 'too many';
    const lines = [...sets.values()].map(({ colour, lines }) => joined(lines, colour));
    return lines.length === 0 ? undefined : { lines, box: boxOf(lines) };
  };
}

/** Items of the representations; one that is only seen from above is left out where there is one in space. */
function shownItems(model: Model, representation: number | null): readonly number[] {
  const shape = representation === null ? undefined : model.read(representation);
  const all = shape === undefined ? [] : refsOf(model.get(shape, 'Representations'));
  const read = all.flatMap((number) => model.read(number) ?? []);
  const typeOf = (one: Instance) => textOf(model.get(one, 'RepresentationType'))?.toLowerCase();
  const inSpace = read.filter((one) => typeOf(one) === 'curve3d');
  return (inSpace.length > 0 ? inSpace : read).flatMap((one) => refsOf(model.get(one, 'Items')));
}

/** Draws curves; what holds others is looked into. */
const drawing =
  ({ model, units, paths }: Reader, colours: (item: number) => Colour | undefined, draw: Draw): Visit<Colour> =>
  (item, matrix, above) => {
    const colour = colours(item.number) ?? above;
    const pieces = model.schema.is(item.entity, 'IFCCURVE') ? paths.curves.pieces(item) : undefined;
    if (pieces === undefined) return { within: colour };
    draw(pointsAlong(pieces, 1e-6 / units.metresPerUnit), matrix, colour);
    return undefined;
  };

/** A grid without curves of its own is that of its axes. */
function drawAxes({ model, paths }: Reader, { number }: Element, draw: Draw): void {
  const grid = model.read(number);
  if (grid === undefined) return;
  for (const axis of ['UAxes', 'VAxes', 'WAxes'].flatMap((list) => refsOf(model.get(grid, list))))
    draw(axisLine(model, axis, paths.curves) ?? [], identity, dark);
}

/** An alignment without curves is that of its parameters. */
function drawLayout({ units, paths }: Reader, { number }: Element, draw: Draw): void {
  const path = paths.layouts.pathOf(number);
  if (path === undefined) return;
  const stations = stationsOf(path, 0, path.length, bulge / units.metresPerUnit);
  draw(
    stations.map((at) => axisOf(path.at(at), 3)),
    identity,
    dark,
  );
}

function joined(lines: readonly (readonly Vector[])[], color: Colour): PlacedLines {
  const indices: number[] = [];
  let count = 0;
  for (const { length } of lines) {
    for (let n = 1; n < length; n++) indices.push(count + n - 1, count + n);
    count += length;
  }
  return { points: Float64Array.from(lines.flat(2)), indices: Uint32Array.from(indices), color };
}

function boxOf(lines: readonly PlacedLines[]): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { points } of lines) {
    for (let at = 0; at < points.length; at += 3) {
      for (const axis of [0, 1, 2] as const) {
        const value = points[at + axis] ?? 0;
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      }
    }
  }
  return { low, high };
}
