import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pdfLibrary } from '../../scripts/pdf-library.ts';

it('the library that reads PDFs is in ASCII beside the bundle, and loads no fetch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-pdf-library-'));
  try {
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'), 'dir');
    const files = Object.entries(pdfLibrary).map(([name, code]) => {
      assert.match(code(), /^[\0-\x7f]+$/);
      writeFileSync(join(folder, name), code());
      return `./${name}`;
    });
    const script = `${files.map((file) => `await import('${file}');`).join('\n')}
      const { getDocument } = await import('./pdf.min.mjs');
      console.log(typeof getDocument, typeof globalThis.pdfjsWorker);
      console.log(process.moduleLoadList.filter((name) => name.includes('undici/undici')).length);`;
    writeFileSync(join(folder, 'main.mjs'), script);
    const printed = execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' });
    assert.equal(printed, 'function object\n0\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
