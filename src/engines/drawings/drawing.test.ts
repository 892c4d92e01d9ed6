import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { EngineFailure } from '../engine.ts';
import { exportSheets } from './export/exports.ts';
import { countPages } from './pages.ts';
import type { DrawingFormat, Prediction } from './prediction.ts';
import { readBmp } from './raster/bmp.ts';
import { basicSet } from './symbols/basic.ts';
import { edgesIn } from './testing/accuracy.ts';
import { readDrawing, still } from './testing/read.ts';
import { filterSheet } from './testing/sheets.ts';

const svg = (inside: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" ${more}><g fill="none" stroke="black" stroke-width="2">${inside}</g></svg>`;
const valve = (x: number, y: number, tag: string): string =>
  `<polygon points="${x - 16},${y - 10} ${x + 16},${y + 10} ${x + 16},${y - 10} ${x - 16},${y + 10}"/><text x="${x}" y="${y + 30}" font-size="14" text-anchor="middle" fill="black" stroke="none">${tag}</text>`;
const line = (...points: readonly number[]): string => `<polyline points="${points.join(' ')}"/>`;

const refused = (format: DrawingFormat, content: string | Uint8Array, code: string) =>
  assert.rejects(readDrawing(format, content), (error) => error instanceof EngineFailure && error.code === code);

it('a box with a diagonal is no check valve of the basic set, however alike it is, and one of the norms', async () => {
  const symbols = async (more: object) =>
    (await readDrawing('svg', filterSheet(500, 'S-100'), more)).prediction.regions.flatMap(
      ({ modelClass }) => modelClass ?? [],
    );
  assert.deepEqual(await symbols({ symbolSet: basicSet }), ['GATE_VALVE', 'GATE_VALVE']);
  assert.deepEqual((await symbols({})).sort(), ['CHECK_VALVE', 'GATE_VALVE', 'GATE_VALVE']);
});

describe('a graph', () => {
  it('joins lines that meet, and not those that cross', async () => {
    const cross = svg(
      valve(100, 200, 'HV-101') + valve(700, 200, 'HV-102') + line(116, 200, 684, 200) + line(400, 40, 400, 360),
    );
    const { prediction } = await readDrawing('svg', cross);
    assert.deepEqual([...edgesIn(prediction)], ['HV-101 HV-102']);
    assert.equal(Object.keys(prediction.links).length, 1, 'a line without symbols is none of the plant');
  });

  it('has a junction with all its links where a pipe ends at another', async () => {
    const tee = svg(
      valve(100, 200, 'HV-101') + valve(700, 200, 'HV-102') + line(116, 200, 684, 200) + line(400, 200, 400, 360),
    );
    const { prediction } = await readDrawing('svg', tee);
    const joined = Object.values(prediction.connectionPoints).filter(({ relatedLinks }) => relatedLinks.length === 3);
    assert.equal(joined.length, 1);
    assert.equal(Object.keys(prediction.links).length, 3);
    assert.equal(edgesIn(prediction).size, 0);
  });

  it('joins crossing lines at a dot', async () => {
    const dotted = svg(
      `${valve(100, 200, 'HV-101')}${valve(700, 200, 'HV-102')}${line(116, 200, 684, 200)}${line(400, 40, 400, 360)}<circle cx="400" cy="200" r="4" fill="black"/>`,
    );
    const { prediction } = await readDrawing('svg', dotted);
    assert.ok(Object.values(prediction.connectionPoints).some(({ relatedLinks }) => relatedLinks.length === 4));
  });

  it('follows corners, and gives a line number to all pipes of a run', async () => {
    const text =
      '<text x="250" y="192" font-size="12" text-anchor="middle" fill="black" stroke="none">6"-PW-1002</text>';
    const run = svg(
      valve(100, 200, 'HV-101') +
        valve(400, 200, 'HV-102') +
        line(116, 200, 384, 200) +
        line(416, 200, 600, 200, 600, 350) +
        text,
    );
    const { prediction } = await readDrawing('svg', run);
    const links = Object.values(prediction.links);
    assert.deepEqual(
      links.map(({ userLabel }) => userLabel),
      ['6"-PW-1002', '6"-PW-1002'],
    );
    assert.ok(links.some(({ path }) => path?.length === 3));
  });
});

describe('a sheet', () => {
  it('gives the same bytes for the same input, but for what names it', async () => {
    const drawing = svg(valve(100, 200, 'HV-101') + line(116, 200, 684, 200));
    const created = '2026-01-15 10:00:00.000000';
    const [one, two] = [
      await readDrawing('svg', drawing, { scope: 'a', created }),
      await readDrawing('svg', drawing, { scope: 'b', created }),
    ];
    assert.notEqual(one.prediction.asset.id, two.prediction.asset.id);
    assert.deepEqual({ ...one.prediction, asset: two.prediction.asset }, two.prediction);
    assert.ok(one.picture.equals(two.picture));
  });

  it('has no lines before model 1.3', async () => {
    const drawing = svg(valve(100, 200, 'HV-101') + line(116, 200, 684, 200));
    const { prediction } = await readDrawing('svg', drawing, { modelVersion: '1.2' });
    assert.deepEqual([prediction.links, prediction.connectionPoints], [{}, {}]);
    assert.ok(prediction.regions.length > 0);
  });

  it('keeps its boxes inside the picture, in whole numbers and in reading order', async () => {
    const { prediction } = await readDrawing(
      'svg',
      svg(valve(20, 200, 'HV-101') + valve(780, 20, 'HV-102') + valve(400, 390, 'HV-103')),
    );
    const { width, height } = prediction.asset.size;
    for (const { boundingBox: box } of prediction.regions) {
      assert.ok(Object.values(box).every(Number.isInteger));
      assert.ok(box.left >= 0 && box.top >= 0 && box.left + box.width <= width && box.top + box.height <= height);
    }
    const tops = prediction.regions.map(({ boundingBox }) => boundingBox.top);
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    );
  });
});

