import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { serve } from './serve.ts';

/**
 * A bare handler over a table file. `/` streams all rows as JSON, in pieces of a thousand; `/count` answers how many match
 * the filter of the bench, by the same statement that a person would write.
 */
const db = new DatabaseSync(process.env.BENCH_DATABASE ?? '', { readOnly: true });
// that of SQLite knows no letter beyond ASCII
db.function('lower_case', { deterministic: true }, (text) => String(text).toLowerCase());
const all = db.prepare('SELECT * FROM t1 ORDER BY _Row');
const count = db.prepare("SELECT count(*) AS n FROM t1 WHERE instr(lower_case(Name), 'fire') > 0");
const piece = 1000;

function* pieces(): Generator<string> {
  let rows: string[] = [];
  for (const row of all.iterate()) {
    rows.push(JSON.stringify(row));
    if (rows.length === piece) {
      yield `${rows.join(',')},`;
      rows = [];
    }
  }
  yield rows.join(',');
}

serve(
  createServer(async ({ url }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    if (url === '/count') {
      response.end(String(count.get()?.n));
      return;
    }
    response.write('{"value":[');
    for (const text of pieces()) {
      if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end(']}');
  }),
);
