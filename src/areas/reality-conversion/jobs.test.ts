import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { engineGate } from '../../../test/support/engine-gate.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { fill, linkOf, newData } from '../reality-data/testing/fixture.ts';
import { api, newJob, setState } from './testing/fixture.ts';

const data = '/reality-management/reality-data';
const gate = engineGate();
after(() => gate.remove());

/** Points of a slope, with colours. */
const cloud = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `${451_290 + (n % 20)} ${5_411_195 + n / 20} ${300 + n / 10} ${n} 10 20`,
  ).join('\n');

interface Fixture {
  readonly p: Platform;
  readonly person: Person;
  readonly twinId: string;
  readonly scan: string;
}

async function ended({ p, person }: Fixture, id: string) {
  return eventually(async () => {
    const { job } = (await p.call(person, `GET ${api}/${id}`)).body;
    assert.notEqual(job.state, 'active');
    return job;
  });
}

eachPlatform(
  'jobs of reality conversion',
  (platform) => {
    async function newFixture(): Promise<Fixture> {
      const p = await platform();
      const person = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
      const twinId = (await p.twin(person)).id;
      const scan = await newData(p, person, { twinId, displayName: 'Scan', type: 'XYZ' });
      await fill(p, person, scan, { 'slope.xyz': cloud(400) });
      p.takeEvents();
      return { p, person, twinId, scan };
    }
    const convert = ({ p, person, twinId, scan }: Fixture, outputs: readonly string[], options = {}) =>
      newJob(p, person, { name: 'Slope', twinId, inputs: [{ id: scan }], outputs, options });

    it('convert, and publish what the engine makes', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      const id = await convert(fixture, ['GLBC', 'LAS'], { merge: true, inputSRS: '25832', outputSRS: '' });
      await setState(p, person, id, 'active');
      const { state, executionInformation, outputs } = await ended(fixture, id);
      assert.equal(state, 'success', JSON.stringify(executionInformation));
      assert.deepEqual(executionInformation.errors, []);
      const [tiles, las] = outputs;
      const { realityData } = (await p.call(person, `GET ${data}/${tiles.id}`)).body;
      const { displayName, type, rootDocument, authoring, crs, extent } = realityData;
      assert.deepEqual(
        [displayName, type, rootDocument, authoring, crs],
        ['Slope - GLBC', 'Cesium3DTiles', 'tileset.json', false, { id: 'EPSG:25832' }],
      );
      assert.ok(extent.southWest.latitude > 48.8 && extent.northEast.latitude < 48.9, JSON.stringify(extent));
      const link = await linkOf(p, person, tiles.id, 'read');
      const tileset = (await p.call(undefined, `GET ${link.replace('?', '/tileset.json?')}`)).body;
      assert.equal(tileset.asset.version, '1.1');
      const written = (await p.call(person, `GET ${data}/${las.id}`)).body.realityData;
      assert.deepEqual([written.type, written.rootDocument], ['LAS', 'Slope.las']);
      const bytes = await (await fetch((await linkOf(p, person, las.id, 'read')).replace('?', '/Slope.las?'))).bytes();
      const header = Buffer.from(bytes);
      assert.deepEqual([header.toString('latin1', 0, 4), header.readBigUInt64LE(247)], ['LASF', 400n]);
      const events = p.takeEvents().map((event) => event.type);
      assert.deepEqual(
        events.filter((one) => !one.startsWith('storage.')),
        ['realityConversion.jobCompleted.v1'],
      );
    });

    it('fail at their first step where no engine makes an output, and name it', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      const id = await convert(fixture, ['OPC', 'LAS', 'PointCloud']);
      await setState(p, person, id, 'active');
      const { state, executionInformation, outputs } = await ended(fixture, id);
      assert.equal(state, 'failed');
      assert.deepEqual(executionInformation.errors, [
        {
          code: 'EngineNotAvailable',
          title: 'No processing engine',
          message: 'No engine is available for "%1".',
          params: ['OPC, PointCloud'],
        },
      ]);
      for (const output of outputs) assert.equal((await p.call(person, `GET ${data}/${output.id}`)).status, 404);
      assert.deepEqual(
        p.takeEvents().map(({ type }) => type),
        ['realityConversion.jobCompleted.v1'],
      );
    });

    it('fail with the name of a file that cannot be read', async () => {
      const fixture = await newFixture();
      const { p, person, scan } = fixture;
      await fill(p, person, scan, { 'slope.xyz': 'no points at all' });
      const id = await convert(fixture, ['LAS']);
      await setState(p, person, id, 'active');
      const { state, executionInformation } = await ended(fixture, id);
      assert.equal(state, 'failed');
      const [{ code, params, message }] = executionInformation.errors;
      assert.deepEqual([code, params], ['InputFile_Invalid', ['slope.xyz']]);
      assert.match(message, /%1/);
    });

    it('are cancelled while the engine works, whose process ends', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      gate.close('conversion');
      const id = await convert(fixture, ['LAS']);
      await setState(p, person, id, 'active');
      const pid = await gate.arrived('conversion');
      assert.equal((await setState(p, person, id, 'cancelled')).state, 'cancelled');
      await eventually(async () => assert.throws(() => process.kill(pid, 0)));
      gate.open('conversion');
    });

    it('go on where an engine was killed', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      gate.close('conversion');
      const id = await convert(fixture, ['E57']);
      await setState(p, person, id, 'active');
      await gate.kill('conversion');
      gate.open('conversion');
      const { state, executionInformation } = await ended(fixture, id);
      assert.equal(state, 'success', JSON.stringify(executionInformation));
      requireSuccess(await p.call(person, `GET ${api}/${id}`));
    });

    it('fail where their engine is killed twice, and say that and why it may be', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      gate.close('conversion');
      const id = await convert(fixture, ['E57']);
      await setState(p, person, id, 'active');
      await gate.kill('conversion');
      await gate.kill('conversion');
      gate.open('conversion');
      const { state, executionInformation } = await ended(fixture, id);
      assert.equal(state, 'failed');
      const [error] = executionInformation.errors;
      assert.match(
        error.message,
        /^The process was ended \(SIGKILL\), most often because the machine had no memory left\./,
      );
    });
  },
  { engineProgram: gate.program, bothInSlowSuite: true },
);
