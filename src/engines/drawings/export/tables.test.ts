import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Prediction, Region } from '../prediction.ts';
import { readDrawing } from '../testing/read.ts';
import { smallSheet } from '../testing/sheets.ts';
import { tableRows } from './tables.ts';

const sheet = 'plant_svg_p0001';
const read = async (): Promise<Prediction> => (await readDrawing('svg', smallSheet())).prediction;
/** The columns of these numbers. */
const columns = (rows: readonly (readonly unknown[])[], ...at: readonly number[]) =>
  rows.map((row) => at.map((n) => row[n]));

it('tags are in the order of people, with the numbers of the lines that reach them', async () => {
  const rows = tableRows('tags', sheet, await read());
  assert.deepEqual(columns(rows, 0, 1, 2, 5), [
    [sheet, 'E-102', 'HEAT_EXCHANGER', '4"-PW-1001'],
    [sheet, 'FT-201', 'INSTRUMENT', ''],
    [sheet, 'HV-101', 'GATE_VALVE', '4"-PW-1001'],
    [sheet, 'T-100', 'TANK', '4"-PW-1001'],
  ]);
});

it('a line is a run of pipes with what it goes through and where it ends', async () => {
  const rows = tableRows('lines', sheet, await read());
  assert.deepEqual(columns(rows, 1, 2, 3, 4), [['4"-PW-1001', 'T-100; E-102', 'HV-101', 2]]);
});

it('a connection says from where to where, and an end at no symbol what it is', async () => {
  const rows = tableRows('connections', sheet, await read());
  const ends = columns(rows, 1, 3, 4, 5, 6).map(([kind, ...rest]) => [kind, ...rest].join(' '));
  assert.equal(ends.length, 3);
  assert.ok(ends.includes('PIPE_RUN T-100 TANK HV-101 GATE_VALVE'), ends.join());
  assert.ok(
    ends.some((text) => text.startsWith('SIGNAL_LINE') && text.includes('FT-201 INSTRUMENT')),
    ends.join(),
  );
});

it('what was deleted is in no table, and ends nothing', async () => {
  const prediction = await read();
  const regions = prediction.regions.map(
    (region): Region => (region.userLabel === 'T-100' ? { ...region, status: 'deleted' } : region),
  );
  const rows = tableRows('connections', sheet, { ...prediction, regions });
  assert.ok(!JSON.stringify(rows).includes('T-100'));
  assert.equal(tableRows('tags', sheet, { ...prediction, regions }).length, 3);
  const links = Object.fromEntries(
    Object.entries(prediction.links).map(([id, link]) => [id, { ...link, status: 'deleted' as const }]),
  );
  assert.deepEqual(tableRows('lines', sheet, { ...prediction, links }), []);
});

it('connectors that are tied to other sheets are told of once', async () => {
  const connector = (id: string, to: string): Region => ({
    id,
    boundingBox: { left: 0, top: 0, width: 80, height: 30 },
    modelClass: 'OFF_PAGE_CONNECTOR',
    status: 'pending',
    associatedTo: [{ id: to, confidence: 1 }],
  });
  const text: Region = {
    id: 't',
    boundingBox: { left: 10, top: 5, width: 40, height: 20 },
    text: 'TO P-101',
    status: 'pending',
  };
  const { asset } = await read();
  const of = (regions: readonly Region[]): Prediction => ({ asset, regions, links: {}, connectionPoints: {} });
  const one = tableRows('connections', 'a_svg_p0001', of([connector('x', 'b_svg_p0001/y'), text]));
  const other = tableRows('connections', 'b_svg_p0001', of([connector('y', 'a_svg_p0001/x'), text]));
  assert.deepEqual(columns(one, 3, 5, 7), [['TO P-101', 'TO P-101', 'b_svg_p0001']]);
  assert.deepEqual(other, []);
});
