import type { ImageInput } from './description.ts';
import type { Picture } from './picture.ts';

/** A part of a picture that a network sees at once. */
export interface Piece {
  /** Of the picture, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels that the network sees for one of the picture. */
  readonly scale: number;
  /** What the network gets; the picture begins at `left`, `top` of it. */
  readonly inputWidth: number;
  readonly inputHeight: number;
  readonly left: number;
  readonly top: number;
}

/** Photos up to this long side are shown whole. */
const wholeSide = 4096;

/** How a picture is shown to a network: whole where it is a photo of usual size, else in tiles that overlap. */
export function piecesOf(
  width: number,
  height: number,
  input: ImageInput,
  always: 'tiles' | 'whole if small',
): Piece[] {
  const isFixed = input.width !== undefined && input.height !== undefined;
  const isWhole = always === 'whole if small' && Math.max(width, height) <= wholeSide;
  if (isWhole && isFixed) return [letterboxed(width, height, input.width ?? 0, input.height ?? 0)];
  if (isWhole) return [padded(0, 0, width, height, input)];
  const [tileWidth, tileHeight] = [input.width ?? input.tile, input.height ?? input.tile];
  const overlap = Math.min(input.overlap, tileWidth / 2, tileHeight / 2);
  return placesOf(height, tileHeight, overlap).flatMap((y) =>
    placesOf(width, tileWidth, overlap).map((x) =>
      padded(x, y, Math.min(tileWidth, width - x), Math.min(tileHeight, height - y), input),
    ),
  );
}

/** Where tiles begin: the last one ends at the edge. */
function placesOf(length: number, tile: number, overlap: number): number[] {
  const places = [0];
  for (let at = 0; at + tile < length; ) {
    at = Math.min(at + Math.floor(tile - overlap), length - tile);
    places.push(at);
  }
  return places;
}

const upTo = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple;

const padded = (x: number, y: number, width: number, height: number, input: ImageInput): Piece => ({
  ...{ x, y, width, height, scale: 1, left: 0, top: 0 },
  inputWidth: input.width ?? upTo(width, input.multipleOf),
  inputHeight: input.height ?? upTo(height, input.multipleOf),
});

function letterboxed(width: number, height: number, inputWidth: number, inputHeight: number): Piece {
  const scale = Math.min(inputWidth / width, inputHeight / height);
  const left = Math.floor((inputWidth - width * scale) / 2);
  const top = Math.floor((inputHeight - height * scale) / 2);
  return { x: 0, y: 0, width, height, scale, inputWidth, inputHeight, left, top };
}

/** What the network is given: `(byte × scale − mean) / std`; beside a whole picture black, beside a tile its last pixels again. */
export function valuesOf({ rgb, width }: Picture, piece: Piece, input: ImageInput): Float32Array {
  const { inputWidth, inputHeight, left, top, scale } = piece;
  const values = new Float32Array(3 * inputWidth * inputHeight);
  const plane = inputWidth * inputHeight;
  const [pixelStep, channelStep] = input.layout === 'NCHW' ? [1, plane] : [3, 1];
  for (let y = 0; y < inputHeight; y++) {
    for (let x = 0; x < inputWidth; x++) {
      const [u, v] = [(x - left + 0.5) / scale - 0.5, (y - top + 0.5) / scale - 0.5];
      const isBeside = scale !== 1 && (u < -0.5 || v < -0.5 || u > piece.width - 0.5 || v > piece.height - 0.5);
      for (let channel = 0; channel < 3; channel++) {
        const byte = isBeside ? 0 : sampled(rgb, width, piece, u, v, input.colour === 'RGB' ? channel : 2 - channel);
        const value = (byte * input.scale - (input.mean[channel] ?? 0)) / (input.std[channel] ?? 1);
        values[(y * inputWidth + x) * pixelStep + channel * channelStep] = value;
      }
    }
  }
  return values;
}

/** The byte at a place between pixels; at whole ones the pixel itself. */
function sampled(rgb: Uint8Array, width: number, piece: Piece, u: number, v: number, channel: number): number {
  const at = (column: number, row: number): number => {
    const x = piece.x + Math.max(0, Math.min(piece.width - 1, column));
    const y = piece.y + Math.max(0, Math.min(piece.height - 1, row));
    return rgb[3 * (y * width + x) + channel] ?? 0;
  };
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [a, b] = [u - column, v - row];
  if (a === 0 && b === 0) return at(column, row);
  return (
    (at(column, row) * (1 - a) + at(column + 1, row) * a) * (1 - b) +
    (at(column, row + 1) * (1 - a) + at(column + 1, row + 1) * a) * b
  );
}
