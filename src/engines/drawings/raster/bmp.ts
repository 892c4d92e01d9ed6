import { EngineFailure } from '../../engine.ts';

const broken = () => new EngineFailure('E106', 'The BMP cannot be read.');
const [plain, masks] = [0, 3];

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes each: red, green, blue. */
  readonly data: Buffer;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly topDown: boolean;
  readonly offset: number;
  readonly palette: number;
  readonly entry: number;
}

/** The size of a BMP, before anything of it is decoded. */
export function bmpHeader(file: Buffer): Header {
  if (file.length < 54 || file.toString('latin1', 0, 2) !== 'BM') throw broken();
  const size = file.readUInt32LE(14);
  const old = size === 12;
  if (!old && size < 40) throw broken();
  const width = old ? file.readUInt16LE(18) : file.readInt32LE(18);
  const tall = old ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bits = file.readUInt16LE(old ? 24 : 28);
  const compression = old ? plain : file.readUInt32LE(30);
  if (width < 1 || tall === 0 || ![1, 4, 8, 24, 32].includes(bits)) throw broken();
  if (compression !== plain && !(compression === masks && bits === 32)) throw broken();
  const [height, offset] = [Math.abs(tall), file.readUInt32LE(10)];
  return { width, height, bits, topDown: tall < 0, offset, palette: 14 + size, entry: old ? 3 : 4 };
}

/** Decodes a BMP of 1, 4, 8, 24 or 32 bits without compression. */
export function readBmp(file: Buffer): Pixels {
  const { width, height, bits, topDown, offset, palette, entry } = bmpHeader(file);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (file.length < offset + stride * height) throw broken();
  const data = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++) {
    const row = offset + stride * (topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const from = bits > 8 ? row + (x * bits) / 8 : palette + entry * indexAt(file, row, x, bits);
      const to = 3 * (y * width + x);
      // blue comes first
      for (const channel of [0, 1, 2]) data[to + channel] = file[from + 2 - channel] ?? 255;
    }
  }
  return { width, height, data };
}

function indexAt(file: Buffer, row: number, x: number, bits: number): number {
  const byte = file[row + Math.floor((x * bits) / 8)] ?? 0;
  return (byte >> (8 - bits - ((x * bits) % 8))) & ((1 << bits) - 1);
}
