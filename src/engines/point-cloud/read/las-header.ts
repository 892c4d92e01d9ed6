import { geoKeysText } from '../../crs/read/geo-keys.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { Vector } from '../../matrix.ts';
import type { RandomAccess } from '../../random-access.ts';
import { type ExtraBytes, extraBytes } from '../extra.ts';
import type { ItemVersion } from '../laz/layers.ts';
import type { PlaceGrid } from '../source.ts';
import { layouts, type RecordLayout } from './records.ts';

/** What stands before the points of a LAS or LAZ file. */
export interface LasHeader {
  readonly layout: RecordLayout;
  readonly compressed: boolean;
  readonly stride: number;
  readonly count: number;
  readonly pointsAt: number;
  readonly grid: PlaceGrid;
  readonly srs: string | undefined;
  /** Of all coordinates, as the header has it. */
  readonly box: { readonly low: Vector; readonly high: Vector };
  readonly standardTime: boolean;
  /** Seconds that are added to its times to make them standard; undefined: none. */
  readonly timeShift: number | undefined;
  /** Of LAZ: what the compressor says of itself. */
  readonly compression: Buffer | undefined;
  /** Of LAZ in layers: the version of what stands behind the points. */
  readonly itemVersion: ItemVersion;
  /** What the file adds to the records of its format. */
  readonly extra: ExtraBytes | undefined;
}

const leastHeader = 227;
/** Of LAS 1.5. */
const longestHeader = 393;
const headerSizes: Readonly<Record<number, number>> = { 4: 375, 5: longestHeader };
const mostRecords = 10_000;
const longestRecord = 1 << 20;

/** Reads and checks the header; what it says of sizes fits the file. */
export async function readLasHeader(file: RandomAccess, name: string): Promise<LasHeader> {
  const fault = (why: string) => unreadable(name, why);
  if (file.size < leastHeader) throw fault('it is shorter than the header of a LAS file');
  const head = Buffer.from(await file.read(0, Math.min(longestHeader, file.size)));
  if (head.toString('latin1', 0, 4) !== 'LASF') throw fault('it does not begin as a LAS file does');
  const [major, minor] = [head.readUInt8(24), head.readUInt8(25)];
  if (major !== 1 || minor > 5) throw fault(`version ${major}.${minor} of LAS is not known`);
  if (head.length < (headerSizes[minor] ?? leastHeader)) throw fault('its header is cut off');
  const format = head.readUInt8(104) & 0x3f;
  const layout = layouts[format];
  if (layout === undefined) throw fault(`point format ${format} is not known`);
  const stride = head.readUInt16LE(105);
  if (stride < layout.size) throw fault(`records of ${stride} bytes are too short for point format ${format}`);
  const pointsAt = head.readUInt32LE(96);
  if (pointsAt < head.readUInt16LE(94) || pointsAt > file.size) throw fault('its points begin outside of the file');
  const compressed = (head.readUInt8(104) & 0xc0) !== 0;
  const count = countIn(head, minor);
  if (!compressed && pointsAt + count * stride > file.size) {
    const held = Math.floor((file.size - pointsAt) / stride);
    throw fault(`it is cut off: its header promises ${count} points, and ${held} are there`);
  }
  const grid = gridIn(head);
  if (grid === undefined) throw fault('a scale or offset in its header is no number');
  const records = await recordsOf(file, head, minor);
  const timeShift = timeShiftIn(head, minor);
  const standardTime = (head.readUInt16LE(6) & 1) === 1 || timeShift !== undefined;
  const known = knownOf(records, stride - layout.size);
  // the bit says it, and formats since 1.4 know nothing else
  const isWkt = (head.readUInt16LE(6) & withWkt) !== 0 || format >= 6;
  const srs = systemIn(records, isWkt);
  return {
    layout,
    compressed,
    stride,
    count,
    pointsAt,
    grid,
    standardTime,
    timeShift,
    srs,
    box: boxIn(head),
    ...known,
  };
}

const withWkt = 0x10;
const withTimeOffset = 0x40;
/** Times of satellites less so many million seconds are standard. */
const standardOffset = 1000;

/** LAS 1.5 has an offset of its own, in millions of seconds, where a bit says so. */
function timeShiftIn(head: Buffer, minor: number): number | undefined {
  if (minor < 5 || (head.readUInt16LE(6) & withTimeOffset) === 0) return undefined;
  return (head.readUInt16LE(391) - standardOffset) * 1e6;
}

/** Greatest and least of each axis stand beside each other. */
function boxIn(head: Buffer): LasHeader['box'] {
  const three = (at: number): Vector => [head.readDoubleLE(at), head.readDoubleLE(at + 16), head.readDoubleLE(at + 32)];
  return { low: three(187), high: three(179) };
}

