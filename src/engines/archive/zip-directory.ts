import { open } from 'node:fs/promises';
import { type ArchiveFault, ArchiveRefused, faults } from './faults.ts';

/** Bytes of a file, from anywhere. */
export interface ZipFile {
  readonly size: number;
  /** As many as there are, at most `length`. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** Where the directory of a ZIP file is, as its end says. */
export interface ZipEnd {
  readonly count: number;
  readonly start: number;
  readonly size: number;
  readonly severalVolumes: boolean;
}

const endLength = 22;
const longestComment = 0xffff;
const locatorLength = 20;
const end64Length = 56;
const most32 = 0xffffffff;
const most16 = 0xffff;
const signature = Buffer.from('PK\x05\x06', 'latin1');

function refuse(one: ArchiveFault): never {
  throw new ArchiveRefused(one);
}
const broken = (why: string): never => refuse(faults.broken(why));

/** Reads the end of a ZIP file, which must be its last bytes. Throws `ArchiveRefused`. */
export async function readEnd(file: ZipFile): Promise<ZipEnd> {
  const tailStart = Math.max(0, file.size - endLength - longestComment);
  const tail = await file.read(tailStart, endLength + longestComment);
  const at = tail.lastIndexOf(signature);
  if (at < 0) return refuse(faults.notAnArchive());
  const end = tail.subarray(at);
  if (end.length < endLength) return refuse(faults.truncated());
  if (end.length > endLength || end.readUInt16LE(20) !== 0) return broken('something follows its end');
  const short = {
    count: end.readUInt16LE(10),
    size: end.readUInt32LE(12),
    start: end.readUInt32LE(16),
    severalVolumes:
      end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== end.readUInt16LE(10),
  };
  const endAt = tailStart + at;
  const long = await readEnd64(file, endAt);
  const found = long === undefined ? { ...short, endsAt: endAt } : merged(short, long);
  if (found.start + found.size > found.endsAt) return refuse(faults.truncated());
  if (found.start + found.size < found.endsAt) return broken('there is something between its directory and its end');
  return found;
}

type Long = ZipEnd & { readonly endsAt: number };

async function readEnd64(file: ZipFile, endAt: number): Promise<Long | undefined> {
  const locator = await file.read(endAt - locatorLength, locatorLength);
  if (endAt < locatorLength || locator.readUInt32LE(0) !== 0x07064b50) return undefined;
  const at = numberIn(locator, 8);
  if (at + end64Length > endAt - locatorLength) return refuse(faults.truncated());
  if (at + end64Length < endAt - locatorLength) return broken('there are two ends');
  const end = await file.read(at, end64Length);
  if (end.readUInt32LE(0) !== 0x06064b50 || numberIn(end, 4) !== 44) return broken('its ZIP64 end is none');
  return {
    count: numberIn(end, 32),
    size: numberIn(end, 40),
    start: numberIn(end, 48),
    endsAt: at,
    severalVolumes:
      end.readUInt32LE(16) !== 0 ||
      end.readUInt32LE(20) !== 0 ||
      numberIn(end, 24) !== numberIn(end, 32) ||
      locator.readUInt32LE(4) !== 0 ||
      locator.readUInt32LE(16) > 1,
  };
}

function merged(short: ZipEnd, long: Long): Long {
  const differs =
    (short.count !== most16 && short.count !== long.count) ||
    (short.size !== most32 && short.size !== long.size) ||
    (short.start !== most32 && short.start !== long.start);
  if (differs) return broken('its two ends differ');
  const severalVolumes = long.severalVolumes || (short.severalVolumes && short.count !== most16);
  return { ...long, severalVolumes };
}

/** A number of 64 bits. Throws `ArchiveRefused` for one beyond every file. */
function numberIn(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? refuse(faults.truncated()) : Number(value);
}

/** An entry as the directory says it. */
export interface DirectoryEntry {
  readonly rawName: Buffer;
  readonly madeBy: number;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly start: number;
  readonly attributes: number;
  /** It lies on this volume, has no comment, and no extra field but that of ZIP64. */
  readonly isPlain: boolean;
}

const recordLength = 46;
const piece = 2 ** 20;

/** The entries of a directory, in its order. Throws `ArchiveRefused`. */
export async function* directoryEntries(file: ZipFile, { start, size, count }: ZipEnd): AsyncGenerator<DirectoryEntry> {
  let bytes: Buffer = Buffer.alloc(0);
  let next = start;
  let found = 0;
  const have = async (length: number): Promise<void> => {
    while (bytes.length < length) {
      const more = await file.read(next, Math.min(piece, start + size - next));
      if (more.length === 0) refuse(faults.truncated());
      next += more.length;
      bytes = Buffer.concat([bytes, more]);
    }
  };
  while (next - bytes.length < start + size) {
    await have(recordLength);
    if (bytes.readUInt32LE(0) !== 0x02014b50) broken('its directory has something that is no entry');
    const length = recordLength + bytes.readUInt16LE(28) + bytes.readUInt16LE(30) + bytes.readUInt16LE(32);
    await have(length);
    yield entryOf(bytes.subarray(0, length));
    found++;
    bytes = bytes.subarray(length);
  }
  if (found !== count) broken('its directory has another number of entries than its end says');
}

function entryOf(record: Buffer): DirectoryEntry {
  const [nameLength, extraLength] = [record.readUInt16LE(28), record.readUInt16LE(30)];
  const extraAt = recordLength + nameLength;
  const short = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)];
  const extra = zip64Of(record.subarray(extraAt, extraAt + extraLength));
  const wanted = short.filter((one) => one === most32).length;
  const rest = [...(extra ?? [])];
  const [size = 0, packed = 0, start = 0] = short.map((one) => (one === most32 ? (rest.shift() ?? one) : one));
  return {
    rawName: Buffer.from(record.subarray(recordLength, extraAt)),
    madeBy: record.readUInt16LE(4) >> 8,
    flags: record.readUInt16LE(8),
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    size,
    packed,
    start,
    attributes: record.readUInt32LE(38),
    isPlain: extra?.length === wanted && record.readUInt16LE(32) === 0 && record.readUInt16LE(34) === 0,
  };
}

