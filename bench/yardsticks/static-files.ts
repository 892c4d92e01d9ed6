import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serve } from './serve.ts';

/** The files of a folder with a length, and nothing else. */
const folder = process.env.BENCH_FOLDER ?? '.';
const server = createServer((request, response) => {
  const path = join(folder, request.url ?? '');
  response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': statSync(path).size });
  createReadStream(path).pipe(response);
});
serve(server, '');
