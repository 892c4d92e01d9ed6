import { parentPort } from 'node:worker_threads';
import { geometryWriter, type PlacedShape } from './geometry-writer.ts';
import { measuring } from './measures.ts';
import { type Mesher, openMesher } from './mesher.ts';
import type { MeshAnswer, MeshOf, MeshOrder } from './messages.ts';

/*
 * The thread that makes the meshes of a file and writes the geometry: what it does blocks for seconds, and a failure of
 * the library leaves it unusable. After one the file is opened again, without the element.
 */
const mostFailures = 20;
const batch = 200;
const tell = (answer: MeshAnswer) => parentPort?.postMessage(answer);

async function run(order: MeshOrder): Promise<void> {
  const writer = geometryWriter(order.folder);
  let mesher: Mesher = await openMesher(order.bytes);
  let meshes: (readonly [number, MeshOf])[] = [];
  let triangles = 0;
  let failed = 0;
  for (let place = 0; place < order.instances.length; place++) {
    if (place % batch === 0) {
      tell({ is: 'meshes', meshes });
      tell({ is: 'progress', done: place });
      meshes = [];
    }
    try {
      const shapes = mesher.shapesOf(order.instances[place] ?? 0);
      const mesh = meshOf(shapes);
      if (mesh === undefined) continue;
      if (mesh === 'unusable') {
        tell({ is: 'issue', place, message: 'Its shape has places that are no numbers; it has no mesh.' });
        continue;
      }
      triangles += mesh.mesh.triangles;
      if (triangles > order.maxTriangles) return tell({ is: 'done', paths: [], tooMany: true });
      writer.add(order.ids[place] ?? 0, shapes);
      meshes.push([place, mesh]);
    } catch (error) {
      tell({ is: 'issue', place, message: `Its shape cannot be read (${reason(error)}); it has no mesh.` });
      if (++failed === mostFailures) {
        tell({ is: 'issue', place, message: `${failed} shapes cannot be read; all elements after it have no mesh.` });
        break;
      }
      mesher = await openMesher(order.bytes);
    }
  }
  tell({ is: 'meshes', meshes });
  tell({ is: 'done', paths: writer.finish(), tooMany: false });
}

function meshOf(shapes: readonly PlacedShape[]): MeshOf | 'unusable' | undefined {
  const measured = measuring();
  for (const { shape, matrix } of shapes) measured.add(shape.vertices, shape.indices, matrix);
  const found = measured.finish();
  if (found === undefined) return undefined;
  const { box, mesh } = found;
  const numbers = [...box.low, ...box.high, mesh.area, mesh.volume, ...mesh.centroid, ...mesh.moments];
  if (!numbers.every(Number.isFinite)) return 'unusable';
  return { ...found, colors: [...new Set(shapes.map(({ color }) => hexColor(color)))].sort() };
}

const hexColor = (color: PlacedShape['color']): string =>
  `#${color
    .map((part) =>
      Math.round(255 * Math.min(1, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

parentPort?.on('message', (order: MeshOrder) => {
  run(order).catch((error: unknown) => tell({ is: 'unreadable', why: reason(error) }));
});
