import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import sharp from 'sharp';
import { engineGate } from '../../../test/support/engine-gate.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { join } from '../../../test/support/membership.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { jsonOf, readJson } from '../../std/json.ts';
import { silentLog } from '../../std/log.ts';
import { fill, linkOf, newData } from '../reality-data/testing/fixture.ts';
import { captureArea } from './area.ts';
import { cachesIn } from './cache/store.ts';
import type { CacheFile } from './tables.ts';
import { api, newJob, newWorkspace, setState } from './testing/fixture.ts';

const data = '/reality-management/reality-data';
const names = ['a.jpg', 'b.jpg', 'north/c.jpg'];

/** A scene of photos that look down from a row of places. */
function sceneOf(photosId: string): string {
  const down = { M_00: 1, M_01: 0, M_02: 0, M_10: 0, M_11: -1, M_12: 0, M_20: 0, M_21: 0, M_22: -1 };
  const each = <T>(make: (name: string, at: number) => T) =>
    Object.fromEntries(names.map((name, at) => [String(at), make(name, at)]));
  return JSON.stringify({
    version: '6.0',
    SpatialReferenceSystems: { 0: { Definition: 'EPSG:25832' } },
    References: { 0: { Path: `rds:${photosId}` } },
    PhotoCollection: {
      SRSId: '0',
      Devices: {
        0: {
          Type: 'perspective',
          Dimensions: { width: 64, height: 48 },
          FocalLength: 60,
          PrincipalPoint: { x: 32, y: 24 },
        },
      },
      Poses: each((_, at) => ({ Center: { x: 451_290 + 4 * at, y: 5_411_195, z: 328 }, Rotation: down })),
      Photos: each((name, at) => ({ ImagePath: `0:${name}`, DeviceId: '0', PoseId: String(at) })),
    },
  });
}

interface Fixture {
  readonly p: Platform;
  readonly person: Person;
  readonly twinId: string;
  readonly workspace: string;
  readonly photos: string;
  readonly scene: string;
}

const caches = ({ app }: Platform, workspace: string) => cachesIn(app.db, workspace);

/** The area's maintenance as it runs some days later. */
async function maintain({ app: { db, ports }, baseUrl }: Platform, days: number): Promise<void> {
  const now = () => Date.now() + days * 86_400_000;
  for (const task of captureArea({ db, ports, baseUrl, log: silentLog, now }).maintenance ?? []) {
    await task.run(new AbortController().signal);
  }
}

const gate = engineGate();
after(() => gate.remove());

async function ended({ p, person }: Fixture, id: string) {
  return eventually(async () => {
    const { job } = (await p.call(person, `GET ${api}/${id}`)).body;
    assert.notEqual(job.state, 'active');
    return job;
  });
}

