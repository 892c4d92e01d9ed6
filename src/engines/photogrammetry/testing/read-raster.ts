import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Grid } from '../raster/geotiff.ts';

/** A GeoTIFF as programs read it: cells by another library, the place by its tags. */
export async function readRaster(path: string): Promise<{
  readonly grid: Grid;
  readonly cells: Float32Array;
  readonly channels: number;
  readonly epsg: number | undefined;
}> {
  const tags = tagsOf(readFileSync(path));
  const { data, info } = await sharp(path).raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
  const cells = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const [cell = 0] = tags.get(33_550) ?? [];
  const [, , , west = 0, north = 0] = tags.get(33_922) ?? [];
  const keys = tags.get(34_735) ?? [];
  const at = keys.findIndex((key, n) => n >= 4 && n % 4 === 0 && key === 3072);
  return {
    grid: { width: info.width, height: info.height, cell, west, north },
    cells,
    channels: info.channels,
    epsg: at === -1 ? undefined : keys[at + 3],
  };
}

function tagsOf(bytes: Buffer): Map<number, number[]> {
  const start = bytes.readUInt32LE(4);
  const tags = new Map<number, number[]>();
  for (let n = 0; n < bytes.readUInt16LE(start); n++) {
    const entry = start + 2 + 12 * n;
    const [type, count] = [bytes.readUInt16LE(entry + 2), bytes.readUInt32LE(entry + 4)];
    const size = { 3: 2, 4: 4, 12: 8 }[type];
    if (size === undefined) continue;
    const place = size * count <= 4 ? entry + 8 : bytes.readUInt32LE(entry + 8);
    const read = (at: number) => (type === 12 ? bytes.readDoubleLE(at) : bytes.readUIntLE(at, size));
    tags.set(
      bytes.readUInt16LE(entry),
      Array.from({ length: count }, (_, k) => read(place + size * k)),
    );
  }
  return tags;
}
