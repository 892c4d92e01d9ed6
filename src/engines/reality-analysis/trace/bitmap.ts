/** A shape in square cells with an empty margin around it; `x`, `y`: where its first cell lies in the whole. */
export interface Bitmap {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly bits: Uint8Array;
}

/** Cells between what a closing needs and what tracing needs. */
const margin = 3;

/** A region of a grid that is `columns` wide, with gaps of one cell closed. */
export function bitmapOf(cells: Iterable<number>, columns: number): Bitmap {
  const places = [...cells].map((at) => ({ x: at % columns, y: Math.floor(at / columns) }));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const size = { columns: right - left + 1 + 2 * margin, rows: bottom - top + 1 + 2 * margin };
  const bits = new Uint8Array(size.columns * size.rows);
  for (const { x, y } of places) bits[(y - top + margin) * size.columns + x - left + margin] = 1;
  return closed({ ...size, x: left - margin, y: top - margin, bits });
}

/** Grown by one cell and shrunk again; what was there stays. */
function closed(bitmap: Bitmap): Bitmap {
  const grown = spread(bitmap, bitmap.bits, 1);
  const shrunk = spread(bitmap, grown, 0);
  return { ...bitmap, bits: shrunk };
}

/** Cells that have the value themselves or in one of their eight neighbours get it. */
function spread({ columns, rows }: Bitmap, bits: Uint8Array, value: 0 | 1): Uint8Array {
  const result = bits.slice();
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < columns - 1; x++) {
      const at = y * columns + x;
      for (const other of neighboursOf(at, columns)) {
        if (bits[other] === value) {
          result[at] = value;
          break;
        }
      }
    }
  }
  return result;
}

/** The eight neighbours, in a circle that begins above. */
export const neighboursOf = (at: number, columns: number): readonly number[] => [
  at - columns,
  at - columns + 1,
  at + 1,
  at + columns + 1,
  at + columns,
  at + columns - 1,
  at - 1,
  at - columns - 1,
];
