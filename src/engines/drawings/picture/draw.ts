import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { canvasFont } from '../../canvas-font.ts';
import { boxOf, distance, largerSide } from '../geometry.ts';
import type { Sheet, SheetText, Stroke } from '../sheet.ts';
import { packed } from './packed.ts';

/** Height of capitals of the font, in parts of its size. */
const capHeight = 0.729;
const thinnest = 2;
/** Larger painted areas are drawn as outlines, so that they hide nothing. Heights of letters are not known for all sheets. */
const largestPainted = 60;

/** The picture of a sheet, a PNG drawn from what was read: black on white. The same sheet gives the same bytes. */
export async function drawSheet({ width, height, strokes, texts }: Sheet): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = context.strokeStyle = 'black';
  for (const stroke of strokes) drawStroke(context, stroke);
  for (const text of texts) drawText(context, text);
  return packed(canvas);
}

function drawStroke(context: SKRSContext2D, { points, dashed, width, filled }: Stroke): void {
  const wide = Math.max(thinnest, Math.min(width, 20));
  context.beginPath();
  for (const [at, [x, y]] of points.entries()) {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.lineWidth = wide;
  context.setLineDash(dashed ? [6 * wide, 4 * wide] : []);
  context.stroke();
  if (filled && largerSide(boxOf(points)) <= largestPainted) context.fill();
}

function drawText(context: SKRSContext2D, { text, start, end, height }: SheetText): void {
  context.save();
  context.translate(start[0], start[1]);
  context.rotate(Math.atan2(end[1] - start[1], end[0] - start[0]));
  context.font = `${height / capHeight}px "${canvasFont()}"`;
  // as wide as it was read
  const natural = context.measureText(text).width;
  if (natural > 0) context.scale(distance(start, end) / natural, 1);
  context.fillText(text, 0, 0);
  context.restore();
}
