import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { takeSeats } from '../../../test/support/job-seats.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { conversion } from '../../areas/reality-conversion/api.ts';
import { api, newJob } from '../../areas/reality-conversion/testing/fixture.ts';
import { fill, linkOf, newData } from '../../areas/reality-data/testing/fixture.ts';
import { JobFailure, type JobKind } from '../../kernel/jobs/job.ts';
import { itemIdOf } from '../../std/item-id.ts';
import { silentLog } from '../../std/log.ts';
import { endRealityJob } from '../end.ts';
import { findRealityJob } from '../job.store.ts';
import { messageOf } from '../messages.ts';
import { type RealityPayload, submitRealityJob } from '../submit.ts';
import { type RealityOrder, type RealityResult, realityJobKind } from './job.ts';

/*
 * Jobs of Reality Conversion whose engine is a function of the test: everything around it is the real thing.
 */

const testApi = { ...conversion, kind: 'test.reality' };
const data = '/reality-management/reality-data';

let work: (order: RealityOrder) => Promise<RealityResult> = () => Promise.reject(new Error('No work.'));
let platformNow: Platform | undefined;

/** Made when it is used, since the platform is made with it. */
function kindNow(): JobKind<RealityPayload> {
  const { app, baseUrl } = platformNow ?? assert.fail('No platform.');
  const kit = { db: app.db, ports: app.ports, baseUrl, log: silentLog, now: Date.now };
  return realityJobKind(
    {
      api: testApi,
      missing: () => [],
      fetching: { step: 'Download_Files', from: 0, to: 10 },
      working: { step: 'Convert_Files', from: 10, to: 90 },
      storing: { step: 'Upload_Files', from: 90, to: 100 },
      run: (order) => work(order),
    },
    kit,
  );
}

const testKind: JobKind<RealityPayload> = {
  kind: testApi.kind,
  maxAttempts: 4,
  concurrency: 2,
  cancellable: true,
  retryable: false,
  permission: 'realitydata_create',
  retryDelay: () => 0,
  run: (job) => kindNow().run(job),
  ended: async (tx, job, end) => kindNow().ended?.(tx, job, end),
  requeued: async (tx, job) => kindNow().requeued?.(tx, job),
};

interface Fixture {
  readonly p: Platform;
  readonly person: Person;
  readonly twinId: string;
  readonly scan: string;
  readonly job: string;
}

async function submit({ p, job }: Fixture, dataTypeOf = (kind: string) => kind): Promise<readonly string[]> {
  const { db, ports } = p.app;
  await db.write(async (tx) => {
    const found = (await findRealityJob(tx, 'conversion', job)) ?? assert.fail('No job.');
    await submitRealityJob(tx, testApi, found, dataTypeOf, { ports, now: Date.now() });
  });
  const { outputs } = await jobOf({ p, job });
  return outputs.map(({ id }: { id: string }) => id);
}

async function jobOf({ p, job }: Pick<Fixture, 'p' | 'job'>) {
  const { row } = (await findRealityJob(p.app.db, 'conversion', job)) ?? assert.fail('No job.');
  const whole = await findRealityJob(p.app.db, 'conversion', job);
  return { ...row, outputs: (whole?.outputs ?? []).map(({ kind, data_id }) => ({ kind, id: data_id ?? '' })) };
}

async function ended(fixture: Fixture) {
  await eventually(async () => assert.notEqual((await jobOf(fixture)).state, 'active'));
  const queued = await fixture.p.app.jobs.find(fixture.p.app.db, (await jobOf(fixture)).queue_id ?? '');
  await eventually(async () => {
    const now = await fixture.p.app.jobs.find(fixture.p.app.db, queued?.id ?? '');
    assert.ok(now?.ended, 'its job in the queue has ended, too');
  });
  return requireSuccess(await fixture.p.call(fixture.person, `GET ${api}/${fixture.job}`)).job;
}

