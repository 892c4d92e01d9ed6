import { createServer } from 'node:http';

/** The least that node:http can do. */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 });
  response.end('hello');
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${portOf()}/` })));
process.on('SIGTERM', () => process.exit(0));

function portOf(): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
