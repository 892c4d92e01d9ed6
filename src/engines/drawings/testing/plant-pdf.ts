import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import type { Plant } from './plant.ts';

/** A1, in points. */
const [pageWidth, pageHeight] = [2384, 1684];
const lineWidth = 1.5;
/** Of the font's size; labels stand on their middle. */
const capHeight = 0.72;

/** Plants beside each other on one page of A1. */
export async function pdfOf(plants: readonly Plant[]): Promise<Buffer> {
  const [width, height] = [sum(plants.map((plant) => plant.width)), Math.max(...plants.map((plant) => plant.height))];
  const document = new PdfDocument({ autoFirstPage: false });
  document.addPage({ size: [pageWidth, pageHeight], margin: 0 });
  document.scale(Math.min(pageWidth / width, pageHeight / height)).lineWidth(lineWidth);
  for (const [place, plant] of plants.entries()) {
    document.save().translate(sum(plants.slice(0, place).map((one) => one.width)), 0);
    draw(document, plant);
    document.restore();
  }
  document.end();
  return buffer(document);
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function draw(document: PDFKit.PDFDocument, { lines, labels }: Plant): void {
  for (const { points, dashed } of lines) {
    for (const [at, [x, y]] of points.entries()) {
      if (at === 0) document.moveTo(x, y);
      else document.lineTo(x, y);
    }
    if (dashed) document.dash(6, { space: 4 });
    document.stroke();
    if (dashed) document.undash();
  }
  for (const { text, at, size } of labels) {
    document.fontSize(size);
    const [x, y] = [at[0] - document.widthOfString(text) / 2, at[1] - capHeight * size];
    document.text(text, x, y, { lineBreak: false });
  }
}
