import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { RandomAccess } from '../random-access.ts';
import { oldestFormat, type SnapshotHeader, snapshotFormat } from './types.ts';

/*
 * The file of a snapshot: blocks, each one compressed alone (zstd) and holding one JSON line per element; then the
 * directory (JSON, compressed: header and places of the blocks); at the end 16 bytes: length of the directory
 * (uint32, little-endian), format (uint32), "TWINSNAP". Format 1 differs in members only.
 */
const mark = Buffer.from('TWINSNAP', 'latin1');
const tailLength = 16;
const inflate = promisify(zstdDecompress);

export type BlockKind = 'records' | 'rows';

/** Where a block is, and the numbers of its first and last element. */
export interface Block {
  readonly offset: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

export interface Directory {
  readonly header: SnapshotHeader;
  readonly blocks: Readonly<Record<BlockKind, readonly Block[]>>;
}

export const pack = (text: string): Buffer =>
  zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

export async function unpack(source: RandomAccess, place: { offset: number; length: number }): Promise<string> {
  return (await inflate(await source.read(place.offset, place.length))).toString('utf8');
}

export const parseLines = <T>(text: string): T[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line): T => JSON.parse(line));

/** The end of a snapshot whose blocks have been written. */
export function endOf(directory: Directory): Buffer {
  const packed = pack(JSON.stringify(directory));
  const tail = Buffer.alloc(tailLength);
  tail.writeUInt32LE(packed.length, 0);
  tail.writeUInt32LE(snapshotFormat, 4);
  mark.copy(tail, 8);
  return Buffer.concat([packed, tail]);
}

export async function readDirectory(source: RandomAccess): Promise<Directory> {
  const end = source.size - tailLength;
  const tail = end < 0 ? Buffer.alloc(0) : Buffer.from(await source.read(end, tailLength));
  if (!tail.subarray(8).equals(mark)) throw new Error('This is not a snapshot of a model.');
  const format = tail.readUInt32LE(4);
  if (format < oldestFormat || format > snapshotFormat)
    throw new Error(`The snapshot has format ${format}, not ${oldestFormat} to ${snapshotFormat}.`);
  const length = tail.readUInt32LE(0);
  const directory: Stored = JSON.parse(await unpack(source, { offset: end - length, length }));
  return { ...directory, header: asNow(directory.header) };
}

type Stored = Omit<Directory, 'header'> & { readonly header: SnapshotHeader | FirstHeader };

/** What a header of format 1 had otherwise. */
type FirstHeader = Omit<SnapshotHeader, 'siPerUnit' | 'groups'> & { readonly metresPerUnit: number };

function asNow(header: SnapshotHeader | FirstHeader): SnapshotHeader {
  if (!('metresPerUnit' in header)) return header;
  const { metresPerUnit, ...same } = header;
  const unknown = { area: null, volume: null, mass: null, time: null, angle: null };
  return { ...same, siPerUnit: { ...unknown, length: metresPerUnit }, groups: [] };
}
