import type { MeasuredShape } from '../../snapshot/types.ts';
import type { Element } from '../describe/elements.ts';
import type { Model } from '../step/model.ts';
import { bodiesOf } from './bodies.ts';
import { startMeshing } from './meshes.ts';
import type { MeshOf } from './messages.ts';
import { patienceOf } from './patience.ts';
import { itemCounter, mostItems } from './repeats.ts';

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
  /** What is in the geometry. */
  readonly mesh?: MeshOf;
  readonly measured?: MeasuredShape;
}

const noMeshes: ElementMeshes = { of: () => ({}), paths: [] };

/** Shapes of these are taken away from others, or are room and no body. */
const withoutMesh = ['IFCFEATUREELEMENTSUBTRACTION', 'IFCSPACE', 'IFCSPATIALZONE'];

/** Makes the meshes of all elements that have a shape; some are only measured. */
export function startElementMeshes({ model, bytes, elements, openings, folder, limits, progress, signal }: Meshing) {
  const itemsOf = itemCounter(model);
  const wanted = elements.filter(({ representation, number, key }) => {
    const items = itemsOf(representation);
    if (items <= mostItems) return representation !== null;
    const message = `Its shape holds ${items.toLocaleString('en')} others by mapped items, which is too many; it has no mesh.`;
    model.issues.add(message, { number, globalId: key });
    return false;
  });
  const written = ({ entity }: Element) => !withoutMesh.some((none) => model.schema.is(entity, none));
  if (wanted.length === 0) return { finished: Promise.resolve(noMeshes), stop: async () => {} };
  const order = {
    bytes,
    instances: Uint32Array.from(wanted, ({ number }) => number),
    ids: Float64Array.from(wanted, ({ id }) => id),
    written: Uint8Array.from(wanted, (element) => (written(element) ? 1 : 0)),
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
      model.issues.add(message, element && { number: element.number, globalId: element.key });
    }
    const told = new Set(issues.map(({ place }) => place));
    for (const [place, element] of wanted.entries()) {
      if (refused !== undefined || told.has(place) || !written(element)) continue;
      const { number, key, representation } = element;
      const mesh = meshes.get(place);
      const made = new Set(mesh?.items);
      const bodies = bodiesOf(model, representation);
      const missing = bodies.filter(({ instances }) => !instances.some((one) => made.has(one)));
      if (missing.length === 0) continue;
      const what = mesh === undefined ? 'Its shape' : 'A part of its shape';
      const names = [...new Set(missing.map(({ name }) => name))].sort().join(', ');
      model.issues.add(`${what} has no mesh: nothing came of ${names}.`, { number, globalId: key });
    }
    const places = new Map(wanted.map((element, place) => [element, place]));
    return {
      of(element) {
        const found = meshes.get(places.get(element) ?? -1);
        if (found === undefined) return {};
        return written(element) ? { mesh: found } : { measured: { box: found.box, mesh: found.mesh } };
      },
      paths,
      ...(refused === undefined ? {} : { refused }),
    };
  });
  meshes.catch(() => {});
  return { finished: meshes, stop };
}
