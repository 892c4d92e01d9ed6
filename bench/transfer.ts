import { request } from 'node:http';
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

/** Receives and drops; answers the seconds it took. */
export async function get(url: string, size: number): Promise<number> {
  const started = performance.now();
  const received = await new Promise<number>((resolve, reject) => {
    request(url, (response) => {
      let bytes = 0;
      response.on('data', (data: Buffer) => {
        bytes += data.length;
      });
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
  if (received !== size) throw new Error(`${url} sent ${received} bytes, not ${size}.`);
  return (performance.now() - started) / 1000;
}
