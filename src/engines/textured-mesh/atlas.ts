import { type Chart, chartsOf, joinedCharts } from './charts.ts';
import type { TexturedMesh } from './mesh.ts';
import type { Picture, Pictures } from './pictures.ts';

/** The picture of a tile, with what its triangles show and no more. */
export interface Atlas extends Picture {
  /** Where a vertex is in it, 0 to 1. */
  readonly uvOf: ReadonlyMap<number, readonly [number, number]>;
  /** Where it is white, for triangles without a picture. */
  readonly white: readonly [number, number];
}

interface Placed {
  readonly chart: Chart;
  readonly level: number;
  /** Its picture at that level. */
  readonly picture: readonly [width: number, height: number];
  /** Pixels of it, of which the first may be below 0. */
  readonly from: readonly [number, number];
  readonly size: readonly [number, number];
  x: number;
  y: number;
}

const mostSide = 4096;
/** Pixels around a chart, so that its neighbours do not shine through. */
const border = 2;
const deepest = 12;

/** Cuts what some triangles show out of their pictures; undefined when they have none. `level`: halved so many times. */
export async function atlasOf(
  mesh: TexturedMesh,
  indices: Uint32Array,
  pictures: Pictures,
  level: number,
): Promise<Atlas | undefined> {
  const charts = joinedCharts(chartsOf(mesh, indices));
  if (charts.length === 0) return undefined;
  for (let halved = level; ; halved++) {
    const placed: Placed[] = [{ ...whiteCell }];
    for (const chart of charts) placed.push(await sizedChart(chart, pictures, halved));
    const size = pack(placed);
    if (size === undefined && halved < level + deepest) continue;
    const [width, height] = size ?? [mostSide, mostSide];
    const pixels = new Uint8Array(4 * width * height).fill(255);
    const [white, ...cut] = placed;
    for (const one of cut) copy(one, await pictures.at(one.chart.material, one.level), pixels, width);
    const middle = [((white?.x ?? 0) + border) / width, ((white?.y ?? 0) + border) / height] as const;
    return { width, height, pixels, uvOf: uvsOf(mesh, cut, width, height), white: middle };
  }
}

const whiteCell: Placed = {
  chart: { material: 0, low: [0, 0], high: [0, 0], vertices: [] },
  level: 0,
  picture: [1, 1],
  from: [0, 0],
  size: [2 * border, 2 * border],
  x: 0,
  y: 0,
};

/** How large a chart is; one that is larger than an atlas is halved. */
async function sizedChart(chart: Chart, pictures: Pictures, first: number): Promise<Placed> {
  const [fullWidth, fullHeight] = await pictures.size(chart.material);
  for (let level = first; ; level++) {
    const [width, height] = [Math.max(1, fullWidth >> level), Math.max(1, fullHeight >> level)];
    const from = [Math.floor(chart.low[0] * width) - border, Math.floor(chart.low[1] * height) - border] as const;
    const to = [Math.ceil(chart.high[0] * width) + border, Math.ceil(chart.high[1] * height) + border] as const;
    const size = [to[0] - from[0], to[1] - from[1]] as const;
    if ((size[0] > mostSide || size[1] > mostSide) && level < first + deepest) continue;
    return {
      chart,
      level,
      picture: [width, height],
      from,
      size: [Math.min(mostSide, size[0]), Math.min(mostSide, size[1])],
      x: 0,
      y: 0,
    };
  }
}

/** In shelves, the highest first; undefined when they do not fit. */
function pack(placed: Placed[]): [number, number] | undefined {
  const area = placed.reduce((sum, { size }) => sum + size[0] * size[1], 0);
  const widest = placed.reduce((most, { size }) => Math.max(most, size[0]), 4);
  const wanted = Math.max(widest, Math.ceil(Math.sqrt(area * 1.1)));
  if (wanted > mostSide) return undefined;
  const width = Math.min(mostSide, Math.ceil(wanted / 4) * 4);
  let [x, y, shelf] = [0, 0, 0];
  for (const one of placed.toSorted((a, b) => b.size[1] - a.size[1])) {
    if (x + one.size[0] > width) {
      [x, y, shelf] = [0, y + shelf, 0];
    }
    one.x = x;
    one.y = y;
    x += one.size[0];
    shelf = Math.max(shelf, one.size[1]);
  }
  const height = Math.ceil((y + shelf) / 4) * 4;
  return height > mostSide ? undefined : [width, height];
}

/** Pictures go on beyond their sides where a chart repeats them, else their last pixels do. */
function copy(
  { chart, from, size, x, y }: Placed,
  { width, height, pixels }: Picture,
  target: Uint8Array,
  across: number,
): void {
  const repeats = chart.low[0] < 0 || chart.low[1] < 0 || chart.high[0] > 1 || chart.high[1] > 1;
  const inside = (at: number, most: number) =>
    repeats ? ((at % most) + most) % most : Math.min(most - 1, Math.max(0, at));
  for (let row = 0; row < size[1]; row++) {
    const source = inside(from[1] + row, height) * width;
    for (let column = 0; column < size[0]; column++) {
      const at = 4 * (source + inside(from[0] + column, width));
      const to = 4 * ((y + row) * across + x + column);
      for (let n = 0; n < 4; n++) target[to + n] = pixels[at + n] ?? 0;
    }
  }
}

function uvsOf(
  { uvs }: TexturedMesh,
  placed: readonly Placed[],
  width: number,
  height: number,
): ReadonlyMap<number, readonly [number, number]> {
  const found = new Map<number, readonly [number, number]>();
  for (const { chart, picture, from, x, y } of placed) {
    const [w, h] = picture;
    for (const vertex of chart.vertices) {
      const u = (x + (uvs[2 * vertex] ?? 0) * w - from[0]) / width;
      const v = (y + (uvs[2 * vertex + 1] ?? 0) * h - from[1]) / height;
      found.set(vertex, [u, v]);
    }
  }
  return found;
}
