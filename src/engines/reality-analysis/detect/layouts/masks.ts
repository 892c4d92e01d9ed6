import { failures } from '../../failures.ts';
import type { Resolved } from '../resolve.ts';
import type { Outputs } from '../session.ts';
import { activated } from './candidates.ts';
import { formOf, outputNamed, withoutBatch } from './table.ts';

/** The class of each cell that a network tells, row by row, and how sure it is. */
export interface MaskAnswer {
  readonly rows: number;
  readonly columns: number;
  readonly labels: Uint16Array;
  readonly confidence: Float32Array;
  /** How many classes it tells apart; undefined where it names them by number. */
  readonly classes: number | undefined;
}

type NamedMask = Extract<Resolved, { readonly kind: 'mask' }>['output'];

/** Reads a mask in the layout that is described. Throws DetectorNotRunnable where the output has another form. */
export function maskOf(outputs: Outputs, output: NamedMask): MaskAnswer {
  const answer = outputNamed(outputs, output.mask);
  const { values } = answer;
  if (output.layout === 'mask') return surest(outputs, output);
  // one class: [1, 1, h, w] and [1, h, w] are the same
  const flat = {
    ...answer,
    dims: answer.dims.length === 4 ? answer.dims.filter((one, at) => at !== 1 || one !== 1) : answer.dims,
  };
  const [rows = 0, columns = 0] = withoutBatch(flat, output.mask, 2);
  const mask = empty(rows, columns, output.layout === 'maskBinary' ? 2 : undefined);
  for (let n = 0; n < values.length; n++) {
    const value = values[n] ?? Number.NaN;
    if (output.layout === 'maskClasses') {
      mask.labels[n] = value;
      mask.confidence[n] = 1;
      continue;
    }
    const sure = activated(value, output.activation === 'none' ? 'none' : 'sigmoid');
    const isThere = sure >= output.maskThreshold;
    mask.labels[n] = isThere ? 1 : 0;
    mask.confidence[n] = isThere ? sure : 1 - sure;
  }
  return mask;
}

const empty = (rows: number, columns: number, classes: number | undefined): MaskAnswer => ({
  rows,
  columns,
  classes,
  labels: new Uint16Array(rows * columns),
  confidence: new Float32Array(rows * columns),
});

function surest(outputs: Outputs, { mask: name, maskLayout, activation }: NamedMask): MaskAnswer {
  const answer = outputNamed(outputs, name);
  const dims = withoutBatch(answer, name, 3);
  const [classes = 0, rows = 0, columns = 0] = maskLayout === 'NCHW' ? dims : [dims[2], dims[0], dims[1]];
  if (classes < 2) {
    throw failures.notRunnable(
      `The mask '${name}' is ${formOf(answer)}, which are ${classes} classes: with one its layout is maskBinary.`,
    );
  }
  const { values } = answer;
  const plane = rows * columns;
  const [step, next] = maskLayout === 'NCHW' ? [plane, 1] : [1, classes];
  const mask = empty(rows, columns, classes);
  for (let place = 0; place < plane; place++) {
    const first = place * next;
    let best = 0;
    for (let one = 1; one < classes; one++) {
      if ((values[first + one * step] ?? 0) > (values[first + best * step] ?? 0)) best = one;
    }
    const most = values[first + best * step] ?? Number.NaN;
    mask.labels[place] = best;
    mask.confidence[place] =
      activation === 'softmax' ? share(values, first, step, classes, most) : activated(most, activation);
  }
  return mask;
}

/** Softmax of the greatest value. */
function share(values: ArrayLike<number>, first: number, step: number, count: number, greatest: number): number {
  let sum = 0;
  for (let one = 0; one < count; one++) sum += Math.exp((values[first + one * step] ?? 0) - greatest);
  return 1 / sum;
}
