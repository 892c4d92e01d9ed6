import { type BinaryBitmap, blankInk, drawStretch, isInked } from '../bitmap/bitmap.ts';
import { type Fit, sizeAt } from './fit.ts';
import { spacing, type Template } from './template.ts';

/** A template where it lies, or may lie. */
export interface Placed {
  readonly template: Template;
  readonly fit: Fit;
}

/** Which cells belong to what was found. */
export interface Claims {
  claim(placed: Placed): void;
  /** Which part of its lines lies on what was claimed; of its samples every so many are looked at. */
  sharedPart(placed: Placed, every: number): number;
}

/** Broader than half the way to the next sample, so that nothing stays between them. */
const leastReach = 1.5;

export function noClaims({ width, height }: BinaryBitmap): Claims {
  const claimed = blankInk(width, height);
  return {
    claim({ template, fit }) {
      const { samples } = template;
      const reach = Math.ceil(leastReach + (spacing * sizeAt(template, fit)) / 2);
      for (let n = 0; n < samples.length; n += 2) {
        const cx = Math.floor(fit.sx * (samples[n] ?? 0) + fit.x);
        const cy = Math.floor(fit.sy * (samples[n + 1] ?? 0) + fit.y);
        const [left, right] = [Math.max(0, cx - reach), Math.min(width, cx + reach + 1)];
        const bottom = Math.min(height - 1, cy + reach);
        if (right <= left) continue;
        for (let y = Math.max(0, cy - reach); y <= bottom; y++) drawStretch(claimed, y, left, right);
      }
    },
    sharedPart({ template: { samples }, fit: { x, y, sx, sy } }, every) {
      let shared = 0;
      for (let n = 0; n < samples.length; n += 2 * every) {
        const cx = Math.floor(sx * (samples[n] ?? 0) + x);
        const cy = Math.floor(sy * (samples[n + 1] ?? 0) + y);
        if (cx >= 0 && cy >= 0 && cx < width && cy < height && isInked(claimed, cx, cy)) shared++;
      }
      return shared / Math.ceil(samples.length / 2 / every);
    },
  };
}
