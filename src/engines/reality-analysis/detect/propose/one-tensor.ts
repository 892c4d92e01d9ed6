import type { Guess, NamedOutput } from './guess.ts';
import type { Json } from './input.ts';

/** How sure it is where the number of columns goes with the number of classes, whatever else speaks against it. */
const told = 0.85;

/** One output of rows and columns, and what may stand beside it. */
export function ofOneTensor(outputs: readonly NamedOutput[], known: number | undefined, isWide: boolean): Guess[] {
  const tables = outputs.filter(
    ({ dims, values }) => dims.length === 2 && values.dims.length === 3 && !/int/.test(values.type),
  );
  const [table] = tables;
  if (table === undefined || tables.length > 1) return [];
  const [first = 0, second = 0] = table.dims;
  const prototypes = outputs.find(({ dims, values }) => dims.length === 3 && values.dims.length === 4);
  const name = { tensor: table.name };
  // of any size: their strides go up to 32
  const letterbox = { fit: 'letterbox', ...(isWide && { multipleOf: 32 }) };
  const shape = `[1, ${first}, ${second}]`;
  const sureOf = (certainty: number, classes: number) => {
    if (known === undefined) return certainty;
    return known === classes ? Math.max(certainty + 0.08, told) : certainty - 0.35;
  };
  const guesses: Guess[] = [];
  const add = (layout: string, classes: number, certainty: number, reason: string, more: Json = {}) => {
    if (classes < 1) return;
    const isTurned = layout !== 'yolov5' && more.transposed !== true;
    const reach = reachOf(table, isTurned);
    const units = reach === 'shares' ? { boxUnits: 'fractions' } : {};
    const output = { layout, ...name, ...more, ...units };
    const sure = reach === 'raw' ? 0.3 : sureOf(certainty, classes);
    const about = reach === 'raw' ? ` ${rawWords}` : '';
    const guess = { output, input: letterbox, classes, first: 0 as const, reason: reason + about };
    guesses.push({ ...guess, certainty: Math.max(0.05, sure) });
  };
  if (prototypes !== undefined) {
    const behind = prototypes.dims[0] ?? 0;
    const reason = `The output is ${shape} with ${behind} prototypes of masks beside it.`;
    add('yolov8seg', first - 4 - behind, 0.88, reason, { prototypes: prototypes.name });
    return guesses;
  }
  const isPlausible = second === 6 && looksFinal(table);
  if (second === 6) {
    const certainty = isPlausible ? 0.9 : 0.35;
    const guess = { output: { layout: 'end2end', ...name }, input: letterbox, classes: undefined, first: 0 as const };
    guesses.push({
      ...guess,
      certainty,
      reason: `The output is ${shape}: six columns, of which the last are whole numbers.`,
    });
  }
  // more boxes than columns, where nothing else tells them apart
  const [wide, tall] = [second > first, first > second];
  add(
    'yolov8',
    first - 4,
    wide ? 0.87 : 0.45,
    `The output is ${shape}: boxes with ${first - 4} classes, column by column.`,
  );
  add(
    'yolov5',
    second - 5,
    tall ? (isPlausible ? 0.5 : 0.84) : 0.42,
    `The output is ${shape}: rows of a box, whether there is something, and ${second - 5} classes.`,
  );
  if (known === second - 4) {
    add('yolov8', second - 4, tall ? 0.8 : 0.5, `The output is ${shape}: rows of a box and ${second - 4} classes.`, {
      transposed: true,
    });
  }
  return guesses;
}

const rawWords = 'Its boxes reach no pixels: they seem to be raw, to be decoded cell by cell.';
/** Of so many boxes some lie far right or below. */
const manyBoxes = 500;

/** Whether boxes are in pixels, in shares of the picture, or neither: those of raw heads count cells. */
function reachOf({ values: { values }, dims }: NamedOutput, isTurned: boolean): 'pixels' | 'shares' | 'raw' {
  const [rows = 0, columns = 0] = isTurned ? dims.toReversed() : dims;
  if (rows < manyBoxes) return 'pixels';
  let most = 0;
  for (let row = 0; row < rows; row++) {
    for (const column of [0, 1])
      most = Math.max(most, values[isTurned ? column * rows + row : row * columns + column] ?? 0);
  }
  if (most <= 1.5) return most > 0.2 ? 'shares' : 'pixels';
  return most < 48 ? 'raw' : 'pixels';
}

/** Whether rows are boxes by their corners, a confidence and a class. */
function looksFinal({ values: { values }, dims: [rows = 0] }: NamedOutput): boolean {
  for (let row = 0; row < rows; row++) {
    const [left = 0, top = 0, right = 0, bottom = 0, confidence = 0, kind = 0] = Array.from(
      { length: 6 },
      (_, n) => values[6 * row + n] ?? 0,
    );
    const isRow =
      right >= left &&
      bottom >= top &&
      confidence >= 0 &&
      confidence <= 1.001 &&
      Math.abs(kind - Math.round(kind)) < 1e-3;
    if (!isRow) return false;
  }
  return rows <= 2000;
}
