import { basename } from 'node:path';
import type { CloudInput } from '../../conversion/params.ts';
import { type Crs, crsOf } from '../../crs/crs.ts';
import { breathe, type EngineContext } from '../../engine.ts';
import type { PointBatch } from '../../point-cloud/batch.ts';
import { openCloud } from '../../point-cloud/open/open.ts';
import { openPool } from '../../point-cloud/threads/pool.ts';
import { failures } from '../failures.ts';
import type { Points } from './points.ts';

/** Points of one or more files, with where they are. */
export interface Cloud {
  readonly points: Points;
  readonly crs: Crs | undefined;
  /** As the first file stores its places: written clouds keep them to the last digit. */
  readonly grid:
    | { readonly scale: readonly [number, number, number]; readonly offset: readonly [number, number, number] }
    | undefined;
}

export interface CloudFile {
  readonly path: string;
  /** As people know it. */
  readonly name: string;
}

const formats: Readonly<Record<string, CloudInput>> = {
  las: 'LAS',
  laz: 'LAZ',
  ply: 'PLY',
  e57: 'E57',
  pcd: 'PCD',
  ptx: 'PTX',
  xyz: 'XYZ',
  txt: 'XYZ',
  asc: 'XYZ',
  pts: 'XYZ',
  csv: 'XYZ',
};

export const cloudFormatOf = (name: string): CloudInput | undefined =>
  formats[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** More than this is not held in memory. */
export const mostPoints = 50_000_000;

/** Reads all points of some files. `progress` is told a share of 1, `at` the name of each file before it is read. */
export async function readClouds(
  files: readonly CloudFile[],
  told: {
    progress(share: number): void;
    readonly signal?: AbortSignal | undefined;
    readonly at?: EngineContext['at'] | undefined;
  },
): Promise<Cloud> {
  const { progress, signal } = told;
  const parts: Points[] = [];
  let crs: Crs | undefined;
  let grid: Cloud['grid'];
  let total = 0;
  for (const [at, { path, name }] of files.entries()) {
    told.at?.(name);
    const format = cloudFormatOf(name);
    if (format === undefined) throw failures.invalidData(basename(name), 'it is no point cloud that can be read');
    const pool = openPool(undefined);
    const source = await openCloud(format, { name, path }, [], { pool }).catch(async (error: unknown) => {
      await pool.close();
      throw error;
    });
    try {
      crs ??= source.srs === undefined ? undefined : crsOf(source.srs);
      grid ??= source.grid;
      const collected = collector();
      for await (const batch of source.batches(() => {})) {
        total += batch.count;
        if (total > mostPoints) throw failures.limit(`${mostPoints / 1e6} million points`);
        collected.add(batch);
        progress((at + collected.count() / Math.max(source.promised ?? Infinity, collected.count())) / files.length);
        await breathe();
        signal?.throwIfAborted();
      }
      parts.push(collected.points());
    } finally {
      await source.close();
      await pool.close();
    }
  }
  const points = parts.length === 1 && parts[0] ? parts[0] : joined(parts);
  if (points.count === 0) throw failures.invalidData(basename(files[0]?.name ?? ''), 'it holds no points');
  return { points, crs, grid };
}

/** Gathers batches, which hold only until the next one comes. */
function collector() {
  const batches: Points[] = [];
  let count = 0;
  return {
    count: () => count,
    add(batch: PointBatch): void {
      const { red, green, blue, intensity, classification, returnNumber, returnCount } = batch.columns;
      const n = batch.count;
      count += n;
      batches.push({
        count: n,
        x: batch.x.slice(0, n),
        y: batch.y.slice(0, n),
        z: batch.z.slice(0, n),
        ...(red && green && blue && { rgb: bytesOf(red, green, blue, n) }),
        ...(intensity && { intensity: Uint16Array.from(intensity.subarray(0, n)) }),
        ...(classification && { classification: classification.slice(0, n) }),
        ...(returnNumber && { returnNumber: returnNumber.slice(0, n) }),
        ...(returnCount && { numberOfReturns: returnCount.slice(0, n) }),
      });
    },
    points: () => joined(batches),
  };
}
/** Colours of 8 bits; those of 16 lose what lies below. */
function bytesOf(red: Uint16Array, green: Uint16Array, blue: Uint16Array, count: number): Uint8Array {
  const rgb = new Uint8Array(3 * count);
  const isWide = [red, green, blue].some((values) => values.subarray(0, count).some((value) => value > 255));
  const shift = isWide ? 8 : 0;
  for (let n = 0; n < count; n++) {
    rgb[3 * n] = (red[n] ?? 0) >> shift;
    rgb[3 * n + 1] = (green[n] ?? 0) >> shift;
    rgb[3 * n + 2] = (blue[n] ?? 0) >> shift;
  }
  return rgb;
}

/** All points in their order; an attribute that one part has not is lost. */
export function joined(parts: readonly Points[]): Points {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const floats = (of: (part: Points) => Float64Array) => {
    const values = new Float64Array(count);
    let at = 0;
    for (const part of parts) {
      values.set(of(part), at);
      at += part.count;
    }
    return values;
  };
  const bytes = (of: (part: Points) => Uint8Array | undefined, width = 1) => {
    if (parts.length === 0 || parts.some((part) => of(part) === undefined)) return undefined;
    const values = new Uint8Array(width * count);
    let at = 0;
    for (const part of parts) {
      values.set(of(part) ?? [], at);
      at += width * part.count;
    }
    return values;
  };
  const intensity = parts.length > 0 && parts.every((part) => part.intensity) ? new Uint16Array(count) : undefined;
  let at = 0;
  for (const part of parts) {
    intensity?.set(part.intensity ?? [], at);
    at += part.count;
  }
  const rgb = bytes((part) => part.rgb, 3);
  const classification = bytes((part) => part.classification);
  const returnNumber = bytes((part) => part.returnNumber);
  const numberOfReturns = bytes((part) => part.numberOfReturns);
  return {
    count,
    x: floats((part) => part.x),
    y: floats((part) => part.y),
    z: floats((part) => part.z),
    ...(intensity && { intensity }),
    ...(rgb && { rgb }),
    ...(classification && { classification }),
    ...(returnNumber && { returnNumber }),
    ...(numberOfReturns && { numberOfReturns }),
  };
}
