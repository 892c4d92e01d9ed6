import { heightOf, type Point, widthOf } from '../geometry.ts';
import { type Ink, perCell } from './ink.ts';
import { maskCells, maskMargin, maskValues, type Template } from './template.ts';

/** What closes a symbol that surrounds nothing may lie so far outside of it, in parts of its size. */
const slantEdge = 0.05;

/** Where a template lies: cell = scale · place in the symbol + offset. */
export interface Fit {
  readonly sx: number;
  readonly sy: number;
  readonly x: number;
  readonly y: number;
}

/** A place of the symbol in cells. */
export const at = ({ sx, sy, x, y }: Fit, [px, py]: Point): Point => [sx * px + x, sy * py + y];

/** Its larger side, in cells. */
export const sizeAt = ({ box }: Template, { sx, sy }: Fit): number => Math.max(sx * widthOf(box), sy * heightOf(box));

/** How far a place is from ink, in fifths of a cell. */
export const distanceAt = ({ width, height }: Ink, far: Uint8Array, x: number, y: number): number => {
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  return cx < 0 || cy < 0 || cx >= width || cy >= height ? 255 : (far[cy * width + cx] ?? 255);
};

/** How far the sample at an index lies from ink. */
const sampleDistance = (samples: Float64Array, n: number, { sx, sy, x, y }: Fit, ink: Ink, far: Uint8Array): number =>
  distanceAt(ink, far, sx * (samples[n] ?? 0) + x, sy * (samples[n + 1] ?? 0) + y);

/** Which part of the template's lines has ink within `near` cells; `step`: of every so many samples only one. */
export function coverage(
  { samples }: Template,
  fit: Fit,
  ink: Ink,
  far: Uint8Array,
  near: number,
  step: number,
): number {
  const most = near * perCell;
  let [hits, count] = [0, 0];
  for (let n = 0; n < samples.length; n += 2 * step) {
    count++;
    if (sampleDistance(samples, n, fit, ink, far) <= most) hits++;
  }
  return hits / count;
}

/** How long the lines are that lie inside the symbol and are none of it, in cells. */
export function foreignInk({ box, mask, slant }: Template, fit: Fit, { width, height, drawn, thickness }: Ink): number {
  const margin = maskMargin * Math.max(widthOf(box), heightOf(box));
  const size = Math.max(widthOf(box), heightOf(box)) + 2 * margin;
  const out = slant ? slantEdge * Math.max(widthOf(box), heightOf(box)) : 0;
  const [x0, y0] = at(fit, [box.left - out, box.top - out]);
  const [x1, y1] = at(fit, [box.right + out, box.bottom + out]);
  let count = 0;
  for (let y = Math.max(0, Math.floor(y0)); y <= Math.min(height - 1, Math.ceil(y1)); y++) {
    const row = Math.floor((((y + 0.5 - fit.y) / fit.sy - box.top + margin) / size) * maskCells) * maskCells;
    for (let x = Math.max(0, Math.floor(x0)); x <= Math.min(width - 1, Math.ceil(x1)); x++) {
      if (drawn[y * width + x] !== 1) continue;
      const column = Math.floor((((x + 0.5 - fit.x) / fit.sx - box.left + margin) / size) * maskCells);
      if (mask[row + column] === maskValues.foreign) count++;
    }
  }
  return count / thickness;
}
