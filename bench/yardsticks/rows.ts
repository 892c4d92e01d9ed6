import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { serve } from './serve.ts';

/** A bare handler that reads a page of the same rows from the same file and serializes them. */
const db = new DatabaseSync(process.env.BENCH_DATABASE ?? '', { readOnly: true });
const page = db.prepare(
  `SELECT id, class, sub_class AS subClass, type, number, display_name AS displayName, status
   FROM twins WHERE deleted IS NULL AND status <> 'Inactive' ORDER BY display_name_sorted, id LIMIT 100`,
);
const server = createServer((_request, response) => {
  const body = JSON.stringify({ twins: page.all() });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
serve(server);
