import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { importsOf } from './import-graph.ts';

/** The files that are read before the server listens: all that the first one imports, but for what is imported when it is asked for. */
function readAtStart(first: string): ReadonlySet<string> {
  const read = new Set<string>();
  const walk = (file: string) => {
    if (read.has(file)) return;
    read.add(file);
    const later = [...readFileSync(file, 'utf8').matchAll(/\bimport\('([^']+)'\)/g)].map(([, path = '']) => path);
    for (const next of importsOf(file, { types: false }))
      if (!later.some((path) => next.endsWith(path.replace(/^(\.\.?\/)+/, '')))) walk(next);
  };
  walk(first);
  return read;
}

describe('the start of the server', () => {
  it('reads no library with native code: only engines need one, in processes of their own', () => {
    const files = readAtStart('src/start/start.ts');
    assert.ok(files.size > 1000);
    const native =
      /^import (?!type )[^;]*from '(?:sharp|@napi-rs\/canvas|onnxruntime-web[^']*|draco3d|tesseract\.js[^']*|pdfkit)'/m;
    assert.deepEqual(
      [...files].filter((file) => native.test(readFileSync(file, 'utf8'))),
      [],
    );
  });
});
