import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { absent, batchSize, type ColumnName, makeBatch, type PointBatch } from '../batch.ts';
import { type CloudSource, invalidPoints } from '../source.ts';
import { type PagedFile, pagedFile, pageSize, toLogical } from './pages.ts';
import { hasRoom, recordsOf } from './records.ts';
import { type E57Scan, readDocument } from './xml.ts';

const headLength = 48;
const longestXml = 64 * 2 ** 20;

/** The scans of an E57 file where their poses put them; images are not looked at. */
export async function e57Source(file: RandomAccess, name: string): Promise<CloudSource> {
  const head = file.size < headLength ? undefined : Buffer.from(await file.read(0, headLength));
  if (head?.toString('latin1', 0, 8) !== 'ASTM-E57') throw unreadable(name, 'it does not begin as an E57 file does');
  if (Number(head.readBigUInt64LE(40)) !== pageSize) throw unreadable(name, 'its pages have a size that is not known');
  const [at, length] = [toLogical(Number(head.readBigUInt64LE(24))), Number(head.readBigUInt64LE(32))];
  if (length > longestXml) throw unreadable(name, 'its XML is too long');
  const paged = pagedFile(file, name);
  const document = readDocument((await paged.read(at, length)).toString('utf8'), name);
  const scans = document.scans.filter(({ count }) => count > 0);
  if (scans.some((scan) => kindOf(scan) === undefined)) throw unreadable(name, 'a scan has no coordinates');
  if (!hasRoom(paged, scans)) throw unreadable(name, 'it is cut off: it promises more points than are there');
  const intensities = intensitiesOf(scans);
  return {
    columns: [...new Set(scans.flatMap(columnsOf))],
    promised: scans.reduce((sum, { count }) => sum + count, 0),
    colorBits: 16,
    ...(document.srs === undefined ? {} : { srs: document.srs }),
    ...(intensities === undefined ? {} : { intensities }),
    ...gridOf(scans),
    batches: (skipped) => batchesOf(paged, scans, name, skipped),
    close: () => file.close(),
  };
}

const names: Readonly<Record<string, ColumnName>> = {
  colorRed: 'red',
  colorGreen: 'green',
  colorBlue: 'blue',
  intensity: 'intensity',
  classification: 'classification',
  returnIndex: 'returnNumber',
  returnCount: 'returnCount',
  userData: 'userData',
  pointSourceId: 'source',
  timeStamp: 'time',
};

const columnsOf = ({ fields }: E57Scan): ColumnName[] => fields.flatMap(({ name }) => names[name] ?? []);

function kindOf({ fields }: E57Scan): 'cartesian' | 'spherical' | undefined {
  const has = (...wanted: readonly string[]) => wanted.every((name) => fields.some((field) => field.name === name));
  if (has('cartesianX', 'cartesianY', 'cartesianZ')) return 'cartesian';
  return has('sphericalRange', 'sphericalAzimuth', 'sphericalElevation') ? 'spherical' : undefined;
}

/** Of one scan that stands as it is and has whole numbers: which. */
function gridOf(scans: readonly E57Scan[]): Pick<CloudSource, 'grid'> {
  const [scan] = scans;
  if (scan === undefined || scans.length > 1 || scan.rotation[0] !== 1 || Math.hypot(...scan.translation) > 0)
    return {};
  const of = (axis: string) => scan.fields.find(({ name, type }) => type === 'scaled' && name === `cartesian${axis}`);
  const [x, y, z] = [of('X'), of('Y'), of('Z')];
  if (!x || !y || !z) return {};
  return { grid: { scale: [x.scale, y.scale, z.scale], offset: [x.offset, y.offset, z.offset] } };
}

/** Whole numbers stay what they are; floats are shares of what the scan says. */
function intensitiesOf(scans: readonly E57Scan[]): readonly [number, number] | undefined {
  const scan = scans.find(({ fields }) => fields.some(({ name, type }) => name === 'intensity' && type !== 'integer'));
  return scan?.intensities;
}

