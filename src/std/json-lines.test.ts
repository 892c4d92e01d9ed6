import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLinesIn } from './json-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-lines-'));
after(() => rmSync(folder, { recursive: true }));

async function read(text: string): Promise<unknown[]> {
  const path = join(folder, 'lines');
  writeFileSync(path, text);
  return Array.fromAsync(jsonLinesIn(path));
}

describe('lines of JSON', () => {
  it('end at line feeds only, whatever their texts hold', async () => {
    const values = ['a\u2028b\u2029c\u0085d\re\nf', { name: '\u{1f6aa} é' }, [null, 1.5]];
    assert.deepEqual(await read(values.map((one) => `${JSON.stringify(one)}\n`).join('')), values);
    assert.deepEqual(await read(values.map((one) => JSON.stringify(one)).join('\r\n')), values);
  });

  it('may be longer than what is read at once, with letters of several bytes across the gap', async () => {
    const values = Array.from({ length: 5 }, (_, n) => 'é€\u2028'.repeat(30_000 + n));
    assert.deepEqual(await read(values.map((one) => `${JSON.stringify(one)}\n`).join('')), values);
  });

  it('may be none', async () => assert.deepEqual(await read(''), []));
});
