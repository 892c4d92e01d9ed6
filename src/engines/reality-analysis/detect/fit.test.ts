import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { boxCases, labelsFile } from '../testing/layouts.ts';
import { colourNetwork, road, roadLabels, zipOf } from '../testing/networks.ts';
import type { ElementType } from '../testing/onnx.ts';
import { detectObjects, openDetector } from './detector.ts';

const folder = mkdtempSync(join(tmpdir(), 'fit-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function opened(model: Buffer, metadata: object, labels: string) {
  const path = join(folder, `${++count}.zip`);
  const files = { 'model.onnx': model, 'metadata.json': JSON.stringify(metadata), 'labels.json': labels };
  writeFileSync(path, await zipOf(files, false));
  return openDetector(path, 'PhotoObjectDetector');
}

/** Grey, with a dark thing in it. */
function pictureWith(width: number, height: number, thing: { x: number; y: number; width: number; height: number }) {
  const rgb = new Uint8Array(3 * width * height).fill(110);
  for (let y = thing.y; y < thing.y + thing.height; y++) {
    for (let x = thing.x; x < thing.x + thing.width; x++) rgb.set([40, 38, 36], 3 * (y * width + x));
  }
  return { width, height, rgb };
}

/** A network that sees where the thing is, through whatever way the picture came to it. */
const seeing = (dims: readonly (number | string)[], type: ElementType, input: object) =>
  opened(
    colourNetwork(road, { dims, type }),
    { input: { name: 'x', ...input }, output: { mask: 'prob', minPixels: 4 } },
    JSON.stringify(roadLabels),
  );

describe('a picture comes to a network', () => {
  for (const [width, height] of [
    [641, 479],
    [479, 641],
    [300, 300],
    [333, 100],
  ] as const) {
    for (const [name, dims, type, input] of [
      ['letterboxed', [1, 3, 320, 320], 'float32', {}],
      ['letterboxed into another form', [1, 3, 192, 320], 'float32', {}],
      ['letterboxed from the top left', [1, 3, 320, 320], 'float32', { align: 'topLeft', pad: 0 }],
      ['stretched', [1, 3, 256, 320], 'float32', { fit: 'stretch' }],
      [
        'with its form, within two sides',
        [1, 3, 'h', 'w'],
        'float32',
        { fit: 'shortestSide', width: 400, height: 200, multipleOf: 8 },
      ],
      ['in half precision', [1, 3, 320, 320], 'float16', {}],
      ['without a number of pictures', [3, 'h', 'w'], 'float32', {}],
    ] as const) {
      it(`of ${width} × ${height} ${name}, and its things back to their places`, async () => {
        const thing = { x: Math.floor(width * 0.55), y: Math.floor(height * 0.35), width: 60, height: 40 };
        const detector = await seeing(dims, type, input);
        const [found, ...others] = await detectObjects(detector, pictureWith(width, height, thing));
        assert.ok(found !== undefined && others.length === 0, JSON.stringify([found, ...others]));
        const { box } = found;
        const ends = [box.xmin - thing.x, box.ymin - thing.y, box.xmax - thing.x - 60, box.ymax - thing.y - 40];
        // a cell of the network is at most 2.5 pixels wide
        assert.ok(
          ends.every((one) => Math.abs(one) <= 3),
          JSON.stringify(box),
        );
      });
    }
  }

  it('and boxes in pixels of what it sees come back from a letterbox to the half pixel', async () => {
    const one = boxCases.find(({ name }) => name === 'yolov8');
    assert.ok(one !== undefined);
    const detector = await opened(one.model, one.metadata, labelsFile(one.labels));
    // 1001 × 999 in 640 × 480: 481 wide, 79.4 and 79.6 beside it
    const [found] = await detectObjects(detector, pictureWith(1001, 999, { x: 5, y: 5, width: 9, height: 9 }));
    const scale = 480 / 999;
    const wanted = { xmin: (100 - 79.5) / scale, ymin: 50 / scale, xmax: (200 - 79.5) / scale, ymax: 150 / scale };
    for (const side of ['xmin', 'ymin', 'xmax', 'ymax'] as const) {
      assert.ok(
        Math.abs((found?.box[side] ?? 0) - wanted[side]) < 1.5,
        `${side}: ${found?.box[side]}, ${wanted[side]}`,
      );
    }
  });

  it('whole and in tiles, where it is large and the description asks for it', async () => {
    const input = { alsoTiles: true, tile: 320, overlap: 80 };
    const thing = { x: 610, y: 290, width: 24, height: 24 };
    const detector = await seeing([1, 3, 160, 160], 'float32', input);
    const found = await detectObjects(detector, pictureWith(900, 700, thing));
    assert.equal(found.length, 1);
    const [box] = found.map((one) => one.box);
    assert.ok(Math.abs((box?.xmin ?? 0) - 610) <= 6 && Math.abs((box?.ymax ?? 0) - 314) <= 6, JSON.stringify(box));
  });
});
