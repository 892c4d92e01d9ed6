import type { Box, MeasuredShape } from '../../snapshot/types.ts';
import { union } from '../box.ts';
import type { Element } from '../describe/elements.ts';
import type { Place } from '../issues.ts';
import type { ElementLines } from '../lines/lines.ts';
import type { Paint } from '../paint/paints.ts';
import type { Model } from '../step/model.ts';
import { bodiesOf } from './bodies.ts';
import { startMeshing } from './meshes.ts';
import type { MeshOf } from './messages.ts';
import { patienceOf } from './patience.ts';
import { type ItemCount, itemCounter, mostItems, mostOperations } from './repeats.ts';
import type { Textures } from './shapes.ts';

export interface ElementMeshes {
  of(element: Element): ElementShape;
  /** Paths of the parts of the geometry. */
  readonly paths: readonly string[];
  /** Why there are none although there are shapes; for people. */
  readonly refused?: string;
}

export interface Meshing {
  readonly model: Model;
  /** The file as the library gets it. */
  readonly bytes: Uint8Array;
  readonly elements: readonly Element[];
  /** Whether it is known where an element stands. */
  isPlaced(element: Element): boolean;
  /** How single faces of an element look. */
  paintsOf(element: Element): readonly Paint[];
  /** By the instances of textures. */
  readonly pictures: Textures;
  /** What is shown of an element by lines. */
  linesOf(element: Element): ElementLines | 'too many' | undefined;
  /** Instances of the openings of an element. */
  openings(element: Element): readonly number[];
  readonly folder: string;
  readonly limits: { readonly triangles: number; readonly shapeTime: number };
  /** Gets the share done, 0 to 1. */
  progress(share: number): void;
  readonly signal?: AbortSignal | undefined;
}

/** Nothing is known of an element without a shape. */
export interface ElementShape {
  /** Of what is in the geometry: mesh and lines. */
  readonly box?: Box;
  /** What is in the geometry. */
  readonly mesh?: MeshOf;
  readonly measured?: MeasuredShape;
}

const noMeshes: ElementMeshes = { of: () => ({}), paths: [] };

/** Shapes of these are taken away from others, or are room and no body. */
const withoutMesh = ['IFCFEATUREELEMENTSUBTRACTION', 'IFCSPACE', 'IFCSPATIALZONE'];

/** Why an element with a shape gets no mesh from the begin; for people. */
function reasonAgainst({ representation }: Element, count: ItemCount, placed: boolean): string | undefined {
  if (representation === null) return undefined;
  if (!placed) return 'It has no mesh: where it stands cannot be read.';
  const { items, operands } = count;
  if (items > mostItems)
    return `Its shape holds ${items.toLocaleString('en')} others by mapped items, which is too many; it has no mesh.`;
  if (operands <= mostOperations) return undefined;
  return `Its shape is made of ${operands.toLocaleString('en')} others by boolean operations, which is too many; it has no mesh.`;
}

const drawnAt = (place: number, drawn: ElementLines | undefined) =>
  drawn === undefined ? [] : [[place, drawn.lines] as const];

const filledAt = (place: number, paints: readonly Paint[]) => (paints.length === 0 ? [] : [[place, paints] as const]);

const placeOf = ({ number, key }: Element): Place => ({ number, globalId: key });

/** Makes the meshes of all elements that have a shape; some are only measured. */
export function startElementMeshes(meshing: Meshing) {
  const { model, bytes, elements, isPlaced, linesOf, paintsOf, pictures, openings, folder, limits, progress, signal } =
    meshing;
  const itemsOf = itemCounter(model);
  const lines = new Map<Element, ElementLines>();
  const takeLines = (element: Element) => {
    const found = linesOf(element);
    if (found === 'too many') model.issues.add('It has too many lines, which are left out.', placeOf(element));
    else if (found !== undefined) lines.set(element, found);
  };
  const wanted = elements.filter((element) => {
    const why = reasonAgainst(element, itemsOf(element.representation), isPlaced(element));
    if (why === undefined) takeLines(element);
    else model.issues.add(why, placeOf(element));
    return why === undefined && (element.representation !== null || lines.has(element));
  });
  const written = ({ entity }: Element) => !withoutMesh.some((none) => model.schema.is(entity, none));
  if (wanted.length === 0) return { finished: Promise.resolve(noMeshes), stop: async () => {} };
  const order = {
    bytes,
    instances: Uint32Array.from(wanted, ({ number }) => number),
    ids: Float64Array.from(wanted, ({ id }) => id),
    written: Uint8Array.from(wanted, (element) => (written(element) ? 1 : 0)),
    paints: new Map(wanted.flatMap((element, place) => filledAt(place, paintsOf(element)))),
    pictures,
    lines: new Map(wanted.flatMap((element, place) => drawnAt(place, lines.get(element)))),
    folder,
    maxTriangles: limits.triangles,
  };
  const { over } = patienceOf(model, limits.shapeTime, (place) => {
    const element = wanted[place];
    return element === undefined ? [] : [element.number, ...openings(element)];
  });
  const { finished, stop } = startMeshing(order, { over, signal, progress: (done) => progress(done / wanted.length) });
  const meshes = finished.then(({ meshes, issues, paths, refused }): ElementMeshes => {
    for (const { place, message } of issues) {
      const element = wanted[place];
      model.issues.add(message, element && placeOf(element));
    }
    const told = new Set(issues.map(({ place }) => place));
    for (const [place, element] of wanted.entries()) {
      if (refused !== undefined || told.has(place) || !written(element)) continue;
      const mesh = meshes.get(place);
      const made = new Set(mesh?.items);
      const bodies = bodiesOf(model, element.representation);
      const missing = bodies.filter(({ instances }) => !instances.some((one) => made.has(one)));
      if (missing.length === 0) continue;
      const what = mesh === undefined ? 'Its shape' : 'A part of its shape';
      const names = [...new Set(missing.map(({ name }) => name))].sort().join(', ');
      model.issues.add(`${what} has no mesh: nothing came of ${names}.`, placeOf(element));
    }
    const places = new Map(wanted.map((element, place) => [element, place]));
    return {
      of(element) {
        const found = meshes.get(places.get(element) ?? -1);
        const drawn = refused === undefined ? lines.get(element)?.box : undefined;
        if (found === undefined) return drawn === undefined ? {} : { box: drawn };
        if (!written(element)) return { measured: { box: found.box, mesh: found.mesh } };
        return { mesh: found, box: drawn === undefined ? found.box : union(found.box, drawn) };
      },
      paths,
      ...(refused === undefined ? {} : { refused }),
    };
  });
  meshes.catch(() => {});
  return { finished: meshes, stop };
}
