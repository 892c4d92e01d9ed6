import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import PdfReader from 'pdf2json';
import sharp from 'sharp';
import type { PdfBlock, PdfDocument } from './params.ts';
import { writePdf } from './pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = { progress() {}, log() {} };

async function printed(blocks: readonly PdfBlock[], name: string, bytes = 50 * 2 ** 20) {
  const document: PdfDocument = {
    title: 'DL-00001',
    time: Date.UTC(2025, 2, 4),
    parts: [
      { title: 'DL-00001 · Pour', header: ['DL-00001 · Daily Log'], blocks },
      { title: 'DL-00002', blocks: [] },
    ],
  };
  const [input, output] = [join(folder, `${name}.json`), join(folder, `${name}.pdf`)];
  writeFileSync(input, JSON.stringify(document));
  const result = await writePdf({ input, output, bytes }, context);
  return { ...result, file: readFileSync(output) };
}

/** The texts of the pages, by a reader that is not the writer's. */
function textsOf(file: Buffer): Promise<string[]> {
  const reader = new PdfReader();
  return new Promise((resolve, reject) => {
    reader.on('pdfParser_dataError', reject);
    reader.on('pdfParser_dataReady', ({ Pages }) =>
      resolve(Pages.map(({ Texts }) => Texts.flatMap(({ R }) => R.map(({ T }) => decoded(T))).join(''))),
    );
    reader.parseBuffer(Buffer.from(new Uint8Array(file).buffer)); // it reads all the memory behind a buffer
  });
}

const decoded = (text: string): string => (/%[0-9A-F]{2}/i.test(text) ? decodeURIComponent(text) : text);

describe('PDF', () => {
  it('holds its texts, in several scripts, for other readers', async () => {
    const { file, pages } = await printed(
      [
        { is: 'heading', text: 'General' },
        { is: 'field', label: 'Subject', text: 'Größe Ωμέγα Привет' },
        { is: 'note', head: 'Ada Larsen', text: 'Pump moved.\nTwice.' },
        { is: 'table', head: ['Truck', 'Volume'], rows: [['7', '9.5']] },
      ],
      'texts',
    );
    const [first = '', second = ''] = await textsOf(file);
    for (const text of ['DL-00001 · Pour', 'Größe Ωμέγα Привет', 'Pump moved.', 'Volume', '9.5', 'Page 1 of 1']) {
      assert.ok(first.includes(text), `${text} in ${first}`);
    }
    assert.deepEqual([pages, second], [2, 'DL-00002']);
  });

  it('has the same bytes for the same document', async () => {
    const blocks: PdfBlock[] = [{ is: 'field', label: 'A', text: 'b' }];
    assert.ok((await printed(blocks, 'one')).file.equals((await printed(blocks, 'two')).file));
  });

  it('goes on over pages, each with its header and the head of the table', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [`Truck ${at}`, 'x '.repeat(20)]);
    const long = Array.from({ length: 200 }, (_, at) => `Line ${at}`).join('\n');
    const { file, pages } = await printed(
      [
        { is: 'table', head: ['Truck', 'Load'], rows },
        { is: 'note', head: 'Note', text: long },
      ],
      'long',
    );
    const texts = await textsOf(file);
    const ofFirst = texts.slice(0, -1);
    assert.ok(pages > 4);
    for (const [at, text] of ofFirst.entries())
      assert.ok(text.includes(`Page ${at + 1} of ${ofFirst.length}`), text.slice(0, 80));
    for (const text of ofFirst.slice(0, 2)) assert.match(text, /Truck\s*Load/);
    const all = texts.join('');
    assert.ok(rows.every(([truck = '']) => all.includes(truck)) && all.includes('Line 199'));
  });

  it('leaves out pictures that are none, or too much, and says so', async () => {
    const noise = join(folder, 'noise.png');
    const pixels = Buffer.from(Array.from({ length: 400 * 400 * 3 }, (_, at) => (at * 7919) % 251));
    await sharp(pixels, { raw: { width: 400, height: 400, channels: 3 } })
      .png()
      .toFile(noise);
    const broken = join(folder, 'broken.png');
    writeFileSync(broken, 'no picture');
    const pictures: PdfBlock[] = [noise, broken].map((path) => ({ is: 'picture', path, caption: 'Photo' }));
    const both = await printed(pictures, 'pictures');
    assert.equal(both.leftOut, 1);
    assert.ok(both.file.includes('/DCTDecode'));
    const none = await printed(pictures, 'none', 2 ** 20 + 100);
    assert.equal(none.leftOut, 2);
    assert.match((await textsOf(none.file)).join(''), /the picture is left out/);
  });
});