describe('what is broken or hostile', () => {
  it('is refused by a code', async () => {
    await refused('svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9">&a;</svg>', 'E109');
    await refused('svg', `${'<g>'.repeat(5000)}`, 'E109');
    await refused('svg', `<svg viewBox="0 0 9 9">${'<g>'.repeat(500)}${'</g>'.repeat(500)}</svg>`, 'E109');
    await refused('svg', '<svg viewBox="0 0 9 9"><g></svg>', 'E109');
    await refused('svg', '<svg></svg>', 'E109');
    await refused('dxf', 'no groups', 'E109');
    await refused('dxf', '0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n', 'E109');
    await refused('pdf', 'Dear reader', 'E105');
    await refused('png', 'no picture', 'E106');
    await refused('bmp', 'BM', 'E106');
  });

  it('of an SVG that would load something is left out', async () => {
    const drawing = svg(
      `${valve(100, 200, 'HV-101')}<image href="file:///etc/passwd" width="9" height="9"/><script>x</script><use href="http://127.0.0.1:9/x.svg#a"/><use href="#loop"/><g id="loop"><use href="#loop"/></g>`,
    );
    const { prediction } = await readDrawing('svg', drawing);
    assert.equal(prediction.regions.length, 2);
  });

  it('is a block of a DXF that contains itself', async () => {
    const insert = '0\nINSERT\n2\nA\n10\n0\n20\n0\n';
    const blocks = `0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nA\n10\n0\n20\n0\n${insert}0\nENDBLK\n0\nENDSEC\n`;
    await refused('dxf', `${blocks}0\nSECTION\n2\nENTITIES\n${insert}0\nENDSEC\n0\nEOF\n`, 'E109');
  });

  it('is a picture whose header says that it is larger than any', async () => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const header = png.subarray(12, 29); // IHDR: its name, width and height, 5 further bytes; then the checksum of all that
    header.writeUInt32BE(20_000, 4);
    header.writeUInt32BE(20_000, 8);
    png.writeUInt32BE(crc32(header), 29);
    await refused('png', png, 'E107');
    const bmp = Buffer.alloc(54);
    bmp.write('BM');
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(20_000, 18);
    bmp.writeInt32LE(20_000, 22);
    bmp.writeUInt16LE(24, 28);
    await refused('bmp', bmp, 'E107');
  });

  it('is a PDF that is no PDF, when its pages are counted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-pages-'));
    const input = join(folder, 'x.pdf');
    writeFileSync(input, '%PDF-1.7\nnothing');
    await assert.rejects(countPages({ input, format: 'pdf' }, still), { code: 'E101' });
    rmSync(folder, { recursive: true });
  });
});

it('a BMP of 1 bit is read from the bottom up', () => {
  const file = Buffer.alloc(62 + 8);
  file.write('BM');
  file.writeUInt32LE(62, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(2, 18);
  file.writeInt32LE(2, 22);
  file.writeUInt16LE(1, 28);
  file.fill(255, 58, 61);
  file[62] = 0b10000000; // the lower row: white, black
  const { data } = readBmp(file);
  assert.deepEqual([data[0], data[3], data[6], data[9]], [0, 0, 255, 0]);
});

describe('the sheets of a run', () => {
  const connector = (x: number, text: string): string =>
    `<polygon points="${x},180 ${x + 100},180 ${x + 120},200 ${x + 100},220 ${x},220"/><text x="${x + 50}" y="205" font-size="14" text-anchor="middle" fill="black" stroke="none">${text}</text>`;

  it('are tied at connectors of the same text, and exported as XML', async (t) => {
    const output = mkdtempSync(join(tmpdir(), 'twin-exports-'));
    t.after(() => rmSync(output, { recursive: true }));
    const sheets = [];
    for (const [sheet, drawing] of [
      ['a_svg_p0001', svg(valve(100, 200, 'HV-101') + line(116, 200, 500, 200) + connector(500, 'A-77'))],
      ['b_svg_p0001', svg(connector(100, 'A-77') + line(220, 200, 584, 200) + valve(600, 200, 'HV-102'))],
    ] as const) {
      const prediction = join(output, `in-${sheet}`);
      writeFileSync(prediction, JSON.stringify((await readDrawing('svg', drawing)).prediction));
      sheets.push({ sheet, prediction });
    }
    const { sheets: written } = await exportSheets({ sheets, connect: true, output }, still);
    const predictions: Prediction[] = written.map(({ prediction }) => JSON.parse(readFileSync(prediction, 'utf8')));
    const connectors = predictions.map(({ regions }) =>
      regions.find(({ modelClass }) => modelClass === 'OFF_PAGE_CONNECTOR'),
    );
    assert.equal(connectors[0]?.associatedTo?.[0]?.id, `b_svg_p0001/${connectors[1]?.id}`);
    assert.equal(connectors[1]?.associatedTo?.[0]?.id, `a_svg_p0001/${connectors[0]?.id}`);
    const xml = readFileSync(written[0]?.xml ?? '', 'utf8');
    assert.equal(XMLValidator.validate(xml), true);
    const ids = [...xml.matchAll(/ ID="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, id] of xml.matchAll(/ (?:FromID|ToID)="([^"]+)"/g)) assert.ok(ids.includes(id), `${id} is there`);
    assert.match(xml, /<PipingComponent ID="R\d+" TagName="HV-101" ComponentClass="GateValve">/);
  });
});
