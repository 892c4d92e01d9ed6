import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { freeBuffer } from '../../../std/free-buffer.ts';
import { breathe } from '../../engine.ts';

/** Rows that are drawn at once. */
const rows = 256;
/** Higher levels take longer, and save next to nothing of drawings. */
const compressionLevel = 3;

/** The PNG of what was drawn on an opaque canvas: in grey, where it has no colours. */
export async function packed(canvas: Canvas): Promise<Buffer> {
  const grey = await greyOf(canvas);
  return grey === undefined ? pngOf(await coloursOf(canvas), canvas, 3) : pngOf(grey, canvas, 1);
}

async function pngOf(pixels: Buffer, { width, height }: Canvas, channels: 1 | 3): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const png = await picture
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel })
    .toBuffer();
  freeBuffer(pixels); // the next sheet needs as much
  return png;
}

/** A byte a pixel; undefined as soon as one has a colour. */
async function greyOf(canvas: Canvas): Promise<Buffer | undefined> {
  const pixels = Buffer.allocUnsafeSlow(canvas.width * canvas.height);
  for await (const { colours, first } of bandsOf(canvas)) {
    if (!copyGrey(colours, pixels, first)) return undefined;
  }
  return pixels;
}

/** Red, green and blue of every pixel. */
async function coloursOf(canvas: Canvas): Promise<Buffer> {
  const pixels = Buffer.allocUnsafeSlow(3 * canvas.width * canvas.height);
  for await (const { colours, first } of bandsOf(canvas)) copyColours(colours, pixels, 3 * first);
  return pixels;
}

interface Band {
  readonly colours: Uint32Array;
  /** How many pixels lie before it. */
  readonly first: number;
}

/**
 * The pixels of a canvas from the top down. It is played into a small one, which is used again and again: memory that is
 * touched for the first time costs more than what is drawn there, and a whole sheet would take up to 400 MB of it.
 */
async function* bandsOf(canvas: Canvas): AsyncGenerator<Band> {
  const { width, height } = canvas;
  const band = createCanvas(width, Math.min(rows, height));
  const context = band.getContext('2d');
  for (let top = 0; top < height; top += rows) {
    context.drawCanvas(canvas, 0, -top);
    const data = band.data(); // a copy as it is, where `getImageData` reckons each pixel
    const pixels = width * Math.min(rows, height - top);
    yield { colours: new Uint32Array(data.buffer, data.byteOffset, pixels), first: top * width };
    freeBuffer(data);
    await breathe();
  }
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
