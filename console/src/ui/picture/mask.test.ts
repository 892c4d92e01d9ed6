import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { labelsIn, maskOf } from './mask.ts';

const [width, height] = [7, 5];
const labels = Uint16Array.from({ length: width * height }, (_, at) => (at % 3 === 0 ? 300 : at % 5 === 0 ? 1 : 0));

describe('a mask', () => {
  for (const bits of [16, 8] as const) {
    it(`of ${bits} bits has the label of each pixel`, async () => {
      const values = bits === 16 ? labels : Uint8Array.from(labels, (label) => Math.min(255, label));
      const image = sharp(values, { raw: { width, height, channels: 1 } });
      const png = await image
        .toColourspace(bits === 16 ? 'grey16' : 'b-w')
        .png({ compressionLevel: 9 })
        .toBuffer();
      const mask = maskOf(new Uint8Array(png));
      assert.deepEqual([mask.width, mask.height, [...mask.labels]], [width, height, [...values]]);
      assert.deepEqual(
        labelsIn(mask).map(([label]) => label),
        [bits === 16 ? 300 : 255, 1],
      );
    });
  }
});
