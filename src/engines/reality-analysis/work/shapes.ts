import { shortText } from '../../crs/wkt-text.ts';
import { fittedPlane, levelPlane, spacingOf, traceOn } from '../cloud/plane.ts';
import { boundsOf, chosen, type Points } from '../cloud/points.ts';
import type { Cloud } from '../cloud/read.ts';
import { groupsOf } from '../cloud/together.ts';
import { nameOf } from '../evaluate/pairs.ts';
import type { Label, Line, Object3D, Polygon } from '../scene/types.ts';
import { emptyScene, putExports, putScene } from './exports.ts';
import { numberOption, type Order, optionOf, systemOf, telling, wants } from './order.ts';

/** Points of one label hang together over gaps of this many metres. */
const gap = 0.5;
const fewest = 20;

export interface Shapes {
  readonly objects: Object3D[];
  readonly lines: Line[];
  readonly polygons: Polygon[];
}

interface Forming {
  readonly gap: number;
  readonly fewest: number;
  /** Outlines seen from above, or on the plane that fits them. */
  readonly planes: 'level' | 'fitted';
  readonly widths: boolean;
  /** Lines shorter than this many metres are left out. */
  readonly shortest: number;
}

/** What the points of each label form: boxes around those that hang together, their outlines and centre lines. */
export function shapesOf(
  points: Points,
  byLabel: ReadonlyMap<number, ArrayLike<number>>,
  confidenceOf: (members: ArrayLike<number>) => number | undefined,
  forming: Forming,
  progress: (share: number) => void = () => {},
): Shapes {
  const shapes: Shapes = { objects: [], lines: [], polygons: [] };
  let done = 0;
  for (const [label, all] of byLabel) {
    for (const members of groupsOf(points, all, forming.gap, forming.fewest)) {
      const confidence = confidenceOf(members);
      const facts = { label, ...(confidence === undefined ? {} : { confidence }) };
      shapes.objects.push({ ...facts, box: boundsOf(chosen(points, members)) });
      const plane = forming.planes === 'level' ? levelPlane(points, members) : fittedPlane(points, members);
      const traced = traceOn(plane, points, members, 1.5 * spacingOf(points, members, plane));
      for (const outline of traced.outlines) shapes.polygons.push({ ...facts, ...outline });
      for (const { places, diameters } of traced.lines) {
        const length = places.slice(1).reduce((sum, place, n) => {
          const [x = 0, y = 0, z = 0] = places[n] ?? [];
          return sum + Math.hypot(place[0] - x, place[1] - y, place[2] - z);
        }, 0);
        if (length >= forming.shortest) shapes.lines.push({ ...facts, places, ...(forming.widths && { diameters }) });
      }
    }
    progress(++done / byLabel.size);
  }
  return shapes;
}

/** Classes of points with what they are called. */
export interface Classes {
  readonly classification: Uint8Array;
  readonly labels: readonly Label[];
  readonly confidence?: Float32Array;
}

/** What nobody wants as an object. */
const isSurrounding = ({ id, name }: Label): boolean =>
  id === 0 || /^(ground|unclassified|background|other)$/i.test(name);

/** Objects, lines and outlines of the classes of a cloud, as far as they are asked for. */
export async function shapesOfClasses(
  order: Order,
  cloud: Cloud,
  { classification, labels, confidence }: Classes,
): Promise<void> {
  if (!wants(order, 'objects3D', 'lines3D', 'polygons3D')) return;
  const { progress } = telling(order, 'Forming objects');
  const byLabel = new Map<number, number[]>();
  const known = new Map(labels.map((label) => [label.id, label]));
  for (const [n, id] of classification.entries()) {
    const label = known.get(id) ?? { id, name: String(id) };
    if (isSurrounding(label)) continue;
    const members = byLabel.get(id);
    if (members) members.push(n);
    else byLabel.set(id, [n]);
  }
  const mean = (members: ArrayLike<number>) =>
    confidence && Array.from(members).reduce((sum, n) => sum + (confidence[n] ?? 0), 0) / members.length;
  const forming = { gap, fewest, planes: 'level', ...linesAsked(order) } as const;
  await putShapesOf(order, shapesOf(cloud.points, byLabel, mean, forming, progress), labels, crsTextOf(cloud));
}

export const linesAsked = (order: Order) => ({
  widths: optionOf(order, 'computeLineWidth') === true,
  shortest: numberOption(order, 'removeSmallLines') ?? 0,
});

export const crsTextOf = ({ crs }: Cloud): string | undefined => crs && shortText(crs);

/** Writes shapes as the outputs that are asked for. */
export async function putShapesOf(
  order: Order,
  { objects, lines, polygons }: Shapes,
  labels: readonly Label[],
  declared: string | undefined,
): Promise<void> {
  const crs = systemOf(order, declared);
  const name = nameOf(labels);
  const scene = emptyScene(declared);
  await putScene(order, 'objects3D', { ...scene, annotations: { labels, objects3D: objects } }, crs);
  await putScene(order, 'lines3D', { ...scene, annotations: { labels, lines3D: lines } }, crs);
  await putScene(order, 'polygons3D', { ...scene, annotations: { labels, polygons3D: polygons } }, crs);
  if (wants(order, 'objects3D')) await putExports(order, { base: 'objects3D', objects, nameOf: name }, crs);
  if (wants(order, 'lines3D')) await putExports(order, { base: 'lines3D', lines, nameOf: name }, crs);
  if (wants(order, 'polygons3D')) await putExports(order, { base: 'polygons3D', polygons, nameOf: name }, crs);
}
