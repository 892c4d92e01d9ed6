import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { dataDescriptor, directoryRecord, endOfDirectory, localHeader, type ZipEntry } from './zip-format.ts';

/** How far a ZIP file is: it can be gone on from here, by whomever. */
export interface ZipPlace {
  /** The entry under way, from 0; as many as there are entries: the directory. */
  readonly entry: number;
  /** Bytes written of it, its header included. */
  readonly sent: number;
  /** Of its bytes so far. */
  readonly crc: number;
  /** Where it begins in the file. */
  readonly start: number;
}

export const zipBeginning: ZipPlace = { entry: 0, sent: 0, crc: 0, start: 0 };

export interface ZipChunk {
  readonly bytes: Buffer;
  /** Where the file is when these bytes are written. */
  readonly place: ZipPlace;
  /** What the directory says of the entry that ends with them. */
  readonly directory?: Buffer;
  /** The directory begins: what it says must be there to be read again. */
  readonly entriesEnd?: true;
}

export interface OpenEntry extends ZipEntry {
  /** Its bytes as they are in the ZIP file, from the first on. */
  open(): Promise<Readable>;
}

export interface ZipSource {
  /** Entries from the one on that a place names. */
  entries: AsyncIterable<OpenEntry>;
  /** All that the directory says, in the order of the entries; asked for once all of them have ended. */
  directory(): AsyncIterable<Buffer>;
  /** The time of all entries. */
  readonly at: Date;
}

/** An entry whose bytes are others than was said. */
export class EntryChanged extends Error {}

/** The bytes of a ZIP file from a place on. Throws `EntryChanged`, and whatever the entries throw. */
export async function* zipChunks(source: ZipSource, from: ZipPlace): AsyncGenerator<ZipChunk> {
  let place = from;
  for await (const entry of source.entries) {
    for await (const chunk of entryChunks(entry, place, source.at)) {
      place = chunk.place;
      yield chunk;
    }
  }
  if (place.sent === 0) yield { bytes: Buffer.alloc(0), place, entriesEnd: true };
  yield* directoryChunks(source, place);
}

async function* entryChunks(entry: OpenEntry, from: ZipPlace, at: Date): AsyncGenerator<ZipChunk> {
  const { start, entry: index } = from;
  const header = localHeader(entry, at);
  let { sent, crc } = from;
  if (sent < header.length) {
    sent = header.length;
    yield { bytes: header, place: { ...from, sent } };
  }
  let skip = sent - header.length;
  let passed = 0;
  for await (const chunk of await entry.open()) {
    const all: Buffer = chunk;
    const bytes = all.subarray(Math.min(skip, all.length));
    skip -= all.length - bytes.length;
    passed += all.length;
    if (bytes.length === 0) continue;
    if (entry.method === 0) crc = crc32(bytes, crc);
    sent += bytes.length;
    yield { bytes, place: { entry: index, start, sent, crc } };
  }
  const told = entry.method === 0 ? crc : (entry.crc ?? 0);
  if (passed !== entry.packed || (entry.crc !== undefined && told !== entry.crc)) throw new EntryChanged(entry.name);
  const rest = entry.crc === undefined ? dataDescriptor(entry, told) : Buffer.alloc(0);
  yield {
    bytes: rest,
    place: { entry: index + 1, sent: 0, crc: 0, start: start + sent + rest.length },
    directory: directoryRecord(entry, { crc: told, start, at }),
  };
}

async function* directoryChunks(source: ZipSource, from: ZipPlace): AsyncGenerator<ZipChunk> {
  let { sent } = from;
  let skip = sent;
  let size = 0;
  const next = (all: Buffer): ZipChunk => {
    const bytes = all.subarray(Math.min(skip, all.length));
    skip -= all.length - bytes.length;
    sent += bytes.length;
    return { bytes, place: { ...from, sent } };
  };
  for await (const piece of source.directory()) {
    size += piece.length;
    const chunk = next(piece);
    if (chunk.bytes.length > 0) yield chunk;
  }
  yield next(endOfDirectory({ count: from.entry, size, start: from.start }));
}
