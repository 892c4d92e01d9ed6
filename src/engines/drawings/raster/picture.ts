import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { EngineFailure } from '../../engine.ts';
import { combined, type Matrix, unmoved } from '../geometry.ts';
import { mostPixels } from '../limits.ts';
import type { DrawingFormat } from '../prediction.ts';
import { bmpHeader, readBmp } from './bmp.ts';

/** A picture in grey, one byte a pixel, and how to come from pixels of the file to its own. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly transform: Matrix;
}

const tooLarge = () => new EngineFailure('E107', `The picture is larger than ${mostPixels} × ${mostPixels} pixels.`);

/** Reads a picture, upright as its camera or scanner meant it; its size is known before it is decoded. */
export async function readPicture(path: string, format: DrawingFormat): Promise<Grey> {
  try {
    if (format !== 'bmp') {
      const { width = 0, height = 0, orientation = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
      if (width > mostPixels || height > mostPixels) throw tooLarge();
      const picture = sharp(path, { limitInputPixels: mostPixels ** 2, failOn: 'error' }).rotate();
      return await greyOf(picture, uprighting(orientation, width, height));
    }
    const file = await readFile(path);
    const { width, height } = bmpHeader(file);
    if (width > mostPixels || height > mostPixels) throw tooLarge();
    return await greyOf(sharp(readBmp(file).data, { raw: { width, height, channels: 3 } }), unmoved);
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure('E106', 'The picture cannot be opened.');
  }
}

export async function greyOf(picture: Sharp, transform: Matrix): Promise<Grey> {
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 1) return { width, height, data, transform };
  const first = new Uint8Array(width * height);
  for (let at = 0; at < first.length; at++) first[at] = data[at * channels] ?? 255;
  return { width, height, data: first, transform };
}

/** By the orientation of EXIF: from pixels of the file to those of the upright picture. */
function uprighting(orientation: number, w: number, h: number): Matrix {
  const known: readonly Matrix[] = [
    unmoved,
    unmoved,
    [-1, 0, 0, 1, w, 0],
    [-1, 0, 0, -1, w, h],
    [1, 0, 0, -1, 0, h],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, h, 0],
    [0, -1, -1, 0, h, w],
    [0, -1, 1, 0, 0, w],
  ];
  return known[orientation] ?? unmoved;
}

const asSharp = ({ data, width, height }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } });

/** The same picture larger. */
export async function enlarged(grey: Grey, factor: number): Promise<Grey> {
  const [width, height] = [Math.round(grey.width * factor), Math.round(grey.height * factor)];
  const transform = combined([width / grey.width, 0, 0, height / grey.height, 0, 0], grey.transform);
  return greyOf(asSharp(grey).resize(width, height, { kernel: 'cubic', fit: 'fill' }), transform);
}

/** The same picture turned around its middle by so many radians, clockwise; what comes in from outside is white. */
export async function turned(grey: Grey, angle: number): Promise<Grey> {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [grey.width / 2, grey.height / 2];
  const around: Matrix = [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy];
  const { width, height, data } = grey;
  const out = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy];
      out[y * width + x] = smoothAt(
        data,
        width,
        height,
        cx + cos * dx + sin * dy - 0.5,
        cy - sin * dx + cos * dy - 0.5,
      );
    }
  }
  return { width, height, data: out, transform: combined(around, grey.transform) };
}

function smoothAt(data: Uint8Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 255;
  const [u, v, at] = [x - left, y - top, top * width + left];
  const upper = (data[at] ?? 255) * (1 - u) + (data[at + 1] ?? 255) * u;
  const lower = (data[at + width] ?? 255) * (1 - u) + (data[at + width + 1] ?? 255) * u;
  return Math.round(upper * (1 - v) + lower * v);
}

/** A PNG of it. */
export const pngOf = (grey: Grey): Promise<Buffer> =>
  asSharp(grey).toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer();
