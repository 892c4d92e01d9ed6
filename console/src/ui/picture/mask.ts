import { decode } from 'fast-png';

/** The label of each pixel, row by row; 0 is none. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly labels: Uint16Array;
}

/** Of a PNG of one channel, 8 or 16 bits. */
export function maskOf(png: ArrayBuffer | Uint8Array): Mask {
  const { width, height, channels, data } = decode(png);
  const labels = new Uint16Array(width * height);
  for (let at = 0; at < labels.length; at++) labels[at] = data[at * channels] ?? 0;
  return { width, height, labels };
}

/** How many pixels each label has, the most first; without 0. */
export function labelsIn({ labels }: Mask): readonly (readonly [labelId: number, pixels: number])[] {
  const counts = new Map<number, number>();
  for (const label of labels) if (label !== 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
