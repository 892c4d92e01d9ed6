import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { openLineReader } from '../../src/engines/drawings/raster/tesseract.ts';

/*
 * The OCR library that our reader of drawings reads letters with, alone: each region of a picture once, as it is.
 * `node read-texts.ts <picture> <regions>`
 */
interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
const [, , picture = '', list = ''] = process.argv;
const regions: readonly Region[] = JSON.parse(readFileSync(list, 'utf8'));
const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
const raw = { width: info.width, height: info.height, channels: info.channels };
const reader = await openLineReader();
let letters = 0;
for (const region of regions)
  letters += reader.read(await sharp(data, { raw }).extract(region).png().toBuffer()).text.length;
if (letters === 0) throw new Error('No letter was read.');
process.exit();
