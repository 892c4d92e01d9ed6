import { type BinaryBitmap, eachStretch } from '../bitmap/bitmap.ts';
import { heightOf, type Point, widthOf } from '../geometry.ts';
import { type Distances, distanceOn, farAway, perCell } from './distances.ts';
import { maskCells, maskMargin, maskValues, type Template } from './template.ts';

/** What closes a symbol that surrounds nothing may lie so far outside of it, in parts of its size. */
const slantEdge = 0.05;
/** Samples lie in the box of their template but for what numbers of the machine are rounded by. */
const leeway = 1e-6;

/** Where a template lies: cell = scale · place in the symbol + offset. */
export interface Fit {
  readonly sx: number;
  readonly sy: number;
  readonly x: number;
  readonly y: number;
}

/** One that is changed again and again: there are far too many trials for a new one each. */
export type MutableFit = { -readonly [What in keyof Fit]: Fit[What] };

/** Its numbers are broken ones from the beginning, so that they are kept as such, and changed where they are. */
export const anyFit = (): MutableFit => ({ sx: 0.5, sy: 0.5, x: 0.5, y: 0.5 });

export function setFit(fit: MutableFit, { sx, sy, x, y }: Fit): void {
  fit.sx = sx;
  fit.sy = sy;
  fit.x = x;
  fit.y = y;
}

/** Lays a place of the symbol onto one of the sheet. */
export function lay(fit: MutableFit, onto: Point, of: Point, sx: number, sy: number): void {
  fit.sx = sx;
  fit.sy = sy;
  fit.x = onto[0] - sx * of[0];
  fit.y = onto[1] - sy * of[1];
}

/** A place of the symbol in cells. */
export const at = ({ sx, sy, x, y }: Fit, [px, py]: Point): Point => [sx * px + x, sy * py + y];

/** Its larger side, in cells. */
export const sizeAt = ({ wide, high }: Template, { sx, sy }: Fit): number => Math.max(sx * wide, sy * high);

/** Whether all of it lies on the sheet, so that nobody has to look at each of its samples. */
export const isInside = ({ box }: Template, { sx, sy, x, y }: Fit, { width, height }: Distances): boolean =>
  sx * box.left + x > leeway &&
  sy * box.top + y > leeway &&
  sx * box.right + x < width - leeway &&
  sy * box.bottom + y < height - leeway;

/** How far a place is from ink, in fifths of a cell, wherever it is. */
export function distanceAt(far: Distances, x: number, y: number): number {
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  return cx < 0 || cy < 0 || cx >= far.width || cy >= far.height ? farAway : distanceOn(far, cx, cy);
}

/** Whether `least` of the template's lines have ink within `near` cells; `step`: of every so many samples only one. */
export function covers(
  template: Template,
  fit: Fit,
  far: Distances,
  near: number,
  step: number,
  least: number,
): boolean {
  const count = Math.ceil(template.samples.length / 2 / step);
  // as many as may miss; the parts are those that `coverage` gives
  let misses = Math.floor((1 - least) * count) + 1;
  while (misses > 0 && (count - misses) / count < least) misses--;
  return countNear(template, fit, far, near * perCell, step, misses) >= 0;
}

/** Which part of the template's lines has ink within `near` cells. */
export function coverage(template: Template, fit: Fit, far: Distances, near: number): number {
  const count = template.samples.length / 2;
  return countNear(template, fit, far, near * perCell, 1, count) / count;
}

/** How many samples have ink near; -1 as soon as more than `mostMisses` have none. */
function countNear(
  template: Template,
  fit: Fit,
  far: Distances,
  most: number,
  step: number,
  mostMisses: number,
): number {
  const { samples } = template;
  const { x, y, sx, sy } = fit;
  const inside = isInside(template, fit, far);
  let hits = 0;
  let misses = 0;
  // from the last: it is by its first lines that a template is often laid, so that they have ink
  for (let n = samples.length - 2 - ((samples.length - 2) % (2 * step)); n >= 0; n -= 2 * step) {
    const px = sx * (samples[n] ?? 0) + x;
    const py = sy * (samples[n + 1] ?? 0) + y;
    const d = inside ? distanceOn(far, px, py) : distanceAt(far, px, py);
    if (d <= most) hits++;
    else if (++misses > mostMisses) return -1;
  }
  return hits;
}

/** How long the lines are that lie inside the symbol and are none of it, in cells. */
export function foreignInk(template: Template, fit: Fit, ink: BinaryBitmap): number {
  const { width, height, thickness } = ink;
  const { box, slant } = template;
  const mask = template.mask();
  const margin = maskMargin * Math.max(widthOf(box), heightOf(box));
  const size = Math.max(widthOf(box), heightOf(box)) + 2 * margin;
  const out = slant ? slantEdge * Math.max(widthOf(box), heightOf(box)) : 0;
  const [x0, y0] = at(fit, [box.left - out, box.top - out]);
  const [x1, y1] = at(fit, [box.right + out, box.bottom + out]);
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width - 1, Math.ceil(x1))];
  const bottom = Math.min(height - 1, Math.ceil(y1));
  let count = 0;
  for (let y = Math.max(0, Math.floor(y0)); y <= bottom; y++) {
    const row = Math.floor((((y + 0.5 - fit.y) / fit.sy - box.top + margin) / size) * maskCells) * maskCells;
    const look = (from: number, end: number) => {
      for (let x = from; x < end; x++) {
        const column = Math.floor((((x + 0.5 - fit.x) / fit.sx - box.left + margin) / size) * maskCells);
        if (mask[row + column] === maskValues.foreign) count++;
      }
    };
    eachStretch(ink, y, 'ink', look, left, right + 1);
  }
  return count / thickness;
}
