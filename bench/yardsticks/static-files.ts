import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** The files of a folder with a length, and nothing else. */
const folder = process.env.BENCH_FOLDER ?? '.';
const server = createServer((request, response) => {
  const path = join(folder, request.url ?? '');
  response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': statSync(path).size });
  createReadStream(path).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));
