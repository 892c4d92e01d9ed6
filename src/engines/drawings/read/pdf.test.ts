import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openPage } from '../read-pdf.ts';
import { usualHeight } from '../sheet.ts';
import { plantOf } from '../testing/plant.ts';
import { pdfOf } from '../testing/plant-pdf.ts';

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
