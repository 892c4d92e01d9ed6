import { labelColour } from './label-colours.ts';
import type { Mask } from './mask.ts';

const opacity = 150;

/** A picture of the mask, clear where nothing is shown. */
export function picturedMask(
  { width, height, labels }: Mask,
  isShown: (labelId: number) => boolean,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = new Map<number, number>();
  const colourOf = (label: number): number => {
    const known = colours.get(label);
    if (known !== undefined) return known;
    const rgb = Number.parseInt(labelColour(label).slice(1), 16);
    // little endian: alpha, blue, green, red
    const colour = isShown(label) ? ((opacity << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0 : 0;
    colours.set(label, colour);
    return colour;
  };
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0;
    if (label !== 0) pixels[at] = colourOf(label);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
