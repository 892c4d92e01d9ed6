import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openPage } from '../read-pdf.ts';
import { usualHeight } from '../sheet.ts';
import { plantOf } from '../testing/plant.ts';
import { pdfOf } from '../testing/plant-pdf.ts';
import { readPdfPage } from './pdf.ts';
import { openPdf, pageOf } from './pdf-file.ts';

const hostile = (content: string): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R /Resources << >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const written = objects.map((one, at) => `${at + 1} 0 obj\n${one}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${written}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`, 'latin1');
};
const lines = '0 0 m 100 100 l S\n10 10 m 300 200 l S\n';

describe('a page that was made to take long', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-pdf-'));
  after(() => rmSync(folder, { recursive: true }));
  const opened = async (file: Buffer) => {
    const input = join(folder, 'one.pdf');
    writeFileSync(input, file);
    return openPdf(input, 'E101');
  };

  it('ends with a reason where its graphics states lie deep in each other', async () => {
    const document = await opened(hostile(`${'q\n'.repeat(5000)}${lines}`));
    const failure = { code: 'E107', message: /more than 500 graphics states/ };
    await assert.rejects(readPdfPage(await pageOf(document, 1)), failure);
    await document.loadingTask.destroy();
    const usual = await opened(hostile(`${'q\n'.repeat(400)}${lines}${'Q\n'.repeat(400)}`.repeat(10)));
    assert.equal((await readPdfPage(await pageOf(usual, 1))).kind, 'vector');
    await usual.loadingTask.destroy();
  });

  it('is refused where it is compressed more than once', async () => {
    const file = hostile(lines).toString('latin1').replace('/Length', '/Filter [/FlateDecode /FlateDecode] /Length');
    await assert.rejects(opened(Buffer.from(file, 'latin1')), { code: 'E107' });
  });
});

it('how high letters are is known before the texts of a page are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-pdf-'));
  try {
    for (const seed of [1, 2, 3]) {
      const input = join(folder, `${seed}.pdf`);
      writeFileSync(input, await pdfOf([plantOf(seed, 1 + seed)]));
      const { read, close } = await openPage({ input, page: 1 });
      assert.ok(read.kind === 'vector');
      const written = usualHeight((await read.sheet.texts()).map(({ height }) => height)) ?? 0;
      const likely = read.sheet.lines.likelyLetter ?? 0;
      assert.ok(written > 0 && Math.abs(likely - written) <= 1e-5 * written, `${seed}: ${likely}, not ${written}`);
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
