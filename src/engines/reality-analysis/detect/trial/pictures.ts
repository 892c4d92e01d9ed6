import type { Picture } from '../picture.ts';

/** Pictures that show nothing. */
export const blankKinds = ['grey', 'black', 'noise'] as const;
export type BlankKind = (typeof blankKinds)[number];

const grey = 114;

export function blankPicture(kind: BlankKind, width: number, height: number): Picture {
  const rgb = new Uint8Array(3 * width * height);
  if (kind === 'grey') rgb.fill(grey);
  if (kind === 'noise') fillWithNoise(rgb);
  return { width, height, rgb };
}

/** The same every time (xorshift). */
function fillWithNoise(bytes: Uint8Array): void {
  let state = 0x9e3779b9;
  for (let n = 0; n < bytes.length; n++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[n] = state >>> 24;
  }
}
