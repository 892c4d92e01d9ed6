/** A point as a test knows it: coordinates are whole numbers of the file. */
export interface TestPoint {
  readonly place: readonly [number, number, number];
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  readonly classification: number;
  readonly returnNumber: number;
  readonly returnCount: number;
  readonly withheld: boolean;
  readonly userData: number;
  readonly source: number;
  readonly time: number;
  readonly infrared?: number | undefined;
}

export interface LasLayout {
  readonly minor: number;
  readonly format: number;
  readonly scale: number;
  readonly offset: readonly [number, number, number];
  /** Bytes that the file adds to each record. */
  readonly extra: number;
  /** A system by its code; 0: none. */
  readonly epsg: number;
}

const sizes = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
const timeAt = [0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22];
const colorAt = [0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30];
const infraredAt: Readonly<Record<number, number>> = { 8: 36, 10: 36 };

export const hasColor = (format: number): boolean => (colorAt[format] ?? 0) > 0;
export const hasInfrared = (format: number): boolean => infraredAt[format] !== undefined;
export const hasTime = (format: number): boolean => (timeAt[format] ?? 0) > 0;

/** A LAS file, written straight from the description of the format. */
export function lasFile(points: readonly TestPoint[], layout: LasLayout): Buffer {
  const { minor, format, scale, offset, extra, epsg } = layout;
  const headSize = { 5: 393, 4: 375, 3: 235 }[minor] ?? 227;
  const keys = Buffer.alloc(16);
  for (const [n, word] of [1, 1, 0, 1, 3072, 0, 1, epsg].entries()) keys.writeUInt16LE(word, 2 * n);
  const record = Buffer.alloc(54);
  record.write('LASF_Projection', 2);
  record.writeUInt16LE(34_735, 18);
  record.writeUInt16LE(keys.length, 20);
  const records = epsg === 0 ? Buffer.alloc(0) : Buffer.concat([record, keys]);
  const stride = (sizes[format] ?? 0) + extra;
  const head = Buffer.alloc(headSize);
  head.write('LASF');
  head.writeUInt8(1, 24);
  head.writeUInt8(minor, 25);
  head.writeUInt16LE(headSize, 94);
  head.writeUInt32LE(headSize + records.length, 96);
  head.writeUInt32LE(epsg === 0 ? 0 : 1, 100);
  head.writeUInt8(format, 104);
  head.writeUInt16LE(stride, 105);
  if (format < 6) head.writeUInt32LE(points.length, 107);
  if (minor >= 4) head.writeBigUInt64LE(BigInt(points.length), 247);
  for (let axis = 0; axis < 3; axis++) {
    head.writeDoubleLE(scale, 131 + 8 * axis);
    head.writeDoubleLE(offset[axis] ?? 0, 155 + 8 * axis);
  }
  const body = Buffer.alloc(points.length * stride);
  for (const [n, point] of points.entries()) writeRecord(body, n * stride, point, format);
  return Buffer.concat([head, records, body]);
}

function writeRecord(body: Buffer, at: number, point: TestPoint, format: number): void {
  for (let axis = 0; axis < 3; axis++) body.writeInt32LE(point.place[axis] ?? 0, at + 4 * axis);
  body.writeUInt16LE(point.intensity, at + 12);
  const modern = format >= 6;
  body.writeUInt8(point.returnNumber | (point.returnCount << (modern ? 4 : 3)), at + 14);
  if (modern) {
    body.writeUInt8(point.withheld ? 4 : 0, at + 15);
    body.writeUInt8(point.classification, at + 16);
  } else body.writeUInt8(point.classification | (point.withheld ? 0x80 : 0), at + 15);
  body.writeUInt8(point.userData, at + 17);
  body.writeUInt16LE(point.source, at + (modern ? 20 : 18));
  if (hasTime(format)) body.writeDoubleLE(point.time, at + (timeAt[format] ?? 0));
  if (hasColor(format))
    for (let n = 0; n < 3; n++) body.writeUInt16LE(point.color[n] ?? 0, at + (colorAt[format] ?? 0) + 2 * n);
  if (hasInfrared(format)) body.writeUInt16LE(point.infrared ?? 0, at + (infraredAt[format] ?? 0));
}

export interface ReadPoint extends Omit<TestPoint, 'place' | 'color' | 'time'> {
  readonly place: readonly [number, number, number];
  readonly color: readonly [number, number, number] | undefined;
  readonly time: number | undefined;
}

/** The points of a LAS file without compression, in metres. */
export function readLas(file: Buffer): ReadPoint[] {
  const format = file.readUInt8(104);
  const stride = file.readUInt16LE(105);
  const count = file.readUInt8(25) >= 4 ? Number(file.readBigUInt64LE(247)) : file.readUInt32LE(107);
  const modern = format >= 6;
  return Array.from({ length: count }, (_, n) => {
    const at = file.readUInt32LE(96) + n * stride;
    const along = (axis: number) =>
      file.readInt32LE(at + 4 * axis) * file.readDoubleLE(131 + 8 * axis) + file.readDoubleLE(155 + 8 * axis);
    const [returns, kind] = [file.readUInt8(at + 14), file.readUInt8(at + 15)];
    const color = (channel: number) => file.readUInt16LE(at + (colorAt[format] ?? 0) + 2 * channel);
    return {
      place: [along(0), along(1), along(2)],
      color: hasColor(format) ? [color(0), color(1), color(2)] : undefined,
      intensity: file.readUInt16LE(at + 12),
      classification: modern ? file.readUInt8(at + 16) : kind & 31,
      returnNumber: returns & (modern ? 15 : 7),
      returnCount: modern ? returns >> 4 : (returns >> 3) & 7,
      withheld: (kind & (modern ? 4 : 0x80)) !== 0,
      userData: file.readUInt8(at + 17),
      source: file.readUInt16LE(at + (modern ? 20 : 18)),
      time: hasTime(format) ? file.readDoubleLE(at + (timeAt[format] ?? 0)) : undefined,
      infrared: hasInfrared(format) ? file.readUInt16LE(at + (infraredAt[format] ?? 0)) : undefined,
    };
  });
}
