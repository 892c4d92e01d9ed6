import type { PointBatch } from './batch.ts';

/** Attributes that a LAS file adds to its records, as its records `LASF_Spec` 4 describe them, as far as they do. */
export interface ExtraBytes {
  /** Bytes of a point. */
  readonly size: number;
  /** As they stand in the file, 192 bytes each; bytes that none of them describes come last. */
  readonly descriptors: Buffer;
}

/** What warnings call them. */
export const extraBytesName = 'extra bytes';
export const descriptorSize = 192;
/** By the number of the type. */
const typeSizes = [0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8];

/** Bytes of an attribute; those of type 0 say how many they are where others have their options. */
function bytesOf(type: number, options: number): number {
  if (type === 0) return options;
  return (typeSizes[((type - 1) % 10) + 1] ?? 0) * (Math.floor((type - 1) / 10) + 1);
}

/** How many bytes descriptions tell of. */
function toldBytes(descriptors: Buffer): number {
  let told = 0;
  for (let at = 0; at < descriptors.length; at += descriptorSize) {
    told += bytesOf(descriptors.readUInt8(at + 2), descriptors.readUInt8(at + 3));
  }
  return told;
}

/**
 * What a file tells of the bytes behind those of its point format, in one record or in several, of which each continues
 * the one before. Undefined: there are no such bytes. Descriptions of more bytes than there are say nothing.
 */
export function extraBytes(records: readonly Buffer[], size: number): ExtraBytes | undefined {
  if (size === 0) return undefined;
  const whole = records.map((one) => one.subarray(0, one.length - (one.length % descriptorSize)));
  const descriptors = Buffer.concat(whole);
  return { size, descriptors: toldBytes(descriptors) <= size ? descriptors : Buffer.alloc(0) };
}

/** An attribute that a file adds, as a number of 32 bits. */
export interface ExtraAttribute {
  /** As shaders write it: `AMPLITUDE`. */
  readonly name: string;
  /** Of the bytes that are added to a point. */
  read(view: DataView, at: number): number;
}

/** Attributes of tiles; each makes every tile larger. */
const mostAttributes = 8;
const readers: readonly ((view: DataView, at: number) => number)[] = [
  (view, at) => view.getUint8(at),
  (view, at) => view.getInt8(at),
  (view, at) => view.getUint16(at, true),
  (view, at) => view.getInt16(at, true),
  (view, at) => view.getUint32(at, true),
  (view, at) => view.getInt32(at, true),
  (view, at) => Number(view.getBigUint64(at, true)),
  (view, at) => Number(view.getBigInt64(at, true)),
  (view, at) => view.getFloat32(at, true),
  (view, at) => view.getFloat64(at, true),
];
const [scaled, shifted] = [8, 16];

/** The numbers among what a file adds, the first ones; `areAll`: there is nothing else. */
export function extraAttributes({ descriptors, size }: ExtraBytes): {
  readonly attributes: readonly ExtraAttribute[];
  readonly areAll: boolean;
} {
  const attributes: ExtraAttribute[] = [];
  let offset = 0;
  for (let at = 0; at < descriptors.length; at += descriptorSize) {
    const [type, options] = [descriptors.readUInt8(at + 2), descriptors.readUInt8(at + 3)];
    const start = offset;
    const reader = readers[type - 1];
    offset += bytesOf(type, options);
    if (reader === undefined || attributes.length === mostAttributes) continue;
    const by = options & scaled ? descriptors.readDoubleLE(at + 112) : 1;
    const from = options & shifted ? descriptors.readDoubleLE(at + 136) : 0;
    const text = descriptors.toString('latin1', at + 4, at + 36).split('\0')[0] ?? '';
    const name = freeName(text, attributes);
    attributes.push({ name, read: (view, place) => reader(view, place + start) * by + from });
  }
  const areAll = offset === size && attributes.length === descriptors.length / descriptorSize;
  return { attributes, areAll };
}

const known = ['INTENSITY', 'CLASSIFICATION'];

function freeName(text: string, others: readonly ExtraAttribute[]): string {
  const plain =
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'EXTRA';
  const isTaken = (name: string) => known.includes(name) || others.some((one) => one.name === name);
  let name = plain;
  for (let n = 2; isTaken(name); n++) name = `${plain}_${n}`;
  return name;
}

/** The attributes that all files have; undefined where they differ. */
export function commonExtra(all: readonly (ExtraBytes | undefined)[]): ExtraBytes | undefined {
  const [first] = all;
  const isSame = (one: ExtraBytes | undefined) =>
    first !== undefined && one?.size === first.size && one.descriptors.equals(first.descriptors);
  return all.every(isSame) ? first : undefined;
}

/** Takes them out of records, or puts them into records; they end each of them. */
export function copyExtra(view: DataView, stride: number, batch: PointBatch, size: number, way: 'out' | 'in'): void {
  const { extra, count } = batch;
  if (extra === undefined) return;
  const records = new Uint8Array(view.buffer, view.byteOffset, count * stride);
  for (let n = 0; n < count; n++) {
    const end = (n + 1) * stride;
    for (let k = 0; k < size; k++) {
      if (way === 'out') extra[n * size + k] = records[end - size + k] ?? 0;
      else records[end - size + k] = extra[n * size + k] ?? 0;
    }
  }
}
