import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { chanceOf } from '../../../../test/support/chance.ts';
import { packed } from './packed.ts';

const [width, height] = [190, 700]; // more than one band, the last one lower

/** A canvas with rectangles, and the colours that its pixels have. */
function drawn(colours: readonly string[], seed: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  const { between } = chanceOf(seed);
  const whole = (low: number, high: number) => Math.floor(between(low, high));
  for (const [n, colour] of colours.entries()) {
    context.fillStyle = colour;
    context.fillRect(whole(0, width - 20), (n * (height - 20)) / colours.length, whole(1, 20), whole(1, 300));
  }
  return { canvas, pixels: Buffer.from(context.getImageData(0, 0, width, height).data) };
}

const pixelsOf = async (png: Buffer): Promise<Buffer> =>
  Buffer.from(await sharp(png).toColourspace('srgb').ensureAlpha().raw().toBuffer());

it('a picture without colours is packed in grey, of the pixels that were drawn', async () => {
  const { canvas, pixels } = drawn(['black', '#777', 'black', '#eee'], 3);
  const png = await packed(canvas);
  assert.equal((await sharp(png).metadata()).channels, 1);
  assert.ok((await pixelsOf(png)).equals(pixels));
});

it('one colour at its end, and it keeps its colours', async () => {
  const { canvas, pixels } = drawn(['black', '#777', '#eee', '#c04020'], 4);
  const png = await packed(canvas);
  assert.equal((await sharp(png).metadata()).channels, 3);
  assert.ok((await pixelsOf(png)).equals(pixels));
});
