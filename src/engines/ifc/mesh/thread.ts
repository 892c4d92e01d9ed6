import { parentPort } from 'node:worker_threads';
import type { Paint } from '../paint/paints.ts';
import type { PlacedShape } from '../shapes.ts';
import { areClosed } from './closed.ts';
import { geometryWriter } from './geometry-writer.ts';
import { begin, opening, ownWork } from './heartbeat.ts';
import { measuring } from './measures.ts';
import { loadLibrary, type Mesher, openMesher } from './mesher.ts';
import type { MeshAnswer, MeshOf, MeshRun } from './messages.ts';
import { paintedShapes } from './painted.ts';

/*
 * The thread that makes the meshes of a file and writes the geometry: what it does blocks for seconds, and a failure of
 * the library leaves it unusable. After one the file is opened again, without the element.
 */
const mostFailures = 20;
const batch = 200;
const tell = (answer: MeshAnswer) => parentPort?.postMessage(answer);

async function run(order: MeshRun): Promise<void> {
  const { beat, instances } = order;
  const reader = await openReader(order);
  if (typeof reader === 'string') return tell({ is: 'unreadable', why: reader });
  const writer = geometryWriter(order.folder, order.pictures);
  const without = new Set(order.without);
  let meshes: (readonly [number, MeshOf])[] = [];
  let triangles = 0;
  for (let place = 0; place < instances.length; place++) {
    if (place % batch === 0) {
      tell({ is: 'meshes', meshes, done: place });
      meshes = [];
    }
    if (without.has(place)) continue;
    const { why, shapes, mesh } = usable(await reader.shapesOf(place), order.paints.get(place) ?? []);
    if (why !== undefined) tell({ is: 'issue', place, message: why });
    if (mesh !== undefined) meshes.push([place, mesh]);
    const lines = order.lines.get(place);
    if (order.written[place] !== 1 || (mesh === undefined && lines === undefined)) continue;
    triangles += mesh?.mesh.triangles ?? 0;
    if (triangles > order.maxTriangles) return tell({ is: 'done', paths: [], tooMany: true });
    writer.add(order.ids[place] ?? 0, shapes, lines);
  }
  begin(beat, ownWork);
  tell({ is: 'meshes', meshes, done: instances.length });
  tell({ is: 'done', paths: writer.finish(), tooMany: false });
}

/** Reads shapes of the file, and opens it anew when the library fails. Or why it cannot be opened. */
async function openReader({ bytes, beat, instances }: MeshRun) {
  const open = async (): Promise<Mesher | string> => {
    const library = await loadLibrary();
    begin(beat, opening);
    const mesher = orReason(() => openMesher(library, bytes));
    begin(beat, ownWork);
    return mesher;
  };
  const read = (mesher: Mesher, place: number): readonly PlacedShape[] | string => {
    begin(beat, place);
    const shapes = orReason(() => mesher.shapesOf(instances[place] ?? 0));
    begin(beat, ownWork);
    return shapes;
  };
  let mesher = await open();
  let failures = 0;
  if (typeof mesher === 'string') return mesher;
  return {
    /** The shapes of the element at a place, or why there are none, for people. */
    async shapesOf(place: number): Promise<readonly PlacedShape[] | string> {
      if (typeof mesher === 'string') return mesher;
      const shapes = read(mesher, place);
      if (typeof shapes !== 'string') return shapes;
      failures++;
      mesher = failures < mostFailures ? await open() : `It has no mesh: ${failures} shapes before it cannot be read.`;
      return `Its shape cannot be read (${shapes}); it has no mesh.`;
    },
  };
}

/** What the library answers, or why it fails: then it is of no use any more. */
function orReason<T>(call: () => T): T | string {
  try {
    return call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Shapes with what is known of their mesh, or why there are none. */
function usable(found: readonly PlacedShape[] | string, paints: readonly Paint[]) {
  const mesh = typeof found === 'string' ? found : meshOf(found);
  if (typeof found === 'string' || typeof mesh === 'string')
    return { why: typeof mesh === 'string' ? mesh : undefined, shapes: [], mesh: undefined };
  if (mesh === undefined) return { why: undefined, shapes: [], mesh };
  const shapes = paintedShapes(found, paints);
  return { why: undefined, shapes, mesh: shapes === found ? mesh : { ...mesh, colors: colorsOf(shapes) } };
}

/** What is known of a mesh; for people why it cannot be used; undefined without one. */
function meshOf(shapes: readonly PlacedShape[]): MeshOf | string | undefined {
  const measured = measuring();
  for (const { shape, matrix } of shapes) measured.add(shape.vertices, shape.indices, matrix);
  const found = measured.finish();
  if (found === undefined) return undefined;
  const { box, mesh } = found;
  const numbers = [...box.low, ...box.high, mesh.area, mesh.volume, ...mesh.centroid, ...mesh.moments];
  if (!numbers.every(Number.isFinite)) return 'Its shape has places that are no numbers; it has no mesh.';
  return {
    box,
    mesh: { ...mesh, closed: areClosed(shapes) },
    colors: colorsOf(shapes),
    items: [...new Set(shapes.flatMap(({ item }) => item ?? []))],
  };
}

const colorsOf = (shapes: readonly PlacedShape[]): readonly string[] =>
  [...new Set(shapes.map(({ color }) => hexColor(color)))].sort();

const hexColor = (color: PlacedShape['color']): string =>
  `#${color
    .map((part) =>
      Math.round(255 * Math.min(1, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

// what else fails, a full disk, is an error of the thread
parentPort?.on('message', (order: MeshRun) => void run(order));
