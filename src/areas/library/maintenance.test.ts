import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachPlatform, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { silentLog } from '../../std/log.ts';
import { libraryArea } from './area.ts';
import { q } from './tables.ts';
import { fixtureOf, jobOf, made, send } from './testing/fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;

const areaOf = ({ app, baseUrl }: Platform, later = 0) =>
  libraryArea({ db: app.db, ports: app.ports, baseUrl, log: silentLog, now: () => Date.now() + later });

/** The area's maintenance as it runs some time later. */
async function maintain(p: Platform, later: number): Promise<void> {
  for (const task of areaOf(p, later).maintenance ?? []) await task.run(new AbortController().signal);
}

eachPlatform('maintenance of the library', (platform) => {
  it('ends uploads whose file does not come within a day, and forgets jobs after a month', async () => {
    const { p, uploader, reader } = await fixtureOf(await platform());
    const body = { fileName: 'door.rfa' };
    const answer = await p.call(uploader, 'POST /library/upload', { body });
    const { uploadComponent } = requireSuccess(answer);
    const address = answer.headers.get('location') ?? '';
    await maintain(p, 23 * hour);
    assert.equal((await jobOf({ p, reader }, address)).status, 'Queued');
    await maintain(p, 25 * hour);
    const job = await jobOf({ p, reader }, address);
    assert.deepEqual([job.status, job.error], ['Aborted', 'The file was not uploaded within 24 hours.']);
    assert.equal((await send(p, uploadComponent._links.designFileUploadUrl.href, 'x')).status, 404);
    await maintain(p, 31 * day);
    assert.equal((await p.call(reader, `GET ${address}`)).status, 404);
  });

  it('keeps analytics as long as the setting says', async () => {
    const { p, accountId } = await fixtureOf(await platform());
    const rows = () => p.app.db.all(q.selectFrom('library_analytics').select('id').where('account_id', '=', accountId));
    await maintain(p, 399 * day);
    assert.equal((await rows()).length, 2);
    await maintain(p, 401 * day);
    assert.deepEqual(await rows(), []);
  });

  it('goes with an Account, files too; of a project it forgets who looked', async () => {
    const { p, admin, member, component, project, accountId, design } = await fixtureOf(await platform());
    await made(p, member, `GET /library/components/${component}?projectId=${project}`);
    const download = 'startDate=2026-01-01T00:00:00.000Z&endDate=2126-01-01T00:00:00.000Z';
    const csv = () => made(p, admin, `GET /library/components/analytics/download?${download}`);
    assert.ok(String(await csv()).includes(project));
    const { listeners } = areaOf(p);
    await p.app.db.write(async (tx) => listeners?.twins?.purged(tx, project));
    assert.ok(!String(await csv()).includes(project));
    const { document } = await made(p, admin, `GET /library/components/${component}/documents/${design}`);
    await p.app.db.write(async (tx) => listeners?.twins?.purged(tx, accountId));
    assert.equal((await p.call(undefined, `GET ${document._links.fileUrl.href}`)).status, 404);
    const { components } = await made(p, admin, 'GET /library/components');
    assert.deepEqual(components, []);
    for (const table of ['library_component_endings', 'library_catalog_places', 'library_documents'] as const) {
      const left = await p.app.db.all(q.selectFrom(table).selectAll());
      assert.ok(!JSON.stringify(left).includes(component), table);
    }
  });
});

eachPlatform(
  'files of the library that are too large',
  (platform) => {
    it('are refused with their limit, and removed with their upload', async () => {
      const { p, editor, component, waiting, waitingUrl } = await fixtureOf(await platform());
      const call = `PUT /library/components/${component}/documents/${waiting}`;
      const body = { displayName: 'Manual', extension: 'pdf', purpose: 'Reference', available: true };
      requireSuccess(await send(p, waitingUrl, 'x'.repeat(101)));
      const refused = await p.call(editor, call, { body });
      const message = "File is over '100' bytes limit.";
      assert.deepEqual(refused.body.error.details, [{ code: 'InvalidValue', message, target: 'available' }]);
      assert.equal((await send(p, waitingUrl, 'x')).status, 404);
      const { document } = requireSuccess(await p.call(editor, call, { body: { ...body, available: false } }));
      requireSuccess(await send(p, document._links.fileUrl.href, 'x'.repeat(100)));
      assert.equal(requireSuccess(await p.call(editor, call, { body })).document.size, 100);
    });
  },
  { environment: { LIBRARY_FILE_BYTES: '100' } },
);