function countIn(head: Buffer, minor: number): number {
  const legacy = head.readUInt32LE(107);
  if (minor < 4) return legacy;
  return Number(head.readBigUInt64LE(247)) || legacy;
}

function gridIn(head: Buffer): PlaceGrid | undefined {
  const three = (at: number): [number, number, number] => [
    head.readDoubleLE(at),
    head.readDoubleLE(at + 8),
    head.readDoubleLE(at + 16),
  ];
  const [scale, offset] = [three(131), three(155)];
  const good = scale.every((one) => Number.isFinite(one) && one !== 0) && offset.every(Number.isFinite);
  return good ? { scale, offset } : undefined;
}

interface VariableRecord {
  readonly user: string;
  readonly id: number;
  readonly data: Buffer;
}

/** The variable length records before the points, and behind them in 1.4; those that are not whole are left out. */
async function recordsOf(file: RandomAccess, head: Buffer, minor: number): Promise<VariableRecord[]> {
  const before = await recordsAt(file, head.readUInt16LE(94), head.readUInt32LE(100), head.readUInt32LE(96), false);
  if (minor < 4 || head.length < 247) return before;
  const after = Number(head.readBigUInt64LE(235));
  return [...before, ...(await recordsAt(file, after, head.readUInt32LE(243), file.size, true))];
}

async function recordsAt(file: RandomAccess, start: number, count: number, end: number, extended: boolean) {
  const found: VariableRecord[] = [];
  const size = extended ? 60 : 54;
  let at = start;
  for (let n = 0; n < Math.min(count, mostRecords) && at + size <= end; n++) {
    const head = Buffer.from(await file.read(at, size));
    const length = extended ? Number(head.readBigUInt64LE(20)) : head.readUInt16LE(20);
    if (at + size + length > end) break;
    if (length <= longestRecord) {
      const data = Buffer.from(await file.read(at + size, length));
      found.push({ user: textOf(head.subarray(2, 18)), id: head.readUInt16LE(18), data });
    }
    at += size + length;
  }
  return found;
}

const textOf = (bytes: Buffer): string => bytes.toString('latin1').split('\0')[0]?.trim() ?? '';

const allOf = (records: readonly VariableRecord[], user: string, id: number): Buffer[] =>
  records.flatMap((one) => (one.user === user && one.id === id ? one.data : []));

const recordOf = (records: readonly VariableRecord[], user: string, id: number): Buffer | undefined =>
  allOf(records, user, id)[0];

/** Where coordinates are: by text or by keys, as the file says; where it says it by the other one, by that. */
function systemIn(records: readonly VariableRecord[], isWkt: boolean): string | undefined {
  const of = (id: number) => recordOf(records, 'LASF_Projection', id);
  const text = (of(2112)?.toString('utf8').split('\0')[0] ?? '').trim();
  const words = wordsOf(of(34_735), 2, (bytes, at) => bytes.readUInt16LE(at));
  const doubles = wordsOf(of(34_736), 8, (bytes, at) => bytes.readDoubleLE(at));
  const keys = geoKeysText(words, doubles, of(34_737)?.toString('latin1'));
  const wkt = text === '' ? undefined : text;
  return isWkt ? (wkt ?? keys) : (keys ?? wkt);
}

const wordsOf = (bytes: Buffer | undefined, size: number, read: (bytes: Buffer, at: number) => number): number[] =>
  bytes === undefined ? [] : Array.from({ length: Math.floor(bytes.length / size) }, (_, n) => read(bytes, n * size));

function knownOf(
  records: readonly VariableRecord[],
  added: number,
): Pick<LasHeader, 'compression' | 'itemVersion' | 'extra'> {
  const compression = recordOf(records, 'laszip encoded', 22_204);
  const versions = itemsIn(compression).map(({ version }) => version);
  return {
    compression,
    itemVersion: versions.includes(4) ? 4 : 3,
    extra: extraBytes(allOf(records, 'LASF_Spec', 4), added),
  };
}

/** What records consist of, as the compressor says it: kinds of LASzip, with their versions. */
export function itemsIn(compression: Buffer | undefined): { readonly type: number; readonly version: number }[] {
  if (compression === undefined || compression.length < 34) return [];
  const told = Math.min(compression.readUInt16LE(32), Math.floor((compression.length - 34) / 6));
  return Array.from({ length: told }, (_, n) => ({
    type: compression.readUInt16LE(34 + 6 * n),
    version: compression.readUInt16LE(38 + 6 * n),
  }));
}
