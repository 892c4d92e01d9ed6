import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { boxCases, labelsFile, seenSize } from '../testing/layouts.ts';
import { zipOf } from '../testing/networks.ts';
import { inputFrom, newFolder, run } from '../testing/runs.ts';

async function photosAndPackage(name: string, output: object) {
  const [photos, made] = [newFolder(), newFolder()];
  const background = { r: 90, g: 90, b: 90 };
  await sharp({ create: { ...seenSize, channels: 3, background } })
    .png()
    .toFile(join(photos, 'street.png'));
  const one = boxCases.find((other) => other.name === name);
  assert.ok(one !== undefined);
  const detector = join(made, 'detector.zip');
  const files = {
    'model.onnx': one.model,
    'labels.json': labelsFile(one.labels),
    'metadata.json': JSON.stringify({ input: { name: 'images' }, output }),
  };
  writeFileSync(detector, await zipOf(files, false));
  const inputs = [inputFrom('photos', photos)];
  return { work: 'Objects2D', inputs, detector, outputs: ['objects2D'] } as const;
}

describe('a detector of an analysis', () => {
  it('whose class 0 is a class has it among its labels', async () => {
    const { json } = await run(await photosAndPackage('yolov8', { layout: 'yolov8' }));
    const { Labels, Objects2D } = json('objects2D').Annotations;
    assert.deepEqual(Object.keys(Labels), ['0', '1', '2', '3']);
    assert.equal(Objects2D[0][0].LabelInfo.LabelId, 2);
  });

  it('that nobody has run is run first, and what that shows is told', async () => {
    const order = await photosAndPackage('yolov8', { layout: 'yolov8' });
    const { result } = await run(order);
    assert.deepEqual([result.tried?.layout, result.tried?.outputs.map(({ shape }) => shape)], ['yolov8', [[1, 8, 40]]]);
    const again = await run({ ...order, isTried: true });
    assert.equal(again.result.tried, null);
  });

  it('that contradicts its description ends the analysis as it would have ended its upload', async () => {
    const order = await photosAndPackage('yolov5', { layout: 'yolov8' });
    await assert.rejects(run(order), {
      code: 'DetectorNotRunnable',
      message: /labels\.json has 4 labels|Confidences reach/,
    });
  });
});
