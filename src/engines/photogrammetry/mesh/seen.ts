import { seenFrom } from '../../geometry/camera.ts';
import { plus } from '../../geometry/vectors.ts';
import type { View } from '../dense/view.ts';
import { type Drawn, drawTriangle, emptyDrawing } from './draw.ts';
import type { Mesh } from './mesh.ts';

/** How a view sees a mesh: depths in metres, Infinity where there is nothing, and which triangle. */
export function seenBy(view: View, mesh: Mesh): Drawn {
  const drawn = emptyDrawing(view.width, view.height);
  const projected = projectedPlaces(view, mesh);
  const corners = new Float64Array(9);
  for (let n = 0; n < mesh.triangles.length; n += 3) {
    let before = true;
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * (mesh.triangles[n + corner] ?? 0);
      for (let k = 0; k < 3; k++) corners[3 * corner + k] = projected[from + k] ?? 0;
      if (!((corners[3 * corner + 2] ?? 0) < 0)) before = false;
    }
    if (before) drawTriangle(drawn, n / 3, corners);
  }
  for (let n = 0; n < drawn.far.length; n++) {
    const value = drawn.far[n] ?? 0;
    if (value < 0) drawn.far[n] = -1 / value;
  }
  return drawn;
}

/** Pixel and negative inverse depth of every place; 0 behind the camera. */
function projectedPlaces(view: View, { origin, places }: Mesh): Float64Array {
  const projected = new Float64Array(places.length);
  for (let n = 0; n < places.length; n += 3) {
    const place = plus(origin, [places[n] ?? 0, places[n + 1] ?? 0, places[n + 2] ?? 0]);
    const [x, y, z] = seenFrom(view.pose, place);
    if (z < 1e-6) continue;
    projected[n] = (view.focal * x) / z + view.principal[0];
    projected[n + 1] = (view.focal * y) / z + view.principal[1];
    projected[n + 2] = -1 / z;
  }
  return projected;
}
