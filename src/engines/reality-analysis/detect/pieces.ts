import type { ShownInput } from './shown.ts';

/** A part of a picture that a network sees at once. */
export interface Piece {
  /** Of the picture, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels that the network sees for one of the picture. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** What the network gets; the picture begins at `left`, `top` of it. */
  readonly inputWidth: number;
  readonly inputHeight: number;
  readonly left: number;
  readonly top: number;
  /** What lies beside the picture: a byte, or its last pixels again. */
  readonly beside: number | 'last pixels';
}

/** Photos up to this long side are shown whole. */
const wholeSide = 4096;
/** Pictures this many times larger than the network sees are shown in tiles, too, where the description asks for it. */
const tiledFrom = 2;

/** How a picture is shown to a network: whole where it is a photo of usual size, else in tiles that overlap. */
export function piecesOf(
  width: number,
  height: number,
  input: ShownInput,
  always: 'tiles' | 'whole if small',
): Piece[] {
  const box = { x: 0, y: 0, width, height };
  const size = input.width === undefined || input.height === undefined ? undefined : [input.width, input.height];
  const isWhole = always === 'whole if small' && (input.alsoTiles || Math.max(width, height) <= wholeSide);
  if (!isWhole) return tilesOf(width, height, input, size ?? [input.tile, input.tile]).map((one) => padded(one, input));
  if (size === undefined) return [padded(box, input)];
  const whole = fitted(box, input, size);
  const isLarge = input.alsoTiles && Math.max(width / (size[0] ?? 1), height / (size[1] ?? 1)) > tiledFrom;
  if (!isLarge) return [whole];
  const tiles = tilesOf(width, height, input, [input.tile, input.tile]);
  return tiles.length === 1 ? [whole] : [whole, ...tiles.map((tile) => fitted(tile, input, size))];
}

type Box = Pick<Piece, 'x' | 'y' | 'width' | 'height'>;

function tilesOf(width: number, height: number, input: ShownInput, [across = 1, down = 1]: readonly number[]): Box[] {
  const overlap = Math.min(input.overlap, across / 2, down / 2);
  return placesOf(height, down, overlap).flatMap((y) =>
    placesOf(width, across, overlap).map((x) => ({
      x,
      y,
      width: Math.min(across, width - x),
      height: Math.min(down, height - y),
    })),
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

const padded = (box: Box, input: ShownInput): Piece => ({
  ...box,
  scaleX: 1,
  scaleY: 1,
  left: 0,
  top: 0,
  beside: 'last pixels',
  inputWidth: input.width ?? upTo(box.width, input.multipleOf),
  inputHeight: input.height ?? upTo(box.height, input.multipleOf),
});

/** A part brought to a size, as trainers do it: to whole pixels, with whole ones beside it. */
function fitted(box: Box, input: ShownInput, [across = 1, down = 1]: readonly number[]): Piece {
  const { fit, align, pad: beside } = input;
  const placed = (scale: number, inputWidth: number, inputHeight: number): Piece => {
    const [width, height] = [Math.max(1, Math.round(box.width * scale)), Math.max(1, Math.round(box.height * scale))];
    const before = (room: number) => (align === 'centre' ? Math.max(0, Math.round(room / 2 - 0.1)) : 0);
    return {
      ...box,
      scaleX: width / box.width,
      scaleY: height / box.height,
      inputWidth,
      inputHeight,
      beside,
      left: before(inputWidth - width),
      top: before(inputHeight - height),
    };
  };
  if (fit === 'stretch') {
    const scales = { scaleX: across / box.width, scaleY: down / box.height };
    return { ...box, ...scales, inputWidth: across, inputHeight: down, left: 0, top: 0, beside };
  }
  const whole = Math.min(across / box.width, down / box.height);
  if (fit === 'letterbox' || input.isFixed) return placed(whole, across, down);
  // the sides are bounds: the picture keeps its form, whichever way it lies
  const [short, long] = [Math.min(across, down), Math.max(across, down)];
  const scale = Math.min(short / Math.min(box.width, box.height), long / Math.max(box.width, box.height));
  const sides = [box.width, box.height].map((side) => upTo(Math.max(1, Math.round(side * scale)), input.multipleOf));
  return { ...placed(scale, sides[0] ?? 1, sides[1] ?? 1), left: 0, top: 0 };
}
