/*
 * The records of a ZIP file, as docs/archive.md says: names in UTF-8, methods 0 and 8, ZIP64 where 32 bits do not hold a number.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

/** A file in a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  /** 0: its bytes as they are; 8: deflated. */
  readonly method: 0 | 8;
  readonly size: number;
  /** Its bytes as they are in the ZIP file; for method 0 the same. */
  readonly packed: number;
  /** Of the bytes unpacked; undefined: known once it has been written, and told behind it. */
  readonly crc: number | undefined;
}

const version = 45;
const regularFile = 0o100644;
const most32 = 0xffffffff;
const most16 = 0xffff;

const isLarge = ({ size, packed }: ZipEntry): boolean => size >= most32 || packed >= most32;

/** Bit 11: the name is UTF-8; bit 3: CRC and sizes are behind the bytes. */
const flagsOf = ({ crc }: ZipEntry): number => 0x0800 | (crc === undefined ? 0x0008 : 0);

/** Date and time of DOS, in UTC. */
function dosTime(at: Date): { readonly time: number; readonly date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return { time, date };
}

/** The extra field of ZIP64 with these numbers. */
function zip64(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [at, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  return extra;
}

/** What stands before the bytes of an entry. */
export function localHeader(entry: ZipEntry, at: Date): Buffer {
  const name = Buffer.from(entry.name);
  const later = entry.crc === undefined;
  const large = isLarge(entry);
  const extra = large ? zip64(later ? [0, 0] : [entry.size, entry.packed]) : zip64([]);
  const { time, date } = dosTime(at);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(entry.crc ?? 0, 14);
  header.writeUInt32LE(large ? most32 : later ? 0 : entry.packed, 18);
  header.writeUInt32LE(large ? most32 : later ? 0 : entry.size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** What stands behind the bytes of an entry whose CRC was not known before. */
export function dataDescriptor(entry: ZipEntry, crc: number): Buffer {
  const large = isLarge(entry);
  const descriptor = Buffer.alloc(large ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (large) {
    descriptor.writeBigUInt64LE(BigInt(entry.packed), 8);
    descriptor.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    descriptor.writeUInt32LE(entry.packed, 8);
    descriptor.writeUInt32LE(entry.size, 12);
  }
  return descriptor;
}

/** An entry in the directory at the end; `start`: where its local header begins. */
export function directoryRecord(entry: ZipEntry, { crc, start, at }: { crc: number; start: number; at: Date }): Buffer {
  const name = Buffer.from(entry.name);
  const large = isLarge(entry);
  const extra = zip64([...(large ? [entry.size, entry.packed] : []), ...(start >= most32 ? [start] : [])]);
  const { time, date } = dosTime(at);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((3 << 8) | version, 4); // made on Unix, whose modes the attributes are
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(entry.method, 10);
  record.writeUInt16LE(time, 12);
  record.writeUInt16LE(date, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(large ? most32 : entry.packed, 20);
  record.writeUInt32LE(large ? most32 : entry.size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(regularFile * 0x10000, 38);
  record.writeUInt32LE(Math.min(start, most32), 42);
  return Buffer.concat([record, name, extra]);
}

/** What ends a ZIP file: where its directory is, in both forms. */
export function endOfDirectory({ count, size, start }: { count: number; size: number; start: number }): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE((3 << 8) | version, 12);
  end.writeUInt16LE(version, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + size), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(Math.min(count, most16), 84);
  end.writeUInt16LE(Math.min(count, most16), 86);
  end.writeUInt32LE(Math.min(size, most32), 88);
  end.writeUInt32LE(Math.min(start, most32), 92);
  return end;
}
