import { drawTriangle, emptyDrawing } from '../mesh/draw.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Grid } from './geotiff.ts';

export const noHeight = -9999;

/** Where a raster of the mesh lies: whole cells, few enough for memory. */
export function gridOf({ places, origin }: Mesh, wanted: number, mostCells: number): Grid {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let n = 0; n + 2 < places.length; n += 3) {
    const [x, y] = [places[n] ?? 0, places[n + 1] ?? 0];
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  const cell = roundedUp(Math.max(wanted, Math.sqrt(((east - west) * (north - south)) / mostCells)));
  const left = Math.floor((west + origin[0]) / cell) * cell;
  const top = Math.ceil((north + origin[1]) / cell) * cell;
  return {
    cell,
    west: left,
    north: top,
    width: Math.max(1, Math.ceil((east + origin[0] - left) / cell)),
    height: Math.max(1, Math.ceil((top - south - origin[1]) / cell)),
  };
}

/** To two digits. */
function roundedUp(size: number): number {
  const unit = 10 ** (Math.floor(Math.log10(size)) - 1);
  return Number((Math.ceil(size / unit - 1e-9) * unit).toPrecision(6));
}

/** The highest place of the mesh in each cell; `noHeight` where there is none. */
export function heightsOf({ places, triangles, origin }: Mesh, grid: Grid): Float32Array {
  const drawn = emptyDrawing(grid.width, grid.height);
  const corners = new Float64Array(9);
  for (let n = 0; n < triangles.length; n += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * (triangles[n + corner] ?? 0);
      corners[3 * corner] = ((places[from] ?? 0) + origin[0] - grid.west) / grid.cell;
      corners[3 * corner + 1] = (grid.north - (places[from + 1] ?? 0) - origin[1]) / grid.cell;
      corners[3 * corner + 2] = -(places[from + 2] ?? 0);
    }
    drawTriangle(drawn, n / 3, corners);
  }
  return drawn.far.map((value) => (value === Infinity ? noHeight : origin[2] - value));
}
