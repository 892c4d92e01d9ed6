import { closeSync, openSync, writeSync } from 'node:fs';

/*
 * node scripts/make-cloud.ts <path> <points>: a LAS file for measurements: hills with trees, scanned in strips, with
 * colours, classes, intensities and times (format 3). The same numbers give the same file.
 */
const recordSize = 34;
const headSize = 227;
const perStrip = 20_000;
const batch = 50_000;

export function makeCloud(path: string, count: number): void {
  const file = openSync(path, 'w');
  const side = Math.sqrt(count) * 0.25;
  const random = numbers(42);
  try {
    writeSync(file, headOf(count));
    const bytes = Buffer.alloc(batch * recordSize);
    for (let first = 0; first < count; first += batch) {
      const size = Math.min(batch, count - first);
      for (let n = 0; n < size; n++) putPoint(bytes, n * recordSize, first + n, side, count, random);
      writeSync(file, bytes, 0, size * recordSize);
    }
  } finally {
    closeSync(file);
  }
}

function headOf(count: number): Buffer {
  const head = Buffer.alloc(headSize);
  head.write('LASF');
  head.writeUInt8(1, 24);
  head.writeUInt8(2, 25);
  head.writeUInt16LE(headSize, 94);
  head.writeUInt32LE(headSize, 96);
  head.writeUInt8(3, 104);
  head.writeUInt16LE(recordSize, 105);
  head.writeUInt32LE(count, 107);
  for (let axis = 0; axis < 3; axis++) head.writeDoubleLE(0.001, 131 + 8 * axis);
  head.writeDoubleLE(451_000, 155);
  head.writeDoubleLE(5_411_000, 163);
  return head;
}

function putPoint(bytes: Buffer, at: number, n: number, side: number, count: number, random: () => number): void {
  const strip = Math.floor(n / perStrip);
  const x = (side * (n % perStrip)) / perStrip + random() * 0.1;
  const y = (side * strip * perStrip) / count + random() * 0.3;
  const tree = random() < 0.2 ? random() * 12 : 0;
  const z = 300 + 8 * Math.sin(x / 60) * Math.cos(y / 45) + tree + random() * 0.02;
  bytes.writeInt32LE(Math.round(x * 1000), at);
  bytes.writeInt32LE(Math.round(y * 1000), at + 4);
  bytes.writeInt32LE(Math.round(z * 1000), at + 8);
  bytes.writeUInt16LE(Math.floor(400 + 300 * random()), at + 12);
  bytes.writeUInt8(tree > 0 ? 0x11 : 0x09, at + 14);
  bytes.writeUInt8(tree > 2 ? 5 : tree > 0 ? 3 : 2, at + 15);
  bytes.writeUInt8(0, at + 16);
  bytes.writeUInt8(0, at + 17);
  bytes.writeUInt16LE(strip & 65_535, at + 18);
  bytes.writeDoubleLE(300_000 + n * 1e-6, at + 20);
  const green = Math.floor(110 + 40 * random());
  bytes.writeUInt16LE((tree > 0 ? 60 : green) * 257, at + 28);
  bytes.writeUInt16LE(green * 257, at + 30);
  bytes.writeUInt16LE(50 * 257, at + 32);
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

if (import.meta.main) makeCloud(process.argv[2] ?? 'cloud.las', Number(process.argv[3] ?? 1e6));
