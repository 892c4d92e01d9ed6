import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { numbersOf } from '../../../../test/support/chance.ts';
import { checkDetector } from '../check-detector.ts';
import {
  boundNetwork,
  colourNetwork,
  type Faults,
  road,
  roadMetadata,
  roadPackage,
  zipOf,
} from '../testing/networks.ts';
import { detectObjects, openDetector } from './detector.ts';

const folder = mkdtempSync(join(tmpdir(), 'detector-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const cutOff = (await zipOf(roadPackage())).subarray(0, 300);
let count = 0;
async function checked(
  files: Readonly<Record<string, Buffer | string>> | Buffer,
  labels: readonly string[] = ['pothole'],
  type: Parameters<typeof checkDetector>[0]['type'] = 'PhotoObjectDetector',
) {
  const path = join(folder, `${++count}.zip`);
  writeFileSync(path, Buffer.isBuffer(files) ? files : await zipOf(files));
  return checkDetector({ package: path, type, labels }, { progress: () => {}, log: () => {} });
}

const without = (name: string) => {
  const { [name]: _, ...rest } = roadPackage();
  return rest;
};
const described = (more: object) => ({
  ...roadPackage(),
  'metadata.json': JSON.stringify({ ...roadMetadata, ...more }),
});
const faulty = (faults: Faults) => roadPackage(faults);

describe('a package', () => {
  it('is runnable when all is there', async () => {
    const { facts, ...rest } = await checked(roadPackage());
    assert.deepEqual(rest, { runnable: true, note: null, completed: false });
    assert.deepEqual(
      [facts?.layout, facts?.inputs],
      ['mask', [{ name: 'x', type: 'float32', shape: [null, 3, null, null] }]],
    );
    assert.ok((facts?.milliseconds ?? -1) >= 0);
  });

  it('may lie in a folder of the zip', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(roadPackage()).map(([name, content]) => [`road/${name}`, content]),
    );
    assert.equal((await checked(inFolder)).runnable, true);
  });

  it('of points is one for clouds', async () => {
    const metadata = {
      input: { name: 'features', features: [{ name: 'heightAboveGround' }] },
      output: { mask: 'prob' },
    };
    const files = { ...roadPackage(), 'model.onnx': boundNetwork(1, 2), 'metadata.json': JSON.stringify(metadata) };
    assert.equal((await checked(files, [], 'PointCloudSegmentationDetector')).runnable, true);
    await assert.rejects(checked(files), { code: 'DetectorNotRunnable' });
  });

  for (const [name, files] of [
    ['of another format', { ...without('model.onnx'), 'frozen_inference_graph.pb': 'x' }],
    ['described by XML alone', { ...without('metadata.json'), 'metadata.xml': '<Metadata/>' }],
    ['with labels that nobody understands', { ...without('labels.json'), 'labels.xml': '<Names/>' }],
  ] as const) {
    it(`${name} is kept, but not run`, async () => {
      const { runnable, note } = await checked(files);
      assert.equal(runnable, false);
      assert.ok(note);
    });
  }

  it('knows labels in XML', async () => {
    const xml =
      '<Labels><Label><Id>1</Id><Name>pothole</Name></Label><Label><Id>2</Id><Name>marking</Name></Label></Labels>';
    assert.equal((await checked({ ...without('labels.json'), 'labels.xml': xml }, ['marking'])).runnable, true);
  });

  for (const [name, files, code] of [
    ['without a network', without('model.onnx'), 'InputData_Invalid'],
    ['with two networks', { ...roadPackage(), 'b.onnx': 'x' }, 'InputData_Invalid'],
    ['without labels', without('labels.json'), 'InputData_Invalid'],
    ['without metadata and labels', { 'model.onnx': colourNetwork(road) }, 'InputData_Invalid'],
    ['with metadata that are none', { ...roadPackage(), 'metadata.json': '[' }, 'InputData_Invalid'],
    ['of a kind that does not fit', described({ type: 'OrthophotoSegmentationDetector' }), 'DetectorNotRunnable'],
    ['with an unknown layout', described({ input: { name: 'x', layout: 'CHW' } }), 'InputData_Invalid'],
    ['with a threshold above 1', described({ scoreThreshold: 2 }), 'InputData_Invalid'],
    ['with a custom operator', faulty({ domain: 'my.ops' }), 'DetectorNotRunnable'],
    ['with weights in another file', faulty({ externalData: true }), 'DetectorNotRunnable'],
    ['with another input', faulty({ input: 'image' }), 'DetectorNotRunnable'],
    ['with another output', faulty({ output: 'classes' }), 'DetectorNotRunnable'],
    ['of another rank', faulty({ rank: 3 }), 'DetectorNotRunnable'],
    ['of an operator set of the future', faulty({ opset: 999 }), 'DetectorNotRunnable'],
    ['that is no zip', Buffer.from('no zip'), 'InputData_Invalid'],
    ['that is cut off', cutOff, 'InputData_Invalid'],
  ] as const) {
    it(`${name} is refused`, async () => {
      await assert.rejects(checked(files), (error: Error & { code?: string }) => {
        assert.equal(error.code, code, error.message);
        assert.ok(!error.message.includes(folder), error.message);
        return true;
      });
    });
  }

  it('with names that lead out is refused', async () => {
    const bytes = await zipOf({ ...roadPackage(), 'aa/x': 'x' });
    const evil = Buffer.from(bytes.toString('latin1').replaceAll('aa/x', '../x'), 'latin1');
    await assert.rejects(checked(evil), { code: 'InputData_Invalid' });
  });

  it('with a file that was made to be large is refused', async () => {
    const bomb = { ...roadPackage(), 'model.onnx': Buffer.alloc(2 ** 24) };
    await assert.rejects(checked(bomb), /model\.onnx is more than 100 times as large/);
  });

  it('without a label that is promised is refused', async () => {
    await assert.rejects(checked(roadPackage(), ['pothole', 'crack']), /'crack'/);
  });

  it('with a damaged network never does worse than to be refused', async () => {
    const random = numbersOf(77);
    const good = colourNetwork(road);
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(good);
      for (let n = 0; n < 1 + 4 * random(); n++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
      const cut = random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
      try {
        await checked({ ...roadPackage(), 'model.onnx': cut });
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'DetectorNotRunnable', String(error));
      }
    }
  });

  it('finds what it was made for', async () => {
    const path = join(folder, 'road.zip');
    writeFileSync(path, await zipOf(roadPackage()));
    const detector = await openDetector(path, 'PhotoObjectDetector');
    const [width, height] = [80, 60];
    const rgb = new Uint8Array(3 * width * height).fill(110);
    for (let y = 20; y < 30; y++) for (let x = 40; x < 52; x++) rgb.set([40, 38, 36], 3 * (y * width + x));
    const [found, ...others] = await detectObjects(detector, { width, height, rgb });
    assert.equal(others.length, 0);
    assert.equal(found?.label, 1);
    assert.deepEqual(found.box, { xmin: 40, ymin: 20, xmax: 52, ymax: 30 });
  });
});