async function* batchesOf(
  file: PagedFile,
  scans: readonly E57Scan[],
  name: string,
  skipped: (count: number, why: string) => void,
): AsyncGenerator<PointBatch> {
  const columns = [...new Set(scans.flatMap(columnsOf))];
  const batch = makeBatch(columns);
  for (const scan of scans) {
    const place = placer(scan, batch);
    for (const column of columns) batch.columns[column]?.fill(absent[column]);
    for await (const { count, lists } of recordsOf(file, scan, batchSize, name)) {
      const valid = validIn(scan, lists, count);
      fill(scan, lists, count, batch);
      place(lists, count);
      batch.count = count;
      if (valid) {
        const kept = compact(batch, valid);
        if (kept < count) skipped(count - kept, invalidPoints);
        batch.count = kept;
      }
      yield batch;
    }
  }
}

function fill({ fields, mostColor }: E57Scan, lists: readonly Float64Array[], count: number, batch: PointBatch): void {
  for (const [at, field] of fields.entries()) {
    const column = names[field.name];
    const target = column === undefined ? undefined : batch.columns[column];
    const list = lists[at];
    if (target === undefined || list === undefined) continue;
    const isColor = field.name.startsWith('color');
    const by = isColor ? 65_535 / ((mostColor ?? field.most) || 1) : 1;
    // returns are counted from 0 there
    const from = column === 'returnNumber' ? 1 : 0;
    const whole = isColor || column === 'classification' || column === 'returnNumber' || column === 'returnCount';
    for (let n = 0; n < count; n++) {
      const value = (list[n] ?? 0) * by + from;
      target[n] = whole ? Math.round(value) : value;
    }
  }
}

/** Puts places into the batch: by the pose of the scan, and out of angles where it has those. */
function placer(scan: E57Scan, { x, y, z }: PointBatch): (lists: readonly Float64Array[], count: number) => void {
  const kind = kindOf(scan) ?? 'cartesian';
  const wanted =
    kind === 'cartesian'
      ? ['cartesianX', 'cartesianY', 'cartesianZ']
      : ['sphericalRange', 'sphericalAzimuth', 'sphericalElevation'];
  const [first = 0, second = 0, third = 0] = wanted.map((name) =>
    scan.fields.findIndex((field) => field.name === name),
  );
  const [w, i, j, k] = scan.rotation;
  const [tx, ty, tz] = scan.translation;
  const m = [
    1 - 2 * (j * j + k * k),
    2 * (i * j - k * w),
    2 * (i * k + j * w),
    2 * (i * j + k * w),
    1 - 2 * (i * i + k * k),
    2 * (j * k - i * w),
    2 * (i * k - j * w),
    2 * (j * k + i * w),
    1 - 2 * (i * i + j * j),
  ];
  const along = (row: number, a: number, b: number, c: number) =>
    (m[3 * row] ?? 0) * a + (m[3 * row + 1] ?? 0) * b + (m[3 * row + 2] ?? 0) * c;
  return (lists, count) => {
    for (let n = 0; n < count; n++) {
      let [a, b, c] = [lists[first]?.[n] ?? 0, lists[second]?.[n] ?? 0, lists[third]?.[n] ?? 0];
      if (kind === 'spherical') {
        const across = a * Math.cos(c);
        [a, b, c] = [across * Math.cos(b), across * Math.sin(b), a * Math.sin(c)];
      }
      x[n] = along(0, a, b, c) + tx;
      y[n] = along(1, a, b, c) + ty;
      z[n] = along(2, a, b, c) + tz;
    }
  };
}

/** For scans that mark points as invalid: which are not. */
function validIn({ fields }: E57Scan, lists: readonly Float64Array[], count: number): Uint8Array | undefined {
  const at = fields.findIndex(({ name }) => name === 'cartesianInvalidState' || name === 'sphericalInvalidState');
  const list = lists[at];
  return list === undefined ? undefined : Uint8Array.from(list.subarray(0, count), (state) => (state === 0 ? 1 : 0));
}

function compact(batch: PointBatch, valid: Uint8Array): number {
  let kept = 0;
  const lists = [batch.x, batch.y, batch.z, ...Object.values(batch.columns)];
  for (let n = 0; n < batch.count; n++) {
    if (valid[n] === 0) continue;
    for (const list of lists) list[kept] = list[n] ?? 0;
    kept++;
  }
  return kept;
}
