import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { serve } from './serve.ts';

/*
 * A bare handler on the same PostgreSQL, with prepared statements and a pool of ten: GET /one selects one row by its
 * key, GET /page a page of a hundred, POST makes a row in a transaction with one select and one insert.
 */
const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE, max: 10 });
const id = process.env.BENCH_ID ?? '';
await pool.query('CREATE TABLE IF NOT EXISTS bench_rows (id text PRIMARY KEY, parent text, name text)');
await pool.query('CREATE UNIQUE INDEX IF NOT EXISTS bench_names ON bench_rows (parent, name)');

const one = { name: 'one', text: 'SELECT * FROM twins WHERE id = $1', values: [id] };
const page = {
  name: 'page',
  text: `SELECT id, class, sub_class AS "subClass", type, number, display_name AS "displayName", status
   FROM twins WHERE deleted IS NULL AND status <> 'Inactive' ORDER BY display_name_sorted, id LIMIT 100`,
  values: [],
};

async function make(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { displayName } = JSON.parse(Buffer.concat(chunks).toString()) as { displayName: string };
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(one);
    const values = [randomUUID(), id, displayName];
    await client.query({ name: 'make', text: 'INSERT INTO bench_rows VALUES ($1, $2, $3)', values });
    await client.query('COMMIT');
    return { folder: { id: values[0], displayName } };
  } finally {
    client.release();
  }
}

const server = createServer(async (request, response) => {
  const isPost = request.method === 'POST';
  const answer = isPost ? await make(request) : (await pool.query(request.url === '/page' ? page : one)).rows;
  const body = JSON.stringify(answer);
  response.writeHead(isPost ? 201 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
serve(server);