/** The numbers of the extra field of ZIP64; none where there is no extra field, undefined where there is another. */
function zip64Of(extra: Buffer): number[] | undefined {
  if (extra.length === 0) return [];
  if (extra.length < 4 || extra.readUInt16LE(0) !== 1) return undefined;
  const length = extra.readUInt16LE(2);
  if (length !== extra.length - 4 || length % 8 !== 0) return undefined;
  return Array.from({ length: length / 8 }, (_, at) => numberIn(extra, 4 + 8 * at));
}

const localLength = 30;

/** Where the bytes of an entry begin, and where the next entry begins. */
export interface EntryPlace {
  readonly dataStart: number;
  readonly next: number;
}

/**
 * Where an entry lies: what stands before and behind its bytes is compared with the directory. Throws `ArchiveRefused`.
 * `name`: for people.
 */
export async function placeOf(file: ZipFile, entry: DirectoryEntry, name: string): Promise<EntryPlace> {
  const differs = (): never =>
    refuse(faults.broken(`what stands before the entry is not what the directory says`, name));
  const whole = await file.read(entry.start, localLength + entry.rawName.length + 4 + 16);
  if (whole.length < localLength + entry.rawName.length) return refuse(faults.truncated());
  if (whole.readUInt32LE(0) !== 0x04034b50) return differs();
  const [nameLength, extraLength] = [whole.readUInt16LE(26), whole.readUInt16LE(28)];
  const nameEnd = localLength + nameLength;
  if (!whole.subarray(localLength, nameEnd).equals(entry.rawName)) return differs();
  const extra = zip64Of(whole.subarray(nameEnd, nameEnd + extraLength));
  if (extra === undefined || extraLength > 20) return refuse(faults.unsupported(name));
  const told = [whole.readUInt32LE(14), whole.readUInt32LE(22), whole.readUInt32LE(18)];
  const [size = 0, packed = 0] = told.slice(1).map((one, at) => (one === most32 ? (extra[at] ?? one) : one));
  const later = (entry.flags & 0x0008) !== 0;
  const fits = (local: number, real: number) => local === real || (later && local === 0);
  const isSame =
    whole.readUInt16LE(6) === entry.flags &&
    whole.readUInt16LE(8) === entry.method &&
    fits(told[0] ?? 0, entry.crc) &&
    fits(size, entry.size) &&
    fits(packed, entry.packed);
  if (!isSame) return differs();
  const dataStart = entry.start + nameEnd + extraLength;
  const dataEnd = dataStart + entry.packed;
  return {
    dataStart,
    next: later ? await behindDescriptor(file, entry, { dataEnd, long: extra.length > 0, name }) : dataEnd,
  };
}

interface Descriptor {
  readonly dataEnd: number;
  readonly long: boolean;
  readonly name: string;
}

async function behindDescriptor(file: ZipFile, entry: DirectoryEntry, at: Descriptor): Promise<number> {
  const { dataEnd, long, name } = at;
  const length = long ? 24 : 16;
  const bytes = await file.read(dataEnd, length);
  if (bytes.length < length) return refuse(faults.truncated());
  const sizes = long ? [numberIn(bytes, 8), numberIn(bytes, 16)] : [bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const isSame =
    bytes.readUInt32LE(0) === 0x08074b50 &&
    bytes.readUInt32LE(4) === entry.crc &&
    sizes[0] === entry.packed &&
    sizes[1] === entry.size;
  if (!isSame) return refuse(faults.broken('what stands behind the entry is not what the directory says', name));
  return dataEnd + length;
}
