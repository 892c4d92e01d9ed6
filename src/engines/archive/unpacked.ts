import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ArchiveEntry } from './entry-index.ts';
import { ArchiveRefused, faults, isTooPacked } from './faults.ts';
import type { ZipFile } from './zip-directory.ts';

/** What is unpacked at once. */
const smallBytes = 2 ** 20;
const piece = 2 ** 18;

/**
 * The bytes of an entry, unpacked; no more of them than was said. Throws `ArchiveRefused` where they are others than the directory
 * says.
 */
export async function* unpacked(file: ZipFile, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const broken = (what: string) =>
    new ArchiveRefused(faults.broken(`an entry has another ${what} than it says`, entry.path));
  let [size, crc] = [0, 0];
  for await (const chunk of bytesOf(file, entry)) {
    size += chunk.length;
    if (isTooPacked(size, entry.packed)) throw new ArchiveRefused(faults.ratio(entry.path));
    if (size > entry.size) continue; // how far it goes decides what it is
    crc = crc32(chunk, crc);
    if (chunk.length > 0) yield chunk;
  }
  if (size !== entry.size) throw broken('size');
  if (crc !== entry.crc) throw broken('CRC');
}

/** All bytes of an entry that may be held at once. */
export const wholeOf = async (file: ZipFile, entry: ArchiveEntry): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(unpacked(file, entry)));

function bytesOf(file: ZipFile, entry: ArchiveEntry): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (entry.method === 0) return pieces(file, entry);
  return entry.packed <= smallBytes && entry.size <= smallBytes ? inflatedAtOnce(file, entry) : inflated(file, entry);
}

async function* pieces(file: ZipFile, { start, packed }: ArchiveEntry): AsyncGenerator<Buffer> {
  for (let done = 0; done < packed; ) {
    const bytes = await file.read(start + done, Math.min(piece, packed - done));
    if (bytes.length === 0) throw new ArchiveRefused(faults.truncated());
    done += bytes.length;
    yield bytes;
  }
}

const notPacked = ({ path }: ArchiveEntry) => new ArchiveRefused(faults.broken('an entry cannot be unpacked', path));

async function* inflatedAtOnce(file: ZipFile, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const bytes = await file.read(entry.start, entry.packed);
  const options = { maxOutputLength: Math.max(1, entry.size), info: true } as const;
  let result: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  try {
    result = inflateRawSync(bytes, options) as unknown as typeof result;
  } catch (error) {
    const isMore = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (!isMore) throw notPacked(entry);
    return yield* inflated(file, entry);
  }
  if (result.engine.bytesWritten !== entry.packed) throw notPacked(entry);
  yield result.buffer;
}

async function* inflated(file: ZipFile, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: piece });
  const source = Readable.from(pieces(file, entry));
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    yield* inflate;
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? notPacked(entry) : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
  if (inflate.bytesWritten !== entry.packed) throw notPacked(entry);
}
