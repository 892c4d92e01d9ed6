/** Writes some numbers that belong to a place into `target`. */
export type Exact = (x: number, y: number, target: Float64Array) => void;

/** The same of the place whose x and y are at `at` of a list: numbers handed over one by one would be objects each. */
export type Quick = (places: Float64Array, at: number, target: Float64Array) => void;

/** Cells that are remembered; beyond it they are forgotten and made again. */
const mostCells = 200_000;
const rows = 2 ** 26;

/**
 * What changes slowly over a plane, such as a map projection, between the corners of cells of that side: for millions of
 * places that is several times quicker than to calculate each. Over a cell of 50 m the earth is flat to a hundredth of a
 * millimetre. `width`: how many numbers there are. Where a corner has none the place itself is calculated.
 */
export function blended(exact: Exact, width: number, side: number): Quick {
  const cells = new Map<number, Float64Array | null>();
  let [column, row] = [Number.NaN, Number.NaN];
  let now: Float64Array | null = null;
  const corners = (): Float64Array | null => {
    const found = new Float64Array(4 * width);
    for (let n = 0; n < 4; n++) {
      exact((column + (n & 1)) * side, (row + (n >> 1)) * side, found.subarray(n * width, (n + 1) * width));
    }
    return found.every(Number.isFinite) ? found : null;
  };
  const enter = (x: number, y: number): void => {
    [column, row] = [x, y];
    // one number for both, since this is asked millions of times; no cell of the earth is so far out
    const key = x * rows + y;
    const known = cells.get(key);
    now = known === undefined ? corners() : known;
    if (known !== undefined) return;
    if (cells.size >= mostCells) cells.clear();
    cells.set(key, now);
  };
  return (places, at, target) => {
    const x = places[at] ?? 0;
    const y = places[at + 1] ?? 0;
    const u = x / side;
    const v = y / side;
    const left = Math.floor(u);
    const below = Math.floor(v);
    if (Math.abs(left) > rows / 2 || Math.abs(below) > rows / 2) return exact(x, y, target);
    if (left !== column || below !== row) enter(left, below);
    if (now === null) return exact(x, y, target);
    const s = u - left;
    const t = v - below;
    const a = (1 - s) * (1 - t);
    const b = s * (1 - t);
    const c = (1 - s) * t;
    const d = s * t;
    for (let n = 0; n < width; n++) {
      target[n] =
        a * (now[n] ?? 0) + b * (now[width + n] ?? 0) + c * (now[2 * width + n] ?? 0) + d * (now[3 * width + n] ?? 0);
    }
  };
}
