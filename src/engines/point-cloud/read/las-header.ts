import type { RandomAccess } from '../../random-access.ts';
import { type ExtraBytes, extraBytes } from '../extra.ts';
import { type PlaceGrid, unreadable } from '../source.ts';
import { srsOfGeoKeys } from './geo-keys.ts';
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
  readonly standardTime: boolean;
  /** Of LAZ: what the compressor says of itself. */
  readonly compression: Buffer | undefined;
  /** What the file adds to the records of its format, where it says what. */
  readonly extra: ExtraBytes | undefined;
}

const leastHeader = 227;
const mostRecords = 10_000;
const longestRecord = 1 << 20;

/** Reads and checks the header; what it says of sizes fits the file. */
export async function readLasHeader(file: RandomAccess, name: string): Promise<LasHeader> {
  const fault = (why: string) => unreadable(name, why);
  if (file.size < leastHeader) throw fault('it is shorter than the header of a LAS file');
  const head = Buffer.from(await file.read(0, Math.min(375, file.size)));
  if (head.toString('latin1', 0, 4) !== 'LASF') throw fault('it does not begin as a LAS file does');
  const [major, minor] = [head.readUInt8(24), head.readUInt8(25)];
  if (major !== 1 || minor > 4) throw fault(`version ${major}.${minor} of LAS is not known`);
  if (minor === 4 && head.length < 375) throw fault('its header is cut off');
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
  const standardTime = (head.readUInt16LE(6) & 1) === 1;
  const known = knownOf(records, stride - layout.size);
  return { layout, compressed, stride, count, pointsAt, grid, standardTime, ...known };
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

function knownOf(records: readonly VariableRecord[], added: number): Pick<LasHeader, 'srs' | 'compression' | 'extra'> {
  const of = (user: string, id: number) => records.find((one) => one.user === user && one.id === id)?.data;
  const wkt = of('LASF_Projection', 2112);
  const keys = of('LASF_Projection', 34735);
  const text = wkt === undefined ? '' : (wkt.toString('utf8').split('\0')[0] ?? '').trim();
  return {
    srs: text !== '' ? text : keys === undefined ? undefined : srsOfGeoKeys(keys),
    compression: of('laszip encoded', 22204),
    extra: extraBytes(of('LASF_Spec', 4), added),
  };
}
