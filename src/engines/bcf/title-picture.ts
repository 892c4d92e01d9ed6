import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { canvasFont } from '../canvas-font.ts';

/*
 * Some programs refuse a viewpoint without a picture. Where nobody has taken one, it gets a plain one with the title of its
 * topic, which says of itself that it is none: when it comes back it is not kept.
 */

const [width, height, margin, size] = [800, 600, 60, 40];
const mostLines = 9;

/** A PNG with a title. */
export async function titlePicture(title: string): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#eef1f4';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#1f2a36';
  context.font = `${size}px '${canvasFont()}'`;
  for (const [n, line] of linesOf(context, title).entries())
    context.fillText(line, margin, margin + size * (1 + 1.3 * n));
  return marked(await canvas.encode('png'));
}

/** A title in lines that fit; what is too long for one is cut. */
function linesOf(context: SKRSContext2D, title: string): readonly string[] {
  const fits = (text: string) => context.measureText(text).width <= width - 2 * margin;
  const lines: string[] = [];
  let rest = title.replace(/\s+/g, ' ').trim().slice(0, 1000);
  while (rest !== '' && lines.length < mostLines) {
    let length = rest.length;
    while (length > 1 && !fits(rest.slice(0, length))) length--;
    const blank = length < rest.length ? rest.lastIndexOf(' ', length) : -1;
    lines.push(rest.slice(0, blank > 0 ? blank : length));
    rest = rest.slice(blank > 0 ? blank : length).trim();
  }
  return rest === '' ? lines : [...lines.slice(0, -1), `${lines.at(-1)?.slice(0, -1)}…`];
}

const mark = 'Comment\0Placeholder without a view';
const endLength = 12;

/** With a text chunk before the end. */
function marked(png: Buffer): Buffer {
  const body = Buffer.from(`tEXt${mark}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return Buffer.concat([png.subarray(0, -endLength), chunk, png.subarray(-endLength)]);
}

/** Whether a file is such a picture. */
export async function isTitlePicture(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  return bytes.subarray(-endLength - mark.length - 20).includes(mark, 0, 'latin1');
}
