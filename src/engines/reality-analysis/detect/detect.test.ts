import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { judge, objectsReport } from '../evaluate/objects.ts';
import { overlap2D } from '../evaluate/overlap.ts';
import { sample, sampleJson, sampleSite, withoutSamples } from '../testing/samples.ts';
import { classifyPoints } from './classify.ts';
import { detectObjects, openDetector, segmentPicture } from './detector.ts';
import { pixelMask } from './mask.ts';
import { readMask, readPicture } from './picture.ts';

const quiet = { progress: () => {} };

describe('a network of the user', { skip: withoutSamples }, () => {
  it('finds the objects of photos', async () => {
    const detector = await openDetector(sample('detector/package'), 'PhotoObjectDetector');
    const { PhotoCollection, Annotations } = sampleJson('detector/truth/ContextScene.json');
    const judged = [];
    for (const [id, { ImagePath }] of Object.entries<{ ImagePath: string }>(PhotoCollection.Photos)) {
      const name = ImagePath.slice(2);
      const picture = await readPicture(sample(`detector/images/${name}`), name, {});
      const found = (await detectObjects(detector, picture)).map(({ label, confidence, box }) => ({
        label: String(label),
        confidence,
        box: {
          xmin: box.xmin / picture.width,
          xmax: box.xmax / picture.width,
          ymin: box.ymin / picture.height,
          ymax: box.ymax / picture.height,
        },
      }));
      const truth = Object.values<{ LabelInfo: { LabelId: number }; Box2D: (typeof found)[number]['box'] }>(
        Annotations.Objects2D[id],
      );
      const reference = truth.map((one) => ({ label: String(one.LabelInfo.LabelId), box: one.Box2D }));
      judged.push(...judge({ reference, prediction: found }, overlap2D, 0.5));
    }
    for (const { label, precision, recall } of objectsReport('EvalO2D', 0.5, judged).classes) {
      assert.ok((precision ?? 0) >= 0.95 && (recall ?? 0) >= 0.95, `${label}: ${precision}, ${recall}`);
    }
  });

  it('segments photos', async () => {
    const detector = await openDetector(sample('detector/package'), 'PhotoSegmentationDetector');
    let [right, all] = [0, 0];
    for (const name of readdirSync(sample('detector/images'))) {
      const picture = await readPicture(sample(`detector/images/${name}`), name, {});
      const { labels } = pixelMask(
        await segmentPicture(detector, picture, 'whole if small'),
        picture.width,
        picture.height,
      );
      const truth = await readMask(sample(`detector/masks/${name.replace('.jpg', '.png')}`), name, {});
      assert.deepEqual([truth.width, truth.height], [picture.width, picture.height]);
      labels.forEach((label, at) => {
        all++;
        if (label === truth.labels[at]) right++;
      });
    }
    assert.ok(right / all > 0.98, `${right / all}`);
  });

  it('sees the same in tiles', async () => {
    const detector = await openDetector(sample('detector/package'), 'OrthophotoSegmentationDetector');
    const picture = await readPicture(sample('detector/images/road-03.jpg'), 'road-03.jpg', {});
    const { metadata } = detector;
    assert.ok(metadata.kind === 'mask');
    const tiled = { ...detector, metadata: { ...metadata, input: { ...metadata.input, tile: 160, overlap: 40 } } };
    const whole = await segmentPicture(detector, picture, 'whole if small');
    const parts = await segmentPicture(tiled, picture, 'tiles');
    const other = whole.labels.filter((label, at) => label !== parts.labels[at]).length;
    assert.ok(other < whole.labels.length * 0.001, `${other} of ${whole.labels.length} cells differ`);
  });

  it('classifies the points of a cloud', async () => {
    const detector = await openDetector(sample('detector-cloud/package'), 'PointCloudSegmentationDetector');
    const { points, classes } = sampleSite();
    const { labels } = await classifyPoints(detector, points, quiet);
    const byLabel = new Map(detector.labels.map(({ id, classification }) => [id, classification]));
    let right = 0;
    labels.forEach((label, n) => {
      if (byLabel.get(label) === classes[n]) right++;
    });
    assert.ok(right / points.count >= 0.97, `${right / points.count}`);
  });

  for (const [type, fault] of [
    ['PointCloudSegmentationDetector', 'The network is not one of a PointCloudSegmentationDetector.'],
  ] as const) {
    it(`is not taken for another kind of work: ${type}`, async () => {
      await assert.rejects(openDetector(sample('detector/package'), type), {
        code: 'DetectorNotRunnable',
        message: fault,
      });
    });
  }
});
