import type { Box, MeasuredShape } from '../../snapshot/types.ts';
import { union } from '../box.ts';
import type { Element } from '../describe/elements.ts';
import type { Issues, Place } from '../issues.ts';
import type { ElementLines } from '../lines/lines.ts';
import type { Paint } from '../paint/paints.ts';
import type { Textures } from '../shapes.ts';
import type { Model } from '../step/model.ts';
import { bodiesOf } from './bodies.ts';
import { startMeshing } from './meshes.ts';
import type { MeshIssue, MeshOf } from './messages.ts';
import { type ItemCount, itemCounter, mostItems, mostOperations } from './repeats.ts';
import { patienceOf } from './stall-timeout.ts';

/** The shapes of elements while they are made. */
export interface ElementMeshes {
  /** What is known of an element's shape, as soon as it is. */
  of(element: Element): Promise<ElementShape>;
  /** Waits for the last of them; `tell` gets what is wrong with those that `of` was asked for. */
  finish(tell: Issues['add']): Promise<Geometry>;
  /** Ends the work at once, unless it is done. */
  stop(): Promise<void>;
}

export interface Geometry {
  /** Paths of its parts. */
  readonly paths: readonly string[];
  /** Why there are none although there are shapes; for people. Then no element has one. */
  readonly refused?: string;
  /** Whether `of` has answered with a shape that is not there after all: it answers right from now on. */
  readonly outdated: boolean;
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
export function startElementMeshes(meshing: Meshing): ElementMeshes {
  const { wanted, lines } = wantedOf(meshing);
  const { meshAt, finished, stop } = startMesher(meshing, wanted, lines);
  const places = new Map(wanted.map((element, place) => [element, place]));
  const missing: MeshIssue[] = [];
  const given = new Set<number>();
  let lost = new Set<number>();
  let refused: string | undefined;
  return {
    async of(element) {
      const place = places.get(element);
      if (place === undefined) return {};
      const found = lost.has(place) ? undefined : await meshAt(place);
      if (refused !== undefined) return {};
      const message = isWritten(meshing, element) ? whatIsMissing(meshing.model, element, found) : undefined;
      if (found !== undefined) given.add(place);
      if (message !== undefined) missing.push({ place, message });
      return shapeOf(found, lines.get(element), isWritten(meshing, element));
    },
    async finish(tell) {
      const { issues, paths, ...rest } = await finished;
      refused = rest.refused;
      // a mesher that begins anew may not come to an end with a shape that it made before
      lost = new Set(issues.map(({ place }) => place));
      const others = missing.filter(({ place }) => refused === undefined && !lost.has(place));
      for (const { place, message } of [...issues, ...others.sort((a, b) => a.place - b.place)]) {
        const element = wanted[place];
        tell(message, element && placeOf(element));
      }
      return { paths, ...rest, outdated: refused !== undefined || !given.isDisjointFrom(lost) };
    },
    stop,
  };
}

/** Elements with a shape, and the lines of those that have any. */
function wantedOf({ model, elements, isPlaced, linesOf }: Meshing) {
  const itemsOf = itemCounter(model);
  const lines: Lines = new Map();
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
  return { wanted, lines };
}

type Lines = Map<Element, ElementLines>;

const isWritten = ({ model }: Meshing, { entity }: Element): boolean =>
  !withoutMesh.some((none) => model.schema.is(entity, none));

function startMesher(meshing: Meshing, wanted: readonly Element[], lines: Lines): Mesher {
  const { model, bytes, paintsOf, pictures, openings, folder, limits, progress, signal } = meshing;
  if (wanted.length === 0) return withNothingToDo;
  const order = {
    bytes,
    instances: Uint32Array.from(wanted, ({ number }) => number),
    ids: Float64Array.from(wanted, ({ id }) => id),
    written: Uint8Array.from(wanted, (element) => (isWritten(meshing, element) ? 1 : 0)),
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
  return startMeshing(order, { over, signal, progress: (done) => progress(done / wanted.length) });
}

type Mesher = ReturnType<typeof startMeshing>;

const withNothingToDo: Mesher = {
  meshAt: async () => undefined,
  finished: Promise.resolve({ issues: [], paths: [] }),
  stop: async () => {},
};

/** Bodies of which nothing came, for people. */
function whatIsMissing(model: Model, { representation }: Element, mesh: MeshOf | undefined): string | undefined {
  const made = new Set(mesh?.items);
  const bodies = bodiesOf(model, representation);
  const missing = bodies.filter(({ instances }) => !instances.some((one) => made.has(one)));
  if (missing.length === 0) return undefined;
  const what = mesh === undefined ? 'Its shape' : 'A part of its shape';
  const names = [...new Set(missing.map(({ name }) => name))].sort().join(', ');
  return `${what} has no mesh: nothing came of ${names}.`;
}

function shapeOf(found: MeshOf | undefined, drawn: ElementLines | undefined, written: boolean): ElementShape {
  if (found === undefined) return drawn === undefined ? {} : { box: drawn.box };
  if (!written) return { measured: { box: found.box, mesh: found.mesh } };
  return { mesh: found, box: drawn === undefined ? found.box : union(found.box, drawn.box) };
}