eachPlatform(
  'jobs of reality modeling',
  (platform) => {
    async function newFixture(): Promise<Fixture> {
      const p = await platform();
      const person = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
      const twinId = (await p.twin(person)).id;
      const make = (displayName: string, type: string) => newData(p, person, { twinId, displayName, type });
      const photos = await make('Photos', 'CCImageCollection');
      const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'gray' } })
        .jpeg()
        .toBuffer();
      await fill(p, person, photos, Object.fromEntries(names.map((name) => [name, picture])));
      const scene = await make('Scene', 'ContextScene');
      await fill(p, person, scene, { 'ContextScene.json': sceneOf(photos) });
      const workspace = await newWorkspace(p, person, { name: 'Bridge', twinId });
      return { p, person, twinId, workspace, photos, scene };
    }
    const calibrationOf = ({ workspace, scene }: Fixture, more: object = {}) => ({
      type: 'Calibration',
      name: 'Oriented',
      workspaceId: workspace,
      inputs: [{ id: scene }],
      settings: {
        quality: 'Draft',
        outputs: ['ContextScene', 'CCOrientations'],
        cacheSettings: { createCache: true },
      },
      ...more,
    });
    const calibration = (fixture: Fixture, more: object = {}) =>
      newJob(fixture.p, fixture.person, calibrationOf(fixture, more));

    it('follow the references of scenes, and publish what the engine makes', async () => {
      const fixture = await newFixture();
      const { p, person, photos, workspace } = fixture;
      const id = await calibration(fixture);
      const file = { ProductionSettingsExchange: [{ name: 'ContextScene', settings: { SRS: 'EPSG:25832', Glow: 1 } }] };
      await fill(p, person, workspace, { [`${id}/data/prod_settings.json`]: JSON.stringify(file) });
      p.takeEvents();
      await setState(p, person, id, 'active');
      const { state, executionInformation, jobSettings } = await ended(fixture, id);
      assert.equal(state, 'success', JSON.stringify(executionInformation));
      const warnings = executionInformation.warnings.map(({ code, params }: { code: string; params: string[] }) => [
        code,
        params,
      ]);
      assert.deepEqual(warnings, [['SettingIgnored', ['Glow']]]);
      assert.equal(executionInformation.estimatedUnits, 0);
      const [scene, orientations] = jobSettings.outputs;
      const { realityData } = (await p.call(person, `GET ${data}/${scene.id}`)).body;
      const { displayName, type, rootDocument, authoring, crs } = realityData;
      assert.deepEqual(
        [displayName, type, rootDocument, authoring, crs],
        ['Oriented - ContextScene', 'ContextScene', 'ContextScene.json', false, { id: 'EPSG:25832' }],
      );
      const link = await linkOf(p, person, scene.id, 'read');
      const written = (await p.call(undefined, `GET ${link.replace('?', '/ContextScene.json?')}`)).body;
      assert.deepEqual(
        Object.values(written.References).map((one) => JSON.stringify(one)),
        [JSON.stringify({ Path: `rds:${photos}` })],
      );
      assert.equal(Object.keys(written.PhotoCollection.Photos).length, 3);
      const other = (await p.call(person, `GET ${data}/${orientations.id}`)).body.realityData;
      assert.equal(other.type, 'CCOrientations');
      const events = p.takeEvents().map((event) => event.type);
      assert.deepEqual(
        events.filter((one) => !one.startsWith('storage.')),
        ['realityModeling.jobCompleted.v1'],
      );
      const { jobProgress } = (await p.call(person, `GET ${api}/${id}/progress`)).body;
      assert.deepEqual(jobProgress, { percentage: 100, state: 'Over', step: '' });
    });

    it('keep what others can go on with, until the workspace goes', async () => {
      const fixture = await newFixture();
      const { p, person, workspace } = fixture;
      const first = await calibration(fixture);
      const settings = { quality: 'Draft', outputs: ['CCOrientations'], cacheSettings: { useCache: first } };
      const refused = await p.call(person, `POST ${api}`, { body: calibrationOf(fixture, { settings }) });
      assert.equal(refused.status, 422, 'it has not succeeded yet');
      await setState(p, person, first, 'active');
      assert.equal((await ended(fixture, first)).state, 'success');
      const logOf = async (name: string): Promise<string> => {
        const { jobs } = (await p.call(person, `GET /jobs?twinId=${fixture.twinId}`)).body;
        const { id } = jobs.find(({ title }: { title: string }) => title.endsWith(name));
        return (await p.call(person, `GET /jobs/${id}`)).body.job.log.join('\n');
      };
      const second = await calibration(fixture, { name: 'Second', settings });
      await setState(p, person, second, 'active');
      const done = await ended(fixture, second);
      assert.deepEqual([done.state, done.executionInformation.warnings], ['success', []]);
      const told = new RegExp(`What the job ${first} has kept is used .*files: 1`);
      await eventually(async () => assert.match(await logOf('Second'), told)); // a log is written a moment later
      const third = await calibration(fixture, { name: 'Third', settings });
      await maintain(p, 29);
      assert.equal((await caches(p, workspace)).length, 1);
      await maintain(p, 31);
      await setState(p, person, third, 'active');
      const [warning] = (await ended(fixture, third)).executionInformation.warnings;
      assert.deepEqual([warning.code, warning.params], ['SettingIgnored', ['useCache']]);
      const last = await calibration(fixture);
      await setState(p, person, last, 'active');
      assert.equal((await ended(fixture, last)).state, 'success');
      const [cache] = await caches(p, workspace);
      const [file] = readJson(cache?.files ?? jsonOf<CacheFile>([]));
      assert.deepEqual([cache?.job_id, file?.path], [last, 'calibration.json']);
      assert.ok(await p.app.ports.blobs.find(p.app.db, file?.blobId ?? ''));
      requireSuccess(await p.call(person, `DELETE /capture/workspaces/${workspace}`));
      assert.deepEqual(await caches(p, workspace), []);
      assert.equal(await p.app.ports.blobs.find(p.app.db, file?.blobId ?? ''), undefined);
    });

    it('fail at their first step where an output has no engine, naming it alone', async () => {
      const fixture = await newFixture();
      const settings = { quality: 'Draft', outputs: ['LAS', '3MX', 'DGN'] };
      const id = await calibration(fixture, { type: 'Full', settings });
      await setState(fixture.p, fixture.person, id, 'active');
      const { state, executionInformation, jobSettings } = await ended(fixture, id);
      assert.equal(state, 'failed');
      const [{ code, params }] = executionInformation.errors;
      assert.deepEqual([code, params], ['EngineNotAvailable', ['3MX, DGN']]);
      for (const output of jobSettings.outputs) {
        assert.equal((await fixture.p.call(fixture.person, `GET ${data}/${output.id}`)).status, 404);
      }
    });

    it('fail where a scene refers to what its creator cannot read, or the settings file is none', async () => {
      const fixture = await newFixture();
      const { p, person, twinId, workspace, photos, scene } = fixture;
      const codeOf = async (id: string) => (await ended(fixture, id)).executionInformation.errors[0];
      const broken = await calibration(fixture);
      await fill(p, person, workspace, { [`${broken}/data/prod_settings.json`]: '{' });
      await setState(p, person, broken, 'active');
      const { code, params } = await codeOf(broken);
      assert.deepEqual([code, params], ['InputFile_Invalid', ['prod_settings.json']]);
      const stranger = await p.person();
      const twin = (await p.twin(stranger)).id;
      await join(p, person, twinId, stranger, []);
      const theirs = await newData(p, stranger, { twinId: twin, displayName: 'Copied', type: 'ContextScene' });
      await fill(p, stranger, theirs, { 'ContextScene.json': sceneOf(photos) });
      const own = await newWorkspace(p, stranger, { name: 'Theirs', twinId: twin });
      const id = await newJob(p, stranger, {
        type: 'Calibration',
        name: 'Oriented',
        workspaceId: own,
        inputs: [{ id: theirs }],
        settings: { quality: 'Draft', outputs: ['ContextScene'] },
      });
      await setState(p, stranger, id, 'active');
      const found = await eventually(async () => {
        const { job } = (await p.call(stranger, `GET ${api}/${id}`)).body;
        assert.equal(job.state, 'failed');
        return job.executionInformation.errors[0];
      });
      assert.deepEqual([found.code, found.params], ['InputData_Invalid', [photos]]);
      assert.ok(scene);
    });

    it('are cancelled while the engine works, whose process ends', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      gate.close('photogrammetry');
      const id = await calibration(fixture);
      await setState(p, person, id, 'active');
      const pid = await gate.arrived('photogrammetry');
      const { state } = await setState(p, person, id, 'cancelled');
      assert.equal(state, 'cancelled');
      await eventually(async () => assert.throws(() => process.kill(pid, 0)));
      gate.open('photogrammetry');
      assert.equal((await ended(fixture, id)).state, 'cancelled');
    });

    it('go on where an engine was killed', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      gate.close('photogrammetry');
      const id = await calibration(fixture);
      await setState(p, person, id, 'active');
      await gate.kill('photogrammetry');
      gate.open('photogrammetry');
      const { state, executionInformation } = await ended(fixture, id);
      assert.equal(state, 'success', JSON.stringify(executionInformation));
      requireSuccess(await p.call(person, `GET ${api}/${id}`));
    });
  },
  { engineProgram: gate.program, bothInSlowSuite: true },
);
