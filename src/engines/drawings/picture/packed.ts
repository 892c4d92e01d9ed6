import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { breathe } from '../../engine.ts';

/** Rows that are drawn at once. */
const rows = 256;
/** Higher levels take longer, and save next to nothing of drawings. */
const compressionLevel = 3;

/** The PNG of what was drawn on an opaque canvas: in grey, where it has no colours. */
export async function packed(canvas: Canvas): Promise<Buffer> {
  const grey = await pixelsOf(canvas, 1);
  if (grey !== undefined) return pngOf(grey, canvas, 1);
  return pngOf(await pixelsOf(canvas, 3), canvas, 3);
}

async function pngOf(pixels: Pixels | undefined, { width, height }: Canvas, channels: 1 | 3): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });
  const png = await picture
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel })
    .toBuffer();
  pixels?.buffer.transfer(0); // given back now: the next sheet needs as much
  return png;
}

type Pixels = Buffer<ArrayBuffer>;

/**
 * Red, green and blue of its pixels, or one of them; undefined where they differ and one is wanted. It is played into a small
 * canvas, band by band, which is used again and again: memory that is touched for the first time costs more than what is
 * drawn there, and a whole sheet would take up to 400 MB of it.
 */
async function pixelsOf(canvas: Canvas, channels: 1 | 3): Promise<Pixels | undefined> {
  const { width, height } = canvas;
  const pixels = Buffer.allocUnsafeSlow(width * height * channels);
  const band = createCanvas(width, Math.min(rows, height)).getContext('2d');
  for (let top = 0; top < height; top += rows) {
    band.drawCanvas(canvas, 0, -top);
    const { data } = band.getImageData(0, 0, width, Math.min(rows, height - top));
    const colours = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
    const start = top * width * channels;
    if (channels === 3) copyColours(colours, pixels, start);
    else if (!copyGrey(colours, pixels, start)) return undefined;
    await breathe(); // what was read out is given back only in between
  }
  return pixels;
}

/* Red is in the lowest byte of a colour, green and blue in the next; the highest says that it is opaque. */

function copyColours(colours: Uint32Array, to: Buffer, start: number): void {
  let at = start;
  for (let n = 0; n < colours.length; n++) {
    const colour = colours[n] ?? 0;
    to[at++] = colour;
    to[at++] = colour >>> 8;
    to[at++] = colour >>> 16;
  }
}

/** Whether all of them are grey. */
function copyGrey(colours: Uint32Array, to: Buffer, start: number): boolean {
  for (let n = 0; n < colours.length; n++) {
    const colour = (colours[n] ?? 0) & 0xffffff;
    const grey = colour & 0xff;
    if (colour !== grey * 0x010101) return false;
    to[start + n] = grey;
  }
  return true;
}
