import assert from 'node:assert/strict';
import sharp from 'sharp';
import { boxCases, labelsFile, promised, seenSize } from '../../../engines/reality-analysis/testing/layouts.ts';
import { zipOf } from '../../../engines/reality-analysis/testing/networks.ts';
import { detectors2, send } from './detectors.ts';
import type { DetectorScenario as Scenario } from './run-detector-scenarios.ts';

const code = 'InvalidRealityAnalysisRequest';
const caseOf = (name: string) => {
  const found = boxCases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no network ${name}.`);
  return found;
};
const version = (versionNumber: string) => ({ versionNumber, capabilities: { labels: [...promised] } });
const describeVersion = (place: string) => `POST ${detectors2}/${place}/describe`;
const [yolov8, end2end] = [caseOf('yolov8'), caseOf('end2end')];
const wrongly = await zipOf({
  'model.onnx': end2end.model,
  'labels.json': labelsFile(end2end.labels),
  'metadata.json': JSON.stringify({ input: { name: 'images' }, output: { boxes: 'output0', scores: 'output0' } }),
});
const grey = { create: { ...seenSize, channels: 3, background: { r: 99, g: 99, b: 99 } } } as const;

/** Networks as exporters write them, from their upload to what they find. */
export const networkScenarios: readonly Scenario[] = [
  {
    name: 'what a network may be',
    call: describeVersion('{sent}/versions/2.0'),
    as: 'maker',
    status: 200,
    proves({ body: { network, proposals } }) {
      assert.deepEqual(network.inputs, [{ name: 'x', type: 'float32', shape: [null, 3, null, null] }]);
      assert.deepEqual([network.opset, network.producer, network.metadata], [17, 'test', {}]);
      const [{ metadata, reason, certainty }] = proposals;
      assert.equal(metadata.output.layout, 'mask');
      assert.match(reason, /3 classes/);
      assert.ok(certainty > 0 && certainty <= 1);
    },
  },
  {
    name: 'what a network may be that was not sent',
    call: describeVersion('{road}/versions/1.1'),
    as: 'maker',
    status: 400,
    code,
    targets: ['uploadUrl'],
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot describe detector version.');
      assert.equal(error.details[0].message, 'Nothing was uploaded.');
    },
  },
  {
    name: 'what a network may be whose version is complete',
    call: describeVersion('{road}/versions/1.0'),
    as: 'maker',
    status: 400,
    code,
    proves({ body: { error } }) {
      const message = "Can only describe a detector version in an 'AwaitingData' state.";
      assert.deepEqual(error.details, [{ code: 'InvalidChange', message }]);
    },
  },
  {
    name: 'what a run of a network has shown',
    call: `GET ${detectors2}/{road}`,
    as: 'colleague',
    status: 200,
    proves({ body: { detector } }) {
      const [waiting, ready] = detector.versions;
      assert.equal(waiting.runnable, undefined);
      const { milliseconds, ...rest } = ready.runnable;
      const shape = [null, 3, null, null];
      assert.ok(milliseconds >= 0);
      assert.deepEqual(rest, {
        ok: true,
        layout: 'mask',
        inputs: [{ name: 'x', type: 'float32', shape }],
        outputs: [{ name: 'prob', type: 'float32', shape }],
      });
    },
  },
  {
    name: 'a network alone, from its upload to what it finds',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    body: version('3.0'),
    status: 201,
    async proves({ body: { _links } }, { p, maker, road }) {
      await send(_links.uploadUrl.href, yolov8.model);
      const { body } = await p.call(maker, `POST ${detectors2}/${road}/versions/3.0/describe`);
      assert.equal(body.proposals[0].metadata.output.layout, 'yolov8');
      assert.deepEqual(Object.keys(body.proposals[0].labels), ['0', '1', '2', '3']);
      assert.equal((await p.call(maker, `POST ${_links.completeUrl.href}`)).status, 204);
      const [newest] = (await p.call(maker, `GET ${detectors2}/${road}`)).body.detector.versions;
      assert.deepEqual([newest.status, newest.runnable.layout], ['Ready', 'yolov8']);
      const whole = Buffer.from(await (await fetch(newest.downloadUrl)).arrayBuffer()).toString('latin1');
      for (const name of ['model.onnx', 'metadata.json', 'labels.json']) assert.ok(whole.includes(name), name);
      const picture = await sharp(grey).png().toBuffer();
      const headers = { 'Content-Type': 'image/png' };
      const call = `POST ${detectors2}/${road}/versions/3.0/trial`;
      const { trial } = (await p.call(maker, call, { body: picture, headers })).body;
      assert.equal(trial.objects.length, 1);
      const [{ labelId, confidence, box }] = trial.objects;
      assert.equal(trial.labels.find((one: { id: number }) => one.id === labelId).name, 'car');
      assert.ok(Math.abs(confidence - 0.9) < 0.02 && Math.abs(box.xmin - 100 / seenSize.width) < 0.01);
    },
  },
  {
    name: 'a network in another layout than it is described',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    body: version('4.0'),
    status: 201,
    async proves({ body: { _links } }, { p, maker, road }) {
      await send(_links.uploadUrl.href, wrongly);
      const { status, body } = await p.call(maker, `POST ${_links.completeUrl.href}`);
      assert.deepEqual([status, body.error.details[0].target], [400, 'uploadUrl']);
      assert.match(body.error.details[0].message, /columns.*Is the layout end2end\?/);
      const [newest] = (await p.call(maker, `GET ${detectors2}/${road}`)).body.detector.versions;
      assert.equal(newest.status, 'AwaitingData');
      // the same address takes another
      await send(_links.uploadUrl.href, end2end.model);
      assert.equal((await p.call(maker, `POST ${_links.completeUrl.href}`)).status, 204);
    },
  },
];
