/** Where something lies on which page. */
export interface Slot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface Page {
  readonly width: number;
  readonly height: number;
}

interface Sized {
  readonly width: number;
  readonly height: number;
}

/** Puts rectangles on shelves of pages: the highest first, one shelf above the other. Slots are in the order given. */
export function packed(
  rectangles: readonly Sized[],
  mostSide: number,
): { readonly slots: Slot[]; readonly pages: Page[] } {
  const order = rectangles.map((_, n) => n).sort((a, b) => heightOf(rectangles, b) - heightOf(rectangles, a) || a - b);
  const area = rectangles.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = rectangles.reduce((most, { width }) => Math.max(most, width), 1);
  const width = Math.min(mostSide, Math.max(widest, Math.ceil(Math.sqrt(area * 1.15))));
  const slots: Slot[] = rectangles.map(() => ({ page: 0, x: 0, y: 0 }));
  const heights: number[] = [];
  let [page, x, y, shelf] = [0, 0, 0, 0];
  for (const n of order) {
    const one = rectangles[n];
    if (one === undefined) continue;
    if (x + one.width > width) {
      x = 0;
      y += shelf;
      shelf = 0;
    }
    if (y + one.height > mostSide) {
      page++;
      x = 0;
      y = 0;
      shelf = 0;
    }
    slots[n] = { page, x, y };
    x += one.width;
    shelf = Math.max(shelf, one.height);
    heights[page] = Math.max(heights[page] ?? 0, y + shelf);
  }
  return { slots, pages: heights.map((height) => ({ width, height })) };
}

const heightOf = (list: readonly Sized[], n: number): number => list[n]?.height ?? 0;
