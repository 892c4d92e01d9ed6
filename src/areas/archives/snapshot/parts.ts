import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib';

/** A file of an archive that is no content: where its bytes are among those of the others, packed as they will be written. */
export interface Part {
  readonly name: string;
  readonly method: 0 | 8;
  readonly size: number;
  readonly packed: number;
  readonly crc: number;
  readonly sha256: string;
  readonly offset: number;
}

/** What unpacks to more than this many times its bytes is refused by readers, so it is written as it is. */
const mostRatio = 100;
const piece = 2 ** 16;

/** Files of an archive one behind the other in one file of the disk. */
export interface Parts {
  add(name: string, text: AsyncIterable<string> | Iterable<string>): Promise<Part>;
}

export function openParts(path: string): Parts {
  const append = (...streams: [Readable, ...Transform[]]) =>
    pipeline([...streams, createWriteStream(path, { flags: 'a' })]);
  return {
    async add(name, text) {
      const offset = await sizeOf(path);
      const hash = createHash('sha256');
      let [size, crc] = [0, 0];
      const measure = new Transform({
        transform(chunk: Buffer, _, next) {
          hash.update(chunk);
          crc = crc32(chunk, crc);
          size += chunk.length;
          next(null, chunk);
        },
      });
      await append(Readable.from(inBuffers(text)), measure, createDeflateRaw());
      const packed = (await sizeOf(path)) - offset;
      const part = { name, method: 8 as const, size, packed, crc, sha256: hash.digest('hex'), offset };
      if (size <= packed * mostRatio) return part;
      const plain = await sizeOf(path);
      await append(createReadStream(path, { start: offset, end: offset + packed - 1 }), createInflateRaw());
      return { ...part, method: 0, packed: size, offset: plain };
    },
  };
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Many short texts as few buffers. */
async function* inBuffers(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const one of text) {
    waiting += one;
    if (waiting.length < piece) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
