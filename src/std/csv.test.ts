import assert from 'node:assert/strict';
import { it } from 'node:test';
import { csvLine } from './csv.ts';

it('a line of a table quotes what must be, and lets no text be a formula; numbers stay numbers', () => {
  assert.equal(
    csvLine(['=1+1', '-x', '@a', '\tb', 'a,"b"', 'two\nlines', -4.5, true, null, { date: 0 }]),
    `'=1+1,'-x,'@a,'\tb,"a,""b""","two\nlines",-4.5,true,,1970-01-01T00:00:00.000Z\r\n`,
  );
});
