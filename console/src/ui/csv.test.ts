import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from './csv.ts';

const lines = (rows: Parameters<typeof csvOf>[1]) =>
  csvOf(['a', 'b'], rows).replace('\uFEFF', '').split('\r\n').slice(1, -1);

describe('a table for spreadsheets', () => {
  it('has a header, says that it is UTF-8, and ends its last line', () => {
    assert.equal(csvOf(['Name', 'Ø'], [['Bridge', 3.5]]), '\uFEFFName,Ø\r\nBridge,3.5\r\n');
  });

  it('quotes what would break it', () => {
    assert.deepEqual(lines([['a,b', 'say "yes"']]), ['"a,b","say ""yes"""']);
    assert.equal(csvOf(['x'], [['two\nlines']]), '\uFEFFx\r\n"two\nlines"\r\n');
  });

  it('leaves nothing that is run as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      const [line = ''] = csvOf(['x'], [[text]])
        .replace('\uFEFFx\r\n', '')
        .split('\r\n');
      assert.match(line, /^"?'/, JSON.stringify(text));
    }
    assert.deepEqual(lines([['=HYPERLINK("http://x","y")', 'a']]), [`"'=HYPERLINK(""http://x"",""y"")",a`]);
  });

  it('leaves numbers numbers, and nothing nothing', () => {
    assert.deepEqual(
      lines([
        [-1.5, null],
        [true, undefined],
      ]),
      ['-1.5,', 'true,'],
    );
  });
});
