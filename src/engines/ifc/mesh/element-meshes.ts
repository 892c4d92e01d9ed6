import type { Element } from '../describe/elements.ts';
import type { Model } from '../step/model.ts';
import { startMeshing } from './meshes.ts';
import type { MeshOf } from './messages.ts';

export interface ElementMeshes {
  of(element: Element): MeshOf | undefined;
  /** Paths of the parts of the geometry. */
  readonly paths: readonly string[];
  /** Why there are none although there are shapes; for people. */
  readonly refused?: string;
}

const noMeshes: ElementMeshes = { of: () => undefined, paths: [] };

/** Shapes of these are taken away from others, or are room and no body. */
const withoutMesh = ['IFCFEATUREELEMENTSUBTRACTION', 'IFCSPACE', 'IFCSPATIALZONE'];

/** Makes the meshes of all elements that have a shape; `progress` gets the share done, 0 to 1. */
export function startElementMeshes(
  model: Model,
  elements: readonly Element[],
  folder: string,
  maxTriangles: number,
  progress: (share: number) => void,
) {
  const wanted = elements.filter(
    ({ entity, representation }) =>
      representation !== null && !withoutMesh.some((none) => model.schema.is(entity, none)),
  );
  const order = {
    bytes: model.bytes,
    instances: Uint32Array.from(wanted, ({ number }) => number),
    ids: Float64Array.from(wanted, ({ id }) => id),
    folder,
    maxTriangles,
  };
  if (wanted.length === 0) return { finished: Promise.resolve(noMeshes), stop: async () => {} };
  const { finished, stop } = startMeshing(order, (done) => progress(done / wanted.length));
  const meshes = finished.then((found): ElementMeshes => {
    for (const { place, message } of found.issues) {
      const element = wanted[place];
      model.issues.add(message, element && { number: element.number, globalId: element.key });
    }
    const places = new Map(wanted.map((element, place) => [element, place]));
    const refused = `The model has more than ${maxTriangles.toLocaleString('en')} triangles, the limit of this server.`;
    return {
      of: (element) => found.meshes.get(places.get(element) ?? -1),
      paths: found.paths,
      ...(found.tooMany ? { refused } : {}),
    };
  });
  meshes.catch(() => {});
  return { finished: meshes, stop };
}
