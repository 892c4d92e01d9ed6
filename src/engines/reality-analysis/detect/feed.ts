import type { Picture } from './picture.ts';
import type { Piece } from './pieces.ts';
import type { Fed } from './session.ts';
import type { FurtherInput, ShownInput } from './shown.ts';

/** What a network is given for a piece of a picture, by the names of its inputs. */
export function feedOf(picture: Picture, piece: Piece, input: ShownInput): Readonly<Record<string, Fed>> {
  const further = input.further.map((one) => [one.name, furtherValues(one, piece, input)]);
  return { [input.name]: pictureValues(picture, piece, input), ...Object.fromEntries(further) };
}

const arrays = { float32: Float32Array, float16: Float16Array, uint8: Uint8Array } as const;

/** `(byte × scale − mean) / std`, or the bytes as they are. */
function pictureValues({ rgb, width }: Picture, piece: Piece, input: ShownInput): Fed {
  const { inputWidth, inputHeight, beside } = piece;
  const values = new arrays[input.dtype](3 * inputWidth * inputHeight);
  const [pixelStep, channelStep] = input.layout === 'NCHW' ? [1, inputWidth * inputHeight] : [3, 1];
  const columns = placesOf(inputWidth, { from: piece.left, scale: piece.scaleX, first: piece.x, length: piece.width });
  const rows = placesOf(inputHeight, { from: piece.top, scale: piece.scaleY, first: piece.y, length: piece.height });
  const toValue = valuesOf(input);
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) {
      const place = (y * inputWidth + x) * pixelStep;
      const isBeside = typeof beside === 'number' && (row.isBeside || column.isBeside);
      for (let channel = 0; channel < 3; channel++) {
        const colour = input.colour === 'RGB' ? channel : 2 - channel;
        const byte = isBeside ? beside : between(rgb, width, row, column, colour);
        values[place + channel * channelStep] = toValue(byte, channel);
      }
    }
  }
  const size = [inputHeight, inputWidth];
  const dims = input.layout === 'NCHW' ? [3, ...size] : [...size, 3];
  return { values, dims: input.rank === 3 ? dims : [1, ...dims] };
}

function valuesOf({ dtype, scale, mean, std }: ShownInput): (byte: number, channel: number) => number {
  if (dtype === 'uint8') return Math.round;
  return (byte, channel) => (byte * scale - (mean[channel] ?? 0)) / (std[channel] ?? 1);
}

/** Where a column or row of what the network sees lies in the picture: between two of its own. */
interface Place {
  readonly before: number;
  readonly behind: number;
  /** The share of the one behind. */
  readonly share: number;
  readonly isBeside: boolean;
}

function placesOf(
  count: number,
  part: { readonly from: number; readonly scale: number; readonly first: number; readonly length: number },
): Place[] {
  const within = (at: number) => part.first + Math.max(0, Math.min(part.length - 1, at));
  return Array.from({ length: count }, (_, n) => {
    const at = (n - part.from + 0.5) / part.scale - 0.5;
    const whole = Math.floor(at);
    const isBeside = at < -0.5 || at > part.length - 0.5;
    return { before: within(whole), behind: within(whole + 1), share: at - whole, isBeside };
  });
}

/** The byte at a place between pixels; at whole ones the pixel itself. */
function between(rgb: Uint8Array, width: number, row: Place, column: Place, channel: number): number {
  const at = (y: number, x: number) => rgb[3 * (y * width + x) + channel] ?? 0;
  const [a, b] = [column.share, row.share];
  if (a === 0 && b === 0) return at(row.before, column.before);
  const upper = at(row.before, column.before) * (1 - a) + at(row.before, column.behind) * a;
  const lower = at(row.behind, column.before) * (1 - a) + at(row.behind, column.behind) * a;
  return upper * (1 - b) + lower * b;
}

/** Boxes in pixels are those of what the network sees: its size is told, and that nothing is scaled. */
function furtherValues(further: FurtherInput, piece: Piece, input: ShownInput): Fed {
  const { inputWidth, inputHeight } = piece;
  if (further.what === 'mask') {
    const dims = maskDims(further, inputHeight, inputWidth);
    const ones = Array.from({ length: dims.reduce((all, one) => all * one, 1) }, () => 1);
    return { values: typed(further.type, ones), dims };
  }
  const size = input.sizeOrder === 'hw' ? [inputHeight, inputWidth] : [inputWidth, inputHeight];
  const values = typed(further.type, further.what === 'size' ? size : [1, 1]);
  return { values, dims: further.dimensions.length === 1 ? [2] : [1, 2] };
}

/** Sizes that the network leaves open are those of the picture. */
function maskDims({ dimensions }: FurtherInput, height: number, width: number): number[] {
  const open = [1, height, width];
  const rank = dimensions.length || open.length;
  return Array.from({ length: rank }, (_, at) => dimensions[at] ?? open[at - rank + open.length] ?? 1);
}

function typed(type: FurtherInput['type'], values: readonly number[]): Fed['values'] {
  if (type === 'int64') return BigInt64Array.from(values, BigInt);
  return type === 'float16' ? Float16Array.from(values) : Float32Array.from(values);
}
