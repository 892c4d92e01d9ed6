import { DataTexture, NearestFilter, RGBAFormat, SRGBColorSpace, UnsignedByteType } from 'three';

/** Names and colours (0xrrggbb) of the classes of the LAS specification. */
const known: readonly (readonly [name: string, color: number])[] = [
  ['Never classified', 0x9aa5b1],
  ['Unclassified', 0xb4bec8],
  ['Ground', 0xa8754a],
  ['Low vegetation', 0xa5d66f],
  ['Medium vegetation', 0x5cb85c],
  ['High vegetation', 0x2e8b45],
  ['Building', 0xe0703a],
  ['Low noise', 0xc2255c],
  ['Key point', 0xf2d34f],
  ['Water', 0x3d8fe0],
  ['Rail', 0x7a5cc2],
  ['Road surface', 0x8a8f98],
  ['Overlap', 0xd3b8e8],
  ['Wire guard', 0xf0a3c0],
  ['Wire conductor', 0xf5c211],
  ['Transmission tower', 0x5b6ee1],
  ['Wire connector', 0xe599f7],
  ['Bridge deck', 0x4aa3a2],
  ['High noise', 0xe8427c],
  ['Overhead structure', 0x86604d],
  ['Ignored ground', 0xcfae8e],
  ['Snow', 0xe7f5ff],
  ['Temporal exclusion', 0xadb5bd],
];

const spare = [0x12b886, 0xfab005, 0x228be6, 0xe64980, 0x7950f2, 0x82c91e, 0xfd7e14, 0x15aabf];

export const className = (number: number): string =>
  known[number]?.[0] ?? (number < 64 ? `Reserved class ${number}` : `Own class ${number}`);

export const classColor = (number: number): number => known[number]?.[1] ?? spare[number % spare.length] ?? 0x868e96;

/** Colour of each class, and whether its points are drawn, as the graphics card reads them. */
export function classTexture(): DataTexture {
  const data = new Uint8Array(256 * 4);
  for (let number = 0; number < 256; number++) {
    const color = classColor(number);
    data.set([color >> 16, (color >> 8) & 255, color & 255, 255], 4 * number);
  }
  const texture = new DataTexture(data, 256, 1, RGBAFormat, UnsignedByteType);
  texture.magFilter = NearestFilter;
  texture.minFilter = NearestFilter;
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

export function hideClasses(texture: DataTexture, hidden: ReadonlySet<number>): void {
  const { data } = texture.image;
  if (!(data instanceof Uint8Array)) return;
  for (let number = 0; number < 256; number++) data[4 * number + 3] = hidden.has(number) ? 0 : 255;
  texture.needsUpdate = true;
}
