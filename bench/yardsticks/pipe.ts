import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serve } from './serve.ts';

/**
 * Plain node:http: PUT pipes the body to a file, with ?sync to the disk; GET pipes the last one back. Each file is a new
 * one that stays, as the platform's do: a file in the place of another gets the memory that the other had in the
 * system's cache, and new memory costs a virtual machine three times as much (seen with perf: the copy into the cache).
 */
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'twin-pipe-'));
let files = 0;
let file = '';
const server = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    file = join(folder, String(files++));
    await pipeline(request, createWriteStream(file, { flush: request.url?.endsWith('?sync') ?? false }));
    response.writeHead(201).end();
  } else {
    response.writeHead(200, { 'Content-Length': statSync(file).size });
    await pipeline(createReadStream(file), response).catch(() => {}); // the load ends in the middle of an answer
  }
});
serve(server, '/', () => rmSync(folder, { recursive: true }));
