import assert from 'node:assert/strict';
import sharp from 'sharp';
import { detectors2, newDetector, readyVersion } from './detectors.ts';
import { roadHeight, roadPicture, roadWidth, type Thing } from './pictures.ts';
import type { DetectorScenario as Scenario } from './run-detector-scenarios.ts';

const { png, things } = await roadPicture(7);
const headers = { 'Content-Type': 'image/png' };
const trial = `POST ${detectors2}/{road}/versions/1.0/trial`;
const code = 'InvalidRealityAnalysisRequest';

interface Share {
  readonly labelId: number;
  readonly box: Readonly<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', number>>;
}

/** Whether a box has the middle of a thing, and about its size. */
const isThing = ({ labelId, box }: Share, { label, x, y, width, height }: Thing): boolean =>
  labelId === label &&
  Math.abs(box.xmin * roadWidth - x) <= 2 &&
  Math.abs(box.ymin * roadHeight - y) <= 2 &&
  Math.abs((box.xmax - box.xmin) * roadWidth - width) <= 3 &&
  Math.abs((box.ymax - box.ymin) * roadHeight - height) <= 3;

const refused = (name: string, call: string, body: Buffer, says: RegExp): Scenario => ({
  name: `a trial ${name}`,
  call,
  as: 'maker',
  body,
  headers,
  status: 400,
  code,
  proves({ body: { error } }) {
    assert.equal(error.message, 'Cannot try out detector version.');
    assert.match(error.details[0].message, says);
  },
});

/** Own: what a version finds on one picture. */
export const trialScenarios: readonly Scenario[] = [
  {
    name: 'a trial by a colleague',
    call: trial,
    as: 'colleague',
    body: png,
    headers,
    status: 200,
    async proves({ body }, { p, stranger, maker, road, shared }) {
      const { labels, objects, mask } = body.trial;
      assert.equal(objects.length, things.length);
      for (const thing of things) assert.ok(objects.some((one: Share) => isThing(one, thing)));
      assert.deepEqual(
        labels.map(({ name }: { name: string }) => name),
        ['pothole', 'marking'],
      );
      assert.equal(mask, undefined);
      const other = await p.call(stranger, `POST ${detectors2}/${shared}/versions/1.0/trial`, { body: png, headers });
      assert.equal(other.status, 200, 'what is published can be tried by others');
      const { versions } = (await p.call(maker, `GET ${detectors2}/${road}`)).body.detector;
      assert.equal(versions.length, 2, 'and nothing is changed');
    },
  },
  {
    name: 'a trial of detectors of areas',
    call: trial,
    as: 'maker',
    body: png,
    headers,
    status: 200,
    async proves(_, { p, maker }) {
      for (const type of ['PhotoSegmentationDetector', 'OrthophotoSegmentationDetector']) {
        const name = await newDetector(p, maker, `areas-${type.slice(0, 5)}`, type);
        await readyVersion(p, maker, name, '1.0');
        const answer = await p.call(maker, `POST ${detectors2}/${name}/versions/1.0/trial`, { body: png, headers });
        assert.deepEqual(answer.body.trial.objects, []);
        const mask = sharp(Buffer.from(answer.body.trial.mask, 'base64')).toColourspace('grey16');
        const { data, info } = await mask.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height], [roadWidth, roadHeight]);
        for (const { label, x, y, width, height } of things) {
          const at = Math.floor(y + height / 2) * roadWidth + Math.floor(x + width / 2);
          assert.equal(data.readUInt16LE(2 * at), label, `${type} at ${x}, ${y}`);
        }
      }
    },
  },
  refused('of what is no picture', trial, Buffer.from('x'), /the image cannot be read/),
  refused('of nothing', trial, Buffer.alloc(0), /./),
  refused('before the package is there', trial.replace('1.0', '1.1'), png, /'Ready' state/),
  {
    name: 'a trial of an unknown version',
    call: trial.replace('1.0', '7.0'),
    as: 'maker',
    body: png,
    headers,
    status: 404,
    code: 'DetectorNotFound',
  },
  { name: 'a trial by a stranger', call: trial, as: 'stranger', body: png, headers, status: 404 },
  { name: 'a trial without a token', call: trial, body: png, headers, status: 401, code: 'HeaderNotFound' },
  {
    name: 'a trial of a text',
    call: trial,
    as: 'maker',
    body: 'x',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
];
