import assert from 'node:assert/strict';
import { it } from 'node:test';
import readSheets from 'read-excel-file/node';
import { eachPlatform } from '../../../../test/support/platform.ts';
import { smallSheet, titled } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';
import { endedRun, type Fixture, fixtureOf, peopleOf, pnid, putInput, resultOf, startRun } from '../testing/fixture.ts';

const json = 'plant_svg_p0001.json';

eachPlatform('tables of runs', (platform) => {
  const fixture = async (): Promise<Fixture> => fixtureOf(await peopleOf(await platform()));
  const table = async ({ p, viewer, inference }: Fixture, query: string) =>
    p.call(viewer, `GET ${pnid}/inferences/${inference}/run/table${query}`);
  const linesIn = (body: unknown): string[] => String(body).replace('\uFEFF', '').trim().split('\r\n');

  it('are there when the run is completed, of all sheets or of one, as they are reviewed', async () => {
    const place = await fixture();
    const { p, engineer, inference } = place;
    await putInput(place, inference, 'more.svg', titled(smallSheet('=HV-7')));
    assert.equal((await table(place, '')).body.error.code, 'PnIDInferenceRunNotFound');
    await startRun(place, inference);
    await endedRun(place, inference);
    const all = await table(place, '');
    assert.deepEqual([all.status, all.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    assert.match(all.headers.get('content-disposition') ?? '', /attachment; filename="?drawings/);
    assert.equal(linesIn(all.body).length, 1 + 4 + 4);
    assert.ok(String(all.body).includes('plant_svg_p0001,T-100,TANK,pending,1,"4""-PW-1001"'));

    const sheet = await resultOf(place, inference, json);
    const regions = sheet.regions.map((region: { userLabel?: string }) =>
      region.userLabel === 'T-100' ? { ...region, userLabel: '=T-9', status: 'approved' } : region,
    );
    const path = `${pnid}/inferences/${inference}/run/results/${fileIdOf(json)}/content`;
    assert.equal((await p.call(engineer, `PUT ${path}`, { body: { ...sheet, regions } })).status, 200);
    const one = linesIn((await table(place, '?sheet=plant_svg_p0001&table=tags')).body);
    assert.equal(one.length, 1 + 4);
    assert.ok(
      one.some((line) => line.startsWith("plant_svg_p0001,'=T-9,TANK,approved")),
      one.join('\n'),
    );
    assert.equal(linesIn((await table(place, '?table=lines')).body).length, 1 + 2);
    assert.equal(linesIn((await table(place, '?table=connections')).body).length, 1 + 6);
    const sheets = linesIn((await table(place, '?table=sheets')).body);
    assert.equal(sheets.length, 1 + 2);
    assert.ok(sheets[1]?.startsWith('more_svg_p0001,12-PI-1,COOLING WATER,B,2024-05-02,,4,3,3,'), sheets[1]);
  });

  it('are the sheets of a workbook', async () => {
    const place = await fixture();
    const { p, viewer, inference } = place;
    await startRun(place, inference);
    await endedRun(place, inference);
    const headers = { Authorization: `Bearer ${viewer.token}` };
    const address = `${p.baseUrl}${pnid}/inferences/${inference}/run/table?format=xlsx`;
    const sheets = await readSheets(Buffer.from(await (await fetch(address, { headers })).arrayBuffer()));
    assert.deepEqual(
      sheets.map(({ sheet, data }) => [sheet, data.length]),
      [
        ['Tags', 5],
        ['Lines', 2],
        ['Connections', 4],
        ['Sheets', 2],
      ],
    );
    assert.deepEqual(sheets[0]?.data[1]?.slice(1, 5), ['E-102', 'HEAT_EXCHANGER', 'pending', 1]);
    const one = await fetch(`${address}&table=lines`, { headers });
    assert.equal((await readSheets(Buffer.from(await one.arrayBuffer()))).length, 1);
  });

  it('are refused while there is nothing to tell, and for what is not there', async () => {
    const place = await fixture();
    const { inference, bare } = place;
    await putInput(place, bare, 'broken.pdf', '%PDF-1.7 and nothing more');
    await startRun(place, bare);
    await endedRun(place, bare);
    const failed = await table({ ...place, inference: bare }, '');
    assert.deepEqual([failed.status, failed.body.error.code], [409, 'PnIDInferenceRunInProgress']);
    await startRun(place, inference);
    await endedRun(place, inference);
    for (const [query, target] of [
      ['?sheet=plant_svg_p0002', 'sheet'],
      ['?sheet=metadata', 'sheet'],
      ['?table=texts', 'table'],
      ['?format=pdf', 'format'],
    ] as const) {
      const { status, body } = await table(place, query);
      assert.deepEqual(
        [status, body.error.code, body.error.details[0].target],
        [422, 'InvalidPnIDInferenceResultRequest', target],
      );
    }
  });
});
