import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const chunk = Buffer.alloc(2 ** 18, 7);

function* chunksOf(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield left >= chunk.length ? chunk : chunk.subarray(0, left);
}

/** Sends bytes that cost nothing to make; answers the seconds it took. */
export async function put(url: string, size: number, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const started = performance.now();
  const out = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': size } });
  const answered = new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.once('response', (response) => {
      response.resume();
      if (response.statusCode === 201) response.once('end', resolve);
      else reject(new Error(`${url} answered ${response.statusCode}.`));
    });
  });
  await pipeline(Readable.from(chunksOf(size)), out);
  await answered;
  return (performance.now() - started) / 1000;
}

/**
 * Receives and drops; answers the seconds it took. Reads into the same memory again and again: a client that makes a buffer for
 * each piece is a load of its own, as large as that of the server.
 */
export async function get(url: string, size: number): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const started = performance.now();
  let head = '';
  let bytes = 0;
  const take = (count: number, memory: Uint8Array): boolean => {
    if (head.includes(endOfHead)) bytes += count;
    else {
      head += Buffer.from(memory.subarray(0, count)).toString('latin1');
      const end = head.indexOf(endOfHead);
      if (end >= 0) bytes += head.length - end - endOfHead.length;
    }
    return true;
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(2 ** 18), callback: take },
  });
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'end');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${url} answered ${head.slice(0, 80)}.`);
  if (bytes !== size) throw new Error(`${url} sent ${bytes} bytes, not ${size}.`);
  return (performance.now() - started) / 1000;
}

const endOfHead = '\r\n\r\n';