/** Writes files below the folder of the work, and answers them as what was made of each output. */
async function make({ job, folder }: RealityOrder, files: Readonly<Record<string, string>>): Promise<RealityResult> {
  const outputs = new Map();
  for (const { kind } of job.outputs) {
    const made = [];
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'made', kind, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${kind} ${text}`);
      made.push({ name, path });
    }
    const extent = { west: 8, south: 48, east: 9, north: 49 };
    outputs.set(kind, { files: made, rootDocument: Object.keys(files)[0] ?? null, crs: { id: 'EPSG:25832' }, extent });
  }
  const ignored = { code: 'FilesIgnored', message: '2 files were ignored.', params: ['2'] };
  return { outputs, warnings: [messageOf(ignored)], units: 0.25 };
}

eachPlatform(
  'jobs over reality data',
  (platform) => {
    async function newFixture(): Promise<Fixture> {
      const p = await platform();
      platformNow = p;
      const person = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
      const twinId = (await p.twin(person)).id;
      const scan = await newData(p, person, { twinId, displayName: 'Scan', type: 'LAS' });
      await fill(p, person, scan, { 'north/a.las': 'first', 'b.las': 'second' });
      const body = { name: 'Site', twinId, inputs: [{ id: scan }], outputs: ['LAZ', 'E57'] };
      const job = await newJob(p, person, body);
      p.takeEvents();
      return { p, person, twinId, scan, job };
    }

    it('fetch their inputs, and publish all outputs in one write', async () => {
      const fixture = await newFixture();
      const { p, person, twinId, scan } = fixture;
      let folder = '';
      const steps: unknown[] = [];
      work = async (order) => {
        folder = order.folder;
        const [input] = order.inputs;
        assert.deepEqual([input?.row.data_id, input?.displayName, input?.type], [scan, 'Scan', 'LAS']);
        assert.deepEqual(input?.files.toSorted(), ['b.las', 'north/a.las']);
        assert.equal(await readFile(join(input?.folder ?? '', 'north/a.las'), 'utf8'), 'first');
        order.at.progress({ done: 1, total: 4, message: 'one of four' });
        const read = async () => (await p.call(person, `GET ${api}/${fixture.job}/progress`)).body.progress;
        await eventually(async () => assert.equal((await read()).percentage, 30));
        steps.push(await read());
        const { job } = (await p.call(person, `GET ${api}/${fixture.job}`)).body;
        assert.equal('estimatedUnits' in job.executionInformation, false, 'what it costs is not known yet');
        return make(order, { 'tileset.json': '{}', 'tiles/ü 1.glb': 'glTF' });
      };
      const [laz = ''] = await submit(fixture);
      const { state, outputs, executionInformation } = await ended(fixture);
      assert.equal(state, 'success', JSON.stringify(executionInformation));
      assert.deepEqual(steps, [{ percentage: 30, state: 'active', step: 'Convert_Files' }]);
      assert.deepEqual(
        [executionInformation.estimatedUnits, executionInformation.errors, executionInformation.warnings[0].message],
        [0.25, [], '%1 files were ignored.'],
      );
      const { realityData } = (await p.call(person, `GET ${data}/${laz}`)).body;
      const { type, authoring, rootDocument, crs, extent, size } = realityData;
      assert.deepEqual(
        [type, authoring, rootDocument, crs, size],
        ['LAZ', false, 'tileset.json', { id: 'EPSG:25832' }, 1],
      );
      assert.deepEqual(extent.northEast, { latitude: 49, longitude: 9 });
      const link = await linkOf(p, person, laz, 'read');
      assert.equal(await (await fetch(link.replace('?', '/tiles/%C3%BC%201.glb?'))).text(), 'LAZ glTF');
      const path = `GET /storage/folders/${itemIdOf({ twinId, guid: laz })}/search?name=*`;
      const { items } = (await p.call(person, path)).body;
      assert.deepEqual(items.length, 3, 'its files and their folder are in Storage');
      const events = p.takeEvents().map((event) => event.type);
      assert.deepEqual(
        events.filter((one) => one !== 'storage.fileCreated.v1'),
        ['realityConversion.jobCompleted.v1'],
      );
      assert.equal(existsSync(folder), false, 'nothing is left of the work');
      const { progress } = (await p.call(person, `GET ${api}/${fixture.job}/progress`)).body;
      assert.deepEqual(progress, { percentage: 100, state: 'success', step: 'Completed' });
      assert.equal(outputs.length, 2);
    });

    it('say themselves what an output is, whatever it looks like', async () => {
      const fixture = await newFixture();
      work = (order) => make(order, { 'tilemap.json': 'x', '3/4/5.jpg': 'x' });
      const [output] = await submit(fixture, () => 'Unstructured');
      assert.equal((await ended(fixture)).state, 'success');
      const { type, rootDocument } = (await fixture.p.call(fixture.person, `GET ${data}/${output}`)).body.realityData;
      assert.deepEqual([type, rootDocument], ['Unstructured', 'tilemap.json'], 'a map of tiles is no set of photos');
    });

    it('are cancelled at once while they work, and publish nothing', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      let folder = '';
      const begun = Promise.withResolvers<void>();
      work = async (order) => {
        folder = order.folder;
        begun.resolve();
        const stopped = Promise.withResolvers<void>();
        order.at.signal.addEventListener('abort', () => stopped.resolve());
        await stopped.promise;
        return make(order, { 'a.las': 'late' });
      };
      const outputs = await submit(fixture);
      await begun.promise;
      const { job } = requireSuccess(
        await p.call(person, `PATCH ${api}/${fixture.job}`, { body: { state: 'cancelled' } }),
      );
      assert.equal(job.state, 'cancelled');
      for (const id of outputs) assert.equal((await p.call(person, `GET ${data}/${id}`)).status, 404);
      assert.equal((await ended(fixture)).state, 'cancelled');
      assert.deepEqual(
        p.takeEvents().map((event) => event.type),
        ['realityConversion.jobCompleted.v1'],
      );
      await eventually(async () => assert.equal(existsSync(folder), false));
    });

    it('are cancelled by the list of jobs alike', async () => {
      const fixture = await newFixture();
      const free = await takeSeats(fixture.p, testApi.kind);
      const [output] = await submit(fixture);
      const { queue_id } = await jobOf(fixture);
      requireSuccess(await fixture.p.call(fixture.person, `POST /jobs/${queue_id}/cancel`));
      assert.equal((await ended(fixture)).state, 'cancelled');
      assert.equal((await fixture.p.call(fixture.person, `GET ${data}/${output}`)).status, 404);
      await free();
    });

    it('that fail say why, and leave no outputs', async () => {
      const fixture = await newFixture();
      work = () => Promise.reject(new JobFailure('InputFile_Invalid', "The file 'b.las' is cut off.", ['b.las']));
      const { p, person, twinId } = fixture;
      const free = await takeSeats(p, testApi.kind);
      const [output = ''] = await submit(fixture);
      requireSuccess(
        await p.call(person, `POST /storage/folders/${itemIdOf({ twinId, guid: output })}/folders`, {
          body: { displayName: 'Put there by somebody' },
        }),
      );
      await free();
      const { state, executionInformation } = await ended(fixture);
      assert.equal(state, 'failed');
      assert.deepEqual(executionInformation.errors, [
        {
          code: 'InputFile_Invalid',
          title: 'Invalid input file',
          message: "The file '%1' is cut off.",
          params: ['b.las'],
        },
      ]);
      const home = (await p.call(person, `GET ${data}?twinId=${twinId}`)).body.realityData;
      assert.deepEqual(
        home.map(({ displayName }: { displayName: string }) => displayName),
        ['Scan'],
      );
    });

    it('fail where an input is gone when they begin, or an output when they end', async () => {
      const fixture = await newFixture();
      const { p, person, scan } = fixture;
      const free = await takeSeats(p, testApi.kind);
      work = (order) => make(order, { 'a.las': 'x' });
      await submit(fixture);
      requireSuccess(await p.call(person, `DELETE ${data}/${scan}`));
      await free();
      const codeOf = (job: { executionInformation: { errors: { code: string }[] } }) =>
        job.executionInformation.errors[0]?.code;
      assert.equal(codeOf(await ended(fixture)), 'InputData_Missing');
      const other = await newFixture();
      work = async (order) => {
        const { outputs } = await jobOf(other);
        requireSuccess(await p.call(other.person, `DELETE ${data}/${outputs[1]?.id}`));
        return make(order, { 'a.las': 'x' });
      };
      const [first] = await submit(other);
      assert.equal(codeOf(await ended(other)), 'OutputData_Missing');
      assert.equal((await p.call(other.person, `GET ${data}/${first}`)).status, 404, 'all or nothing');
    });

    it('go on in the same folder after what nobody expected, and their progress never falls', async () => {
      const fixture = await newFixture();
      const { p, person } = fixture;
      const percentage = async (): Promise<number> =>
        (await p.call(person, `GET ${api}/${fixture.job}/progress`)).body.progress.percentage;
      const found: boolean[] = [];
      work = async (order) => {
        const step = join(order.folder, 'step-1');
        found.push(existsSync(step));
        if (found.length === 2) {
          assert.ok((await percentage()) >= 50, 'what was told stays');
          return make(order, { 'a.las': 'x' });
        }
        await writeFile(step, 'done');
        order.at.progress({ done: 1, total: 2 });
        await eventually(async () => assert.equal(await percentage(), 50));
        throw new Error('Lost.');
      };
      await submit(fixture);
      assert.equal((await ended(fixture)).state, 'success');
      assert.deepEqual(found, [false, true]);
    });

    it('leave no folder when they were lost after their end, before it was removed', async () => {
      const fixture = await newFixture();
      const { app } = fixture.p;
      let folder = '';
      work = async (order) => {
        folder = order.folder;
        await writeFile(join(folder, 'step-1'), 'done');
        const success = { state: 'success', warnings: [], units: 0 } as const;
        await app.db.write((tx) =>
          endRealityJob(tx, testApi, order.job.row, success, { ports: app.ports, now: Date.now() }),
        );
        throw new Error('Lost.');
      };
      await submit(fixture);
      assert.equal((await ended(fixture)).state, 'success');
      assert.equal(existsSync(folder), false);
    });
  },
  { jobKinds: [testKind] },
);
