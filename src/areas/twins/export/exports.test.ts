import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { eventually } from '../../../../test/support/eventually.ts';
import { type Answer, eachPlatform, type Person, type Platform } from '../../../../test/support/platform.ts';

async function finished(p: Platform, who: Person, id: string) {
  let found: Answer['body'];
  await eventually(async () => {
    found = (await p.call(who, `GET /twins/exports/${id}`)).body.export;
    assert.match(found.status, /^(Completed|Failed)$/);
  });
  return found;
}

async function exported(p: Platform, who: Person, body: object) {
  const made = await p.call(who, 'POST /twins/exports', { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body.export.status, 'Queued');
  const ended = await finished(p, who, made.body.export.id);
  assert.equal(ended.status, 'Completed');
  return Buffer.from(await (await fetch(ended.outputUrl)).arrayBuffer());
}

/** The one file of a small zip archive. */
function unzipped(zip: Buffer): string {
  const end = zip.lastIndexOf(Buffer.from('PK\x01\x02'));
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const size = zip.readUInt32LE(end + 20);
  return inflateRawSync(zip.subarray(start, start + size)).toString();
}

eachPlatform('exports of twins', (platform) => {
  it('write no text into CSV that a spreadsheet would take for a formula', async () => {
    const p = await platform();
    const person = await p.person();
    await p.twin(person, { displayName: '=HYPERLINK("http://x","y")', number: '-2+3' });
    const csv = await exported(p, person, { outputFormat: 'Csv', select: 'displayName,number', subClass: 'Project' });
    assert.equal(csv.toString(), `displayName,number\r\n"'=HYPERLINK(""http://x"",""y"")",'-2+3\r\n`);
  });

  it('write JSON and CSV of the default columns, packed as asked', async () => {
    const p = await platform();
    const person = await p.person();
    const { id } = await p.twin(person, { displayName: 'Brücke "A", Nord', number: 'N,1' });
    const json = await exported(p, person, { outputFormat: 'JsonGZip', subClass: 'Project' });
    assert.deepEqual(JSON.parse(gunzipSync(json).toString()), [
      { id, class: 'Endeavor', subClass: 'Project', type: null, number: 'N,1', displayName: 'Brücke "A", Nord' },
    ]);
    const csv = await exported(p, person, { outputFormat: 'Csv', select: 'displayName,NUMBER', subClass: 'Project' });
    assert.equal(csv.toString(), 'displayName,number\r\n"Brücke ""A"", Nord","N,1"\r\n');
    const zip = await exported(p, person, {
      outputFormat: 'JsonZipArchive',
      filter: "number+eq+'n,1'",
      select: 'id',
    });
    assert.deepEqual(JSON.parse(unzipped(zip)), [{ id }]);
  });

  it('have no file when nothing is found', async () => {
    const p = await platform();
    const person = await p.person();
    const made = await p.call(person, 'POST /twins/exports', { body: { outputFormat: 'CsvGZip', subClass: 'Asset' } });
    const ended = await finished(p, person, made.body.export.id);
    assert.equal(ended.outputUrl, null);
    assert.deepEqual(ended.request, { outputFormat: 'CsvGZip', subClass: 'Asset' }, 'what was not given is left out');
    assert.deepEqual(made.body.export.request, ended.request);
    assert.ok(ended.startedDateTime <= ended.completedDateTime);
    const listed = await p.call(person, 'GET /twins/exports');
    assert.deepEqual(
      listed.body.exports.map((one: { id: string }) => one.id),
      [ended.id],
    );
  });

  it('are three an hour and one at a time', async () => {
    const p = await platform();
    let person = await p.person();
    const post = () => p.call(person, 'POST /twins/exports', { body: { outputFormat: 'Csv' } });
    let both = await Promise.all([post(), post()]);
    for (let round = 0; round < 20 && both.every((answer) => answer.status === 201); round++) {
      person = await p.person(); // the first had ended before the second was looked at
      both = await Promise.all([post(), post()]);
    }
    assert.deepEqual(both.map((answer) => answer.status).sort(), [201, 422]);
    const refused = both.find((answer) => answer.status === 422);
    assert.equal(refused?.body.error.details[0].target, 'SimultaneousJobsQuota');
    const first = both.find((answer) => answer.status === 201)?.body.export.id;
    await finished(p, person, first);
    for (let i = 0; i < 2; i++) await finished(p, person, (await post()).body.export.id);
    const fourth = await post();
    assert.equal(fourth.body.error.details[0].code, 'ResourceQuotaExceeded');
    assert.equal(fourth.body.error.details[0].target, 'MaxJobsPerHourQuota');
  });

  it('belong to who made them', async () => {
    const p = await platform();
    const person = await p.person();
    const made = await p.call(person, 'POST /twins/exports', { body: { outputFormat: 'Csv' } });
    const other = await p.call(await p.person(), `GET /twins/exports/${made.body.export.id}`);
    assert.equal(other.status, 404);
    assert.equal(other.body.error.code, 'twinExportNotFound');
    assert.equal((await p.call(person, `GET /twins/exports/${randomUUID()}`)).status, 404);
  });

  it('refuse wrong requests, and the scope of administrators to others', async () => {
    const p = await platform();
    const person = await p.person({ organizationId: await p.organization() });
    const body = {
      queryScope: 'all',
      subClass: 'Bridge',
      select: 'colour',
      filter: "status+eq+'Active'",
      includeInactive: true,
      outputFormat: 'Xml',
    };
    const answer = await p.call(person, 'POST /twins/exports', { body });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body.error.details.map((one: { target: string }) => one.target).sort(), [
      '$select',
      'includeInactive',
      'outputFormat',
      'queryScope',
      'subClass',
    ]);
    const empty = await p.call(person, 'POST /twins/exports', { body: {} });
    assert.equal(empty.body.error.details[0].code, 'MissingRequiredProperty');
    const admin = { queryScope: 'OrganizationAdmin', outputFormat: 'Csv' };
    assert.equal((await p.call(person, 'POST /twins/exports', { body: admin })).status, 403);
  });
});
