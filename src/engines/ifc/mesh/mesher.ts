import type { FlatMesh, LogLevel } from 'web-ifc';
import type { PlacedShape, Shape, Triangles } from '../shapes.ts';
import { type IfcApi, webIfc } from '../web-ifc.ts';
import { surfaceFinder } from './closed.ts';

/** The shapes of one element after the other. */
export interface Mesher {
  /** Throws when the library fails; then the mesher is of no use any more. */
  shapesOf(instance: number): readonly PlacedShape[];
  close(): void;
}

const silent = 6 as LogLevel.LOG_LEVEL_OFF;
/** Of a file of 500 MB; the watchdog of the process ends what takes more than it may. */
const memoryLimit = 2 ** 32 - 2 ** 16;

/** The library, as good as new. */
export async function loadLibrary(): Promise<IfcApi> {
  const api = new webIfc.IfcAPI();
  await api.Init();
  api.SetLogLevel(silent);
  return api;
}

/** Opens the file; throws when it cannot be read. */
export function openMesher(api: IfcApi, bytes: Uint8Array): Mesher {
  const model = api.OpenModelFromCallback(
    (offset, size) => bytes.subarray(offset, Math.min(offset + size, bytes.length)),
    { COORDINATE_TO_ORIGIN: false, MEMORY_LIMIT: memoryLimit },
  );
  if (model < 0) throw new Error('the library does not take the file.');
  const surfaceOf = surfaceFinder();
  return {
    shapesOf(instance) {
      const placed: PlacedShape[] = [];
      api.StreamMeshes(model, [instance], (flat) => placed.push(...shapesIn(api, model, flat, surfaceOf)));
      return placed;
    },
    close: () => api.CloseModel(model),
  };
}

type SurfaceOf = (triangles: Triangles) => Shape;

function shapesIn(api: IfcApi, model: number, flat: FlatMesh, surfaceOf: SurfaceOf): PlacedShape[] {
  return Array.from({ length: flat.geometries.size() }, (_, n) => {
    const { geometryExpressID, flatTransformation, color } = flat.geometries.get(n);
    const { x, y, z, w } = color;
    return {
      shape: surfaceOf(trianglesOf(api, model, geometryExpressID)),
      matrix: [...flatTransformation],
      color: [x, y, z, w] as const,
      item: geometryExpressID,
    };
  }).filter(({ shape }) => shape.indices.length > 0);
}

/** Copied out of the memory of the library, which may move at the next call. */
function trianglesOf(api: IfcApi, model: number, key: number): Triangles {
  const geometry = api.GetGeometry(model, key);
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()).slice();
  const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).slice();
  geometry.delete();
  return { vertices, indices };
}
