/** A picture in gray, one byte a pixel, with what the sweep needs of it. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** 0 means outside of the picture, so a pixel is 1 at least. */
export function grayOf(rgb: Uint8Array, width: number, height: number): Gray {
  const pixels = new Uint8Array(width * height);
  for (let n = 0; n < pixels.length; n++) {
    const value = (77 * (rgb[3 * n] ?? 0) + 150 * (rgb[3 * n + 1] ?? 0) + 29 * (rgb[3 * n + 2] ?? 0)) >> 8;
    pixels[n] = value < 1 ? 1 : value;
  }
  return { width, height, pixels };
}

/** Means of blocks of pixels. */
export function halved(gray: Gray, width: number, height: number): Gray {
  const pixels = new Uint8Array(width * height);
  const [sx, sy] = [gray.width / width, gray.height / height];
  for (let y = 0; y < height; y++) {
    const [y0, y1] = [Math.floor(y * sy), Math.max(Math.floor(y * sy) + 1, Math.floor((y + 1) * sy))];
    for (let x = 0; x < width; x++) {
      const [x0, x1] = [Math.floor(x * sx), Math.max(Math.floor(x * sx) + 1, Math.floor((x + 1) * sx))];
      pixels[y * width + x] = Math.max(1, meanIn(gray, x0, x1, y0, y1));
    }
  }
  return { width, height, pixels };
}

function meanIn({ pixels, width }: Gray, x0: number, x1: number, y0: number, y1: number): number {
  let sum = 0;
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += pixels[y * width + x] ?? 0;
  return sum / ((x1 - x0) * (y1 - y0));
}
