import { createServer } from 'node:http';
import { serve } from './serve.ts';

/** The least that node:http can do. */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 });
  response.end('hello');
});
serve(server);
